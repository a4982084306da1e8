"""Gotham City Chronicles: skills and traits, on a base whose gaps are settings of the table. README.md has the map.

system ── verbs ── rounds · moves · attack/ · actions/ ── asked/ ── steps/ ── state ── content/
"""
