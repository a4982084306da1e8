"""A tray that is known: what a camera's first throws teach of it, kept in a small file, and a reader that knows it.

throws ──> learning ──> TrayMemory ──file of the camera──> KnownTray ──> read_dice(…, known=…)
"""
