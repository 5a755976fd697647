"""Independent opinions on what a contract means: every validator, and the reference for error and warning factories."""
