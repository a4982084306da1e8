"""Cards in short: on the right the technique in numbers, on the left the special power (GC-CARD-05)."""

from __future__ import annotations

from companion.core.phrases import Phrase, Told, Word, joined
from companion.games.guardians.content.content import Content
from companion.games.guardians.content.kinds import STATS, Effect
from companion.games.guardians.face.words import labelled


def card_words(content: Content, card: str, side: str = "") -> Told:
    """Tell the card's effects on that side, or on both; a wound has all of them wherever it lies (GC-WOUND-09)."""
    row = content.cards.get(card)
    technique = row.technique if row else content.wounds[card].technique
    amounts = [(stat, getattr(technique, stat, 0)) for stat in STATS]
    numbers = [joined(" ", Word("slot", stat), f"{amount:+d}") for stat, amount in amounts if amount]
    special = row.special if row else None
    effects = content.wounds[card].effects if row is None else special.effects if special else ()
    powers: list[Told] = [effect_words(effect) for effect in effects]
    if row and row.weakness:
        powers.append(Phrase("card.weakness"))
    left: Told = joined(", ", *powers)
    if special and powers:
        left = labelled(Word("prefix", special.prefix.value), left)
    both: dict[str, Told] = {"right": joined(", ", *numbers), "left": left}
    return both[side] if row and side else joined(" · ", *both.values())


def effect_words(effect: Effect, *, is_aimed: bool = False) -> Told:
    """An effect with its numbers, and in brackets for whom, at what distance, how far: what one weighs a card by; once
    it ``is_aimed`` at somebody, no more.
    """
    stat = Word("slot", effect.stat) if effect.stat else ""
    key = f"does.{effect.verb}"
    words = {"stat": stat, "amount": f"{effect.amount:+d}", "count": effect.amount}
    aimed = (f"{key}.aimed",) if is_aimed else ()
    does = Phrase(key, words, aimed if effect.amount else (*aimed, f"{key}.plain"))
    where: list[Told] = []
    if effect.whom not in ("self", "target"):
        where.append(Word("whom", effect.whom))
    if effect.manner != "any":
        where.append(Word("manner", effect.manner))
    if effect.zones and not is_aimed:
        where.append(Phrase("does.within", {"count": effect.zones}))
    if effect.verb == "forbid":
        where.append(Word("forbidden", effect.what))
    return joined("", does, " (", joined(", ", *where), ")") if where else does
