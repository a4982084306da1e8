"""Named steps with skills hooked in: a deed goes through its steps, and each row of a skill has its word there."""
