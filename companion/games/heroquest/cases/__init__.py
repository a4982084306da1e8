"""Cases of this game: how set-ups, commands and expectations are written (casebook.language)."""
