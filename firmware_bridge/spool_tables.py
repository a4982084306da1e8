"""The tables of a spool file, and how a file of an older edition is brought up to date.

event      one row for each event that came        taken: the table has had it      sent: the core holds it
progress   how far a device's numbers run without a gap, in the order its stores were met
gap        numbers that will never come: their device no longer has them
meta       the number of the last session
"""

from __future__ import annotations

import sqlite3

_TABLES = """
CREATE TABLE IF NOT EXISTS event (id INTEGER PRIMARY KEY, node TEXT NOT NULL, epoch INTEGER NOT NULL,
  seq INTEGER NOT NULL, boot INTEGER NOT NULL, t_ms INTEGER NOT NULL, kind INTEGER NOT NULL, body BLOB NOT NULL,
  at_ms INTEGER NOT NULL, err_ms INTEGER NOT NULL, replayed INTEGER NOT NULL,
  taken INTEGER NOT NULL DEFAULT 0, sent INTEGER NOT NULL DEFAULT 0, UNIQUE (node, epoch, seq));
CREATE TABLE IF NOT EXISTS progress (node TEXT NOT NULL, epoch INTEGER NOT NULL, upto INTEGER NOT NULL,
  PRIMARY KEY (node, epoch));
CREATE TABLE IF NOT EXISTS gap (node TEXT NOT NULL, epoch INTEGER NOT NULL, first INTEGER NOT NULL,
  last INTEGER NOT NULL, PRIMARY KEY (node, epoch, first));
CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
"""
# the finished rows are many and the others few: an index of only the others keeps every round short
_INDEXES = """
DROP INDEX IF EXISTS untaken;
DROP INDEX IF EXISTS unsent;
CREATE INDEX IF NOT EXISTS owed_taken ON event (node, epoch, seq) WHERE taken = 0;
CREATE INDEX IF NOT EXISTS owed_sent ON event (node, epoch, seq) WHERE sent = 0;
"""
_LOG_PAGES = 128  # the write-ahead log is carried over early and then written over: syncing is cheaper than growing it


def open_tables(path: str) -> sqlite3.Connection:
    """The open file, every commit durable before it returns; ``sqlite3.Error`` when it is none of ours."""
    made = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=1.0)
    try:
        made.execute("PRAGMA journal_mode=WAL")
        made.execute("PRAGMA synchronous=FULL")
        made.execute(f"PRAGMA wal_autocheckpoint={_LOG_PAGES}")
        made.executescript(_TABLES)
        columns = {row[1] for row in made.execute("PRAGMA table_info(event)")}
        if "sig" not in columns:
            made.execute("ALTER TABLE event ADD COLUMN sig BLOB NOT NULL DEFAULT x''")
        made.executescript(_INDEXES)
    except sqlite3.Error:
        made.close()
        raise
    return made
