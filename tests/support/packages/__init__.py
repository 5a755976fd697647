"""Generated packages as their users get them: built, installed, imported."""
