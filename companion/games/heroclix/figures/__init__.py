"""Figures: base, card and dial, and the files they are read from.

figure                   what is printed, and what the window shows on a click
files ── powers_table    figure files · the names of powers, in files of others too
collection               the figures at hand, and what a reader says of their texts
reading ── hand          what a text grants · all that a click gives, worked out once
"""
