"""The face of HeroQuest: all that screens, pages, cases and reports know of a quest; what it hides is hidden here."""
