"""The contract language: its forms of values, its syntax of types, and its grammar with one class per mapping."""
