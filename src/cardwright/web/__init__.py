"""Web pages that show games."""
