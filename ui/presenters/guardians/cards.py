"""What a card does, in short: on the right its technique in numbers, on the left its special power (GC-CARD-05)."""

from __future__ import annotations

from companion.games.guardians.content.content import Content
from companion.games.guardians.content.kinds import STATS, Effect
from companion.text.wording import Wording


def card_words(content: Content, card: str, wording: Wording, side: str = "") -> str:
    """What the card does on that side, or on both; a wound does all of it wherever it lies (GC-WOUND-09)."""
    row = content.cards.get(card)
    technique = row.technique if row else content.wounds[card].technique
    numbers = [f"{wording.word('slot', stat)} {amount:+d}" for stat in STATS if (amount := getattr(technique, stat, 0))]
    special = row.special if row else None
    effects = content.wounds[card].effects if row is None else special.effects if special else ()
    powers = [effect_words(effect, wording) for effect in effects]
    if row and row.weakness:
        powers.append(wording.say("card.weakness"))
    prefix = wording.word("prefix", special.prefix.value) if special else ""
    left = wording.say("briefing.is", what=prefix, words=", ".join(powers)) if prefix and powers else ", ".join(powers)
    both = {"right": ", ".join(numbers), "left": left}
    return both[side] if row and side else " · ".join(filter(None, both.values()))


def effect_words(effect: Effect, wording: Wording) -> str:
    """An effect with its numbers, and in brackets for whom, at what distance, how far: what one weighs a card by."""
    stat = wording.word("slot", effect.stat) if effect.stat else ""
    plain = f"does.{effect.verb}.plain"
    key = plain if not effect.amount and wording.has(plain) else f"does.{effect.verb}"
    does = wording.say(key, stat=stat, amount=f"{effect.amount:+d}", count=effect.amount)
    where = [
        wording.word("whom", effect.whom) if effect.whom not in ("self", "target") else "",
        wording.word("manner", effect.manner) if effect.manner != "any" else "",
        wording.say("does.within", count=effect.zones) if effect.zones else "",
        wording.word("forbidden", effect.what) if effect.verb == "forbid" else "",
    ]
    told = ", ".join(filter(None, where))
    return f"{does} ({told})" if told else does
