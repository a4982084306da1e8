"""Content of a table, as data."""
