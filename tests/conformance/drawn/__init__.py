"""Whole orders drawn at random for each game, not from its list of offers: what a player might want to say."""
