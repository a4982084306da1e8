"""What somebody wants in a quest, in the imperative: turns · moves · war · searches."""
