"""What there is: rows of content, dice, the verbs they name."""
