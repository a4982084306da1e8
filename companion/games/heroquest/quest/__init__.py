"""quest."""
