"""Actions that are neither a move nor an attack with the weapon in hand."""
