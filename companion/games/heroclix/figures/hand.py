"""The hand of a click: its powers, symbols and abilities, and what its special powers and traits grant.

toughness            possessed, printed               may be countered (HC-POW-14, -16)
special.attack       possessed, a white square        may be countered, and what it grants goes with it (HC-POW-17)
└ quake              used, by special.attack          may not
trait.1              on every click (HC-ABIL-01), never off, never countered (HC-ABIL-15)
└ swim               by a symbol that replaces the printed one (HC-ABIL-05)
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from companion.games.heroclix.figures.figure import SLOTS, Figure, SpecialPower, Symbols, powers_at
from companion.games.heroclix.figures.powers_table import SPECIAL
from companion.games.heroclix.figures.reading import TEAM, Reading, read_special

STANDARD = "standard"  # what Earthbound makes of the symbols (HC-ABIL-11)
PLAIN = Symbols()
_ABILITIES: Mapping[str, tuple[str, ...]] = {  # HC-ABIL-06..10, AMB-59
    "wing": ("flight", "carry"),
    "dolphin": ("swim",),
    "transport_boot": ("carry", "move_and_attack"),
    "transport_wing": ("flight", "carry", "move_and_attack"),
    "transport_dolphin": ("swim", "carry", "move_and_attack"),
    "duo": ("duo_attack",),
    "sharpshooter": ("sharpshooter",),
    "indomitable": ("indomitable",),
    "giant": ("giant", "giant_stride"),
    "colossal": ("colossal",),
    "tiny": ("tiny",),
}


@dataclass(frozen=True, slots=True)
class Held:
    """A power, an ability or another source of effects that a piece holds, and why (HC-POW-20)."""

    power: str
    slot: str  # of the dial; or symbol, trait, team, feat, condition, event
    is_ability: bool
    by: str = ""  # the special power, trait, card or ability that gives it or lets it be used
    possessed: bool = True  # HC-POW-14; otherwise it is merely used (HC-POW-15)


@dataclass(frozen=True, slots=True)
class Text:
    """A special power or a trait of the click, by the key that commands name it with: its value tells it from other
    white squares (HC-POW-04)."""

    key: str  # special.attack, trait.1
    special: SpecialPower
    reading: Reading


@dataclass(frozen=True, slots=True)
class Gone:
    """The things not in force on a piece: countered (possessed ones only), or turned off (HC-POW-08, -18)."""

    countered: frozenset[str] = frozenset()
    off: frozenset[str] = frozenset()

    def takes(self, one: Held) -> bool:
        """Whether it takes this away; what comes from a source goes with the source."""
        return one.power in self.off or (one.possessed and one.power in self.countered) or self.takes_source(one.by)

    def takes_source(self, key: str) -> bool:
        """Whether it takes a special power, a trait or an ability away by its key."""
        return bool(key) and (key in self.off or key in self.countered)


NONE_GONE = Gone()


@dataclass(frozen=True, slots=True)
class Hand:
    """Everything that a click gives and that is in force."""

    held: tuple[Held, ...]
    powers: dict[str, str]  # in the window, by slot; a white square as ``special``
    symbols: Symbols
    abilities: frozenset[str]
    teams: tuple[tuple[str, bool], ...]  # team abilities that texts give, and whether they are possessed (HC-TA-03)


def is_text(key: str) -> bool:
    """Whether the key is that of a special power or a trait."""
    return key.startswith(("special.", "trait."))


def read_text(figure: Figure, special: SpecialPower) -> Reading:
    """Read a text of the figure, which calls it by its name."""
    return read_special(special, tuple(filter(None, (figure.name, figure.real_name))))


def effects_of(figure: Figure, special: SpecialPower) -> tuple[str, ...]:
    """The rows of a text: those of a correction, else those that its sentences state."""
    return special.effects or read_text(figure, special).effects


_OF_ATTACKS = re.compile(r"\b(attack\w*|hits?|damage[ds]?|target\w*|defense|knock\w*)\b", re.IGNORECASE)


def speaks_of_attacks(text: Text) -> bool:
    """Whether something of the text is left to the players, and it is about attacks: the moment to show it."""
    words = text.special.text
    return not text.reading.is_whole and (not words or bool(_OF_ATTACKS.search(words)))


def texts_of(figure: Figure, click: int) -> tuple[Text, ...]:
    """The special powers in the window and the traits, which every click has (HC-POW-02, HC-ABIL-14)."""
    shown, found, traits = powers_at(figure, click), list[Text](), 0
    for special in figure.specials:
        if special.slot == "trait":
            traits += 1
            found.append(Text(f"trait.{traits}", special, read_text(figure, special)))
        elif shown.get(special.slot) == SPECIAL:
            found.append(Text(f"special.{special.slot}", special, read_text(figure, special)))
    told = {one.special.slot for one in found}
    for slot, power in shown.items():
        if power == SPECIAL and slot not in told:  # the file does not tell what it says
            found.append(Text(f"special.{slot}", SpecialPower(slot, "", ""), Reading(is_whole=False)))
    return tuple(found)


def deal(
    figure: Figure, click: int, gone: Gone, standard: Collection[str], lets_use: Mapping[str, tuple[str, ...]]
) -> Hand:
    """The hand of a click. ``standard`` are powers that give plain symbols, ``lets_use`` what others let use."""
    texts = texts_of(figure, click)
    titles = {one.special.slot: one.reading.named for one in texts if one.reading.named}
    shown = {slot: titles.get(slot, power) for slot, power in powers_at(figure, click).items()}
    held = [Held(f"special.{slot}" if power == SPECIAL else power, slot, False) for slot, power in shown.items()]
    symbols, teams = figure.symbols, list[tuple[str, bool]]()
    for text in texts:
        if text.special.slot == "trait":
            held.append(Held(text.key, "trait", False))
        if gone.takes_source(text.key):
            continue
        held += _granted(figure, text)
        for slot, symbol in text.reading.symbols:
            symbols = replace(symbols, **{slot: symbol})
        teams += [(one.removeprefix(TEAM), False) for one in text.reading.uses if one.startswith(TEAM)]
        teams += [(one.removeprefix(TEAM), True) for one in text.reading.possesses if one.startswith(TEAM)]
    held = [one for one in held if not gone.takes(one)]
    if any(one.power in standard for one in held):  # HC-ABIL-11: the four standard symbols instead of its own
        symbols = PLAIN
        held = [one for one in held if not one.is_ability]
    marks = (getattr(symbols, slot) for slot in SLOTS)
    given = [Held(ability, "symbol", True) for mark in marks for ability in _ABILITIES.get(mark, ())]
    held += sorted((one for one in given if not gone.takes(one)), key=lambda one: one.power)
    held += [one for one in follow(held, lets_use) if not gone.takes(one)]
    held += [one for id_ in improved_of(figure) if not gone.takes(one := Held(id_, "symbol", True))]
    powers = {slot: power for slot, power in shown.items() if _in_window(held, slot, power)}
    abilities = frozenset(one.power for one in held if one.is_ability)
    return Hand(tuple(dict.fromkeys(held)), powers, symbols, abilities, tuple(teams))


IMPROVED = "improved_"  # before the id of what a card lets its figure ignore: abilities of later cards


def improved_of(figure: Figure) -> Iterator[str]:
    """Generate the ids of what the card lets the figure ignore, on every click."""
    for kind, ignored in (("movement", figure.improved_movement), ("targeting", figure.improved_targeting)):
        yield from (f"{IMPROVED}{kind}_{one}" for one in ignored)


def _in_window(held: list[Held], slot: str, power: str) -> bool:
    key = f"special.{slot}" if power == SPECIAL else power
    return any(one.power == key and one.slot == slot and one.possessed for one in held)


def _granted(figure: Figure, text: Text) -> Iterator[Held]:
    """Generate the grants of a special power or trait, used or possessed (HC-POW-14, -15);
    its effects under its own name.
    """
    slot = text.special.slot
    for powers, possessed in ((text.reading.uses, False), (text.reading.possesses, True)):
        for power in powers:
            if not power.startswith(TEAM):
                yield Held(power, slot, is_ability(power), text.key, possessed)
    if text.special.effects or text.reading.effects:
        yield Held(f"{figure.id}/{text.key}", slot, False, text.key, False)


def is_ability(power: str) -> bool:
    """Whether it is a combat ability, and no power."""
    return any(power in abilities for abilities in _ABILITIES.values()) or power == "multiattack"


def follow(held: Collection[Held], lets_use: Mapping[str, tuple[str, ...]]) -> Iterator[Held]:
    """Generate what the things held let a piece use besides (HC-POW-17)."""
    for one in held:
        for power in lets_use.get(one.power, ()):
            yield Held(power, one.slot, is_ability(power), one.power, False)
