"""Payloads in, findings out."""
