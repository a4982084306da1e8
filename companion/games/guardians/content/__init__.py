"""Content: rows of data, dice, and the verbs they name."""
