"""Checks payloads against a contract."""
