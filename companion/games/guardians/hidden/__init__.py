"""What a seat sees and hears."""
