"""What a figure does besides moving and attacking: manipulations and thoughts, explosions, leading others."""
