"""Between the physical table and the rules: explains what the sensors show, and decides nothing.

observation ──> picture ──> reconcile ──> proposal (a player confirms) ──> command
                                └───────> guidance (what the hands have still to do)
follow: all of it for one session
"""
