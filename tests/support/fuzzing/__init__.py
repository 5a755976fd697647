"""Modes of `make fuzz`: each module searches for mistakes of one kind, for a given time."""
