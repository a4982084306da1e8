"""Gotham City Chronicles: what its lines of sight heed, and a map of our own; its other rules are not told yet.

lines ── data/maps/
"""
