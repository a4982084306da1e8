"""Attacks: what a player may order, the pipeline from designation to wounds, and the Free Actions it brings."""
