"""Codes and error types: what a contract says about them, and the functions, exceptions and failures made from them."""
