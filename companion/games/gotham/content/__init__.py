"""Content of a mission, as data: skills and traits, sheets, cards, dice, settings."""
