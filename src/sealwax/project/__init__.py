"""A project on disk: configuration, contracts, generated files."""
