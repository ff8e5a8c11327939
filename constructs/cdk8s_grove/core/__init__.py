"""The pure core: specs in, plain Kubernetes documents out; never starts node."""
