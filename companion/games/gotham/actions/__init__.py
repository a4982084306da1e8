"""Actions besides moving and attacking: manipulations and thoughts, explosions, leading others."""
