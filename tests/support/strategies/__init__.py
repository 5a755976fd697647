"""Random input: contracts, names, hostile text, payloads and arguments."""
