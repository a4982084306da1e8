"""The screen of a quest: what one side of the table sees of it, and what it may do. It draws with the table screen."""
