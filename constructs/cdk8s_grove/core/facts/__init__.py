"""What Grove's operator, KAI and the kubelet do, by version, each fact with its source."""
