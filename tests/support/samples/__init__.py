"""Fixed contracts that several tests use."""
