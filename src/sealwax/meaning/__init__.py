"""What a contract means, before any language: the check plan, and the interpreter that runs it."""
