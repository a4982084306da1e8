"""crowd."""
