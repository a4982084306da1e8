"""attack."""
