"""heroes."""
