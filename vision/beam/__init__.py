"""A projector above the table: what it shows to be found, where its light falls, when it was bumped."""
