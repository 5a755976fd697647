"""One YAML contract in, everything that states it out."""

__version__ = "0.1.0"
DOCUMENTATION = "https://github.com/sealwax/sealwax/tree/main/docs"
