"""Expected files against the files on disk."""
