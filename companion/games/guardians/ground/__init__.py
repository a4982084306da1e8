"""The board: zones, spaces, lines; maps, tiles and sketches."""
