"""A plan for people and programs; nothing is computed here, only laid out."""
