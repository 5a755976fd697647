"""The contract language: its grammar, and the reference and editor schema that are made from it."""
