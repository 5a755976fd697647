"""Builders: the functions that make responses, as a plan that every language follows."""
