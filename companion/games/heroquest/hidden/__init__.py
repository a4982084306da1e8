"""What is seen, what a side is shown, what the heroes hear."""
