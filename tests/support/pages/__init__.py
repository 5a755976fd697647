"""Pages that tests read as people do: Markdown that they follow, tables that they compare, HTML that they visit."""
