"""The face of HeroClix: all that screens, pages, cases and reports know of a game; nothing is hidden but the dials."""
