"""What a player may bring: forces, cards and themes, and what all forces bring to one table.

force ── cards       what is chosen · feats, conditions and the like
files · rules        a force file read · judged
themes · prerequisites    who fits together · who may carry a card
reading              a file, read and judged at once
enlisting            from forces to a table
"""
