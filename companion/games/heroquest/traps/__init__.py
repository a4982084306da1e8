"""traps."""
