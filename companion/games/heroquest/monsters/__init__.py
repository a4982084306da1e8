"""monsters."""
