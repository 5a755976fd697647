"""The contract language: its grammar, and the reference and editor schema generated from it."""
