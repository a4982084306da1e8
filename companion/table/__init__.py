"""Between the physical table and the rules: explains what the sensors show, and decides nothing.

observation ──> picture ──> reconcile ──> proposal (a player confirms) ──> command
                                └───────> guidance (what the hands have still to do)
follow: all of it for one session
sighting ──> evidence: what several sensors say of one fact, joined into one entry of the record
"""
