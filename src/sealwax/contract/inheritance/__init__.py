"""Contracts that extend others."""
