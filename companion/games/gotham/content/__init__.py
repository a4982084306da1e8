"""What a mission is played with, as data: skills and traits, sheets, cards, dice, settings."""
