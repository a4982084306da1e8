"""What a table plays with, as data."""
