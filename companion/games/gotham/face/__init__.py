"""The face of Gotham City Chronicles: all that screens, pages, cases and reports know of a mission."""
