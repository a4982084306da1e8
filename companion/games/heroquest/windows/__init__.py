"""Interrupt windows: opportunity, ambush, assistance."""
