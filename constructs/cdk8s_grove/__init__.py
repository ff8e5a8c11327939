"""A prefill/decode pair as one gang on Grove and the KAI scheduler."""
