"""Cubes on the boxes of a printed screen: shown once, counted on photographs, asked about where that is not certain."""
