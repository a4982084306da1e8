"""The rules: what figures may do, what comes of it, how turns go."""
