"""One YAML contract in, everything that states it out."""

__version__ = "0.1.0"
SOURCE = "https://github.com/sealwax/sealwax"
DOCUMENTATION = f"{SOURCE}/tree/main/docs"
