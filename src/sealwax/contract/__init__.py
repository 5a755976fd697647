"""From the text of a contract to its model: source, reading, inheritance, resolving, model."""
