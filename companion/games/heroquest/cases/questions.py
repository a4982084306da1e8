"""Questions a case asks of a rule's arithmetic: { dodge = [20, 2], tier = "instinctive", is = 2 }."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.casebook.expectations import compared
from companion.casebook.language import Check, Moment, Opening
from companion.core.ids import SpaceId
from companion.documents import Node
from companion.games.heroquest.attack.defense import TIERS, bonus
from companion.games.heroquest.attack.pool import ORANGE_FIRST, VIOLET_FIRST, rage_pool
from companion.games.heroquest.content.dice import COLOURS
from companion.games.heroquest.deeds.furniture import area_of
from companion.games.heroquest.deeds.senses import heard_word
from companion.games.heroquest.deeds.shove import outweighs
from companion.games.heroquest.moves.doors import chances
from companion.games.heroquest.reach import fire_line

LETTERS = dict(zip(COLOURS, "WYORV", strict=True))
Ask = Callable[[Node], tuple[set[str], Callable[[Moment], Any]]]


def questions(node: Node, opening: Opening) -> Iterator[Check]:
    """The checks of a list of questions."""
    for entry in node.items():
        kind = next((key for key in ASKS if key in entry.value), None) if isinstance(entry.value, dict) else None
        if kind is None:
            entry.refuse(f"a question: {', '.join(sorted(ASKS))}")
        keys, find = ASKS[kind](entry)
        entry.table({kind, "is"}, keys)
        yield compared(entry["is"], entry["is"].value, find)


def _tiers(entry: Node) -> tuple[str, ...]:
    return TIERS[: TIERS.index(entry["tier"].word(TIERS)) + 1]


def _dodge(entry: Node) -> tuple[set[str], Callable[[Moment], Any]]:
    one, other = (face.number(1, 20) for face in entry["dodge"].items())
    lucky = entry["delta"].number(1, 20) if "delta" in entry else 0
    tiers = _tiers(entry)
    return {"tier", "delta"}, lambda moment: bonus(tiers, one, other, lucky)


def _dodges(entry: Node) -> tuple[set[str], Callable[[Moment], Any]]:
    """How often each bonus comes among the 400 pairs."""
    tiers = TIERS[: TIERS.index(entry["dodges"].word(TIERS)) + 1]
    counted = Counter(bonus(tiers, one, other) for one in range(1, 21) for other in range(1, 21))
    return set(), lambda moment: {str(more): number for more, number in sorted(counted.items())}


def _rage(entry: Node) -> tuple[set[str], Callable[[Moment], Any]]:
    kills = entry["kills"].number(0, 99)
    policy = entry["policy"].word((ORANGE_FIRST, VIOLET_FIRST)) if "policy" in entry else ORANGE_FIRST
    pool = rage_pool(entry["rage"].number(1, 9), kills, (policy,) * 9)
    return {"kills", "policy"}, lambda moment: "".join(LETTERS[die] for die in pool)


def _heard(entry: Node) -> tuple[set[str], Callable[[Moment], Any]]:
    number = entry["heard"].number(0, 99)
    return set(), lambda moment: heard_word(number)


def _shove(entry: Node) -> tuple[set[str], Callable[[Moment], Any]]:
    ours, theirs = ([one.text() for one in side.items()] for side in entry["shove"].items())

    def find(moment: Moment) -> Any:
        state = moment.state
        return outweighs(state, tuple(map(state.who, ours)), tuple(map(state.who, theirs)))

    return set(), find


def _line(entry: Node) -> tuple[set[str], Callable[[Moment], Any]]:
    start, end = (SpaceId(one.text()) for one in entry["line"].items())
    return set(), lambda moment: list(fire_line(moment.state, start, end))


def _falls(entry: Node) -> tuple[set[str], Callable[[Moment], Any]]:
    name, towards = entry["falls"].text(), entry["towards"].text()
    return {"towards"}, lambda moment: list(area_of(moment.state, moment.state.piece_of(name), towards))


def _door(entry: Node) -> tuple[set[str], Callable[[Moment], Any]]:
    luck = chances(entry["door"].text(), entry["attempt"].number(1, 9))
    return {"attempt"}, lambda moment: [luck[0], *sorted(luck[1])] if luck else []


ASKS: Mapping[str, Ask] = {
    "dodge": _dodge,
    "dodges": _dodges,
    "rage": _rage,
    "heard": _heard,
    "shove": _shove,
    "line": _line,
    "falls": _falls,
    "door": _door,
}
