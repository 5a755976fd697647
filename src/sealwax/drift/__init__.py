"""Compares the output folder with the contracts, and fixes it."""
