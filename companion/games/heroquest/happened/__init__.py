"""What happens in a quest, in the past tense: rounds · moves · war · finds · sheets."""
