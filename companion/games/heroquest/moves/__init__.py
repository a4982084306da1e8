"""Walking, doors, pits."""
