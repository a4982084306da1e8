"""The face of Guardians' Chronicles: all that screens, pages, cases and reports know of a game; it hides here."""
