"""As many figures as players have imported, 8,317, invented: their ids, names and costs collide as real ones do.

Sets of letters, digits, capitals; numbers 001, 018a, 057p, G004, MP21-003, 002.01; dozens of one name, several costs;
and by hand what a list could mistake: a number that is part of a name, of an id, a cost, a count.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from companion.core.ids import FigureId
from companion.interchange.roster import Known

COUNT = 8317
_FIRST = [
    "Captain",
    "Doctor",
    "Iron",
    "Black",
    "Red",
    "Agent",
    "Green",
    "Silver",
    "Night",
    "Star",
    "Storm",
    "Moon",
    "Thunder",
    "Crimson",
    "Lady",
    "Mister",
]
_LAST = [
    "Lantern",
    "Widow",
    "Falcon",
    "Hammer",
    "Wolf",
    "Panther",
    "Skull",
    "Arrow",
    "Shade",
    "Marvel",
    "Beetle",
    "Tide",
    "Anvil",
    "Ghost",
    "Crow",
    "Reed",
]
_TAILS = (
    "",
    "",
    "",
    "",
    " II",
    " Mk 7",
    ", Agent of the Tide",
    " & Gull",
    ": First of All",
    " 2099",
    " (Harbour)",
    "-X",
)
_NUMBERS = (
    "{:03}",
    "{:03}",
    "{:03}",
    "{:03}a",
    "{:03}b",
    "{:03}v",
    "{:03}bt",
    "{:03}p",
    "G{:03}",
    "MP21-{:03}",
    "{:03}.01",
)
_KINDS = ("character",) * 18 + ("bystander", "equipment", "map", "id_card")
# set, number, name, costs: what a list could mistake for one another
_TRAPS: tuple[tuple[str, str, str, tuple[int, ...]], ...] = (
    ("zq", "001", "Agent", (13, 40)),
    ("zq", "002", "Agent 13", (40,)),
    ("zq", "003", "3-D Man", (30,)),
    ("zq", "004", "X-23", (60,)),
    ("zq", "005", "X", (23,)),
    ("zq", "006", "Mk 7", (7, 70)),
    ("zq", "007", "zq", (50,)),
    ("zq", "008", "Two 2x Two", (20,)),
    ("zq", "009", "Пётр Великий", (90,)),
    ("zq", "010", "Ōkami", (10,)),
    ("zq", "011", "Okami", (10,)),
    ("zq", "012", "Spider-Girl", (25,)),
    ("zq", "013", "Spidergirl", (25,)),
    ("zq", "014", "Thor", (100, 10)),
    ("zq", "015", "Thor, God of Noise", (100,)),
    ("zq", "016", "God of Noise", (100,)),
    ("zq", "017", "1602 Thor", (16,)),
    ("zq", "018", "Team", (50,)),
    ("zq", "018A", "Team", (50,)),
    ("b", "001", "Bolt", (50, 25)),
    ("u", "001", "Bolt", (50,)),
    ("zqG", "001", "Twin", (5,)),
    ("zqg", "001", "Twin", (5,)),
    ("10zq", "001", "Ten", (40,)),
    ("jl52", "012a", "Jay", (65,)),
    ("zq", "M-001", "Object", ()),
    ("zq", "100", "Hundred", (100, 1)),
    ("zq", "1005", "Hundred and Five", (5,)),
    ("zq", "019", "Sideline", (15,)),
    ("zq", "020", "Name: Nobody", (30,)),
)


def full_set() -> list[Known]:
    """The figures, the same ones on every machine."""
    found = [
        Known(FigureId(set_ + number), name, set_, number, "character", costs) for set_, number, name, costs in _TRAPS
    ]
    taken = {one.id for one in found}
    for one in _drawn(random.Random(8317)):
        if one.id not in taken:
            taken.add(one.id)
            found.append(one)
        if len(found) == COUNT:
            return found
    raise AssertionError("never")


def _drawn(chance: random.Random) -> Iterator[Known]:
    while True:
        letters = "".join(chance.choices("abcdefghmnpstvwx", k=chance.choice((2, 2, 3, 4))))
        set_ = letters + chance.choice(("", "", "", "", "52", "21", "S"))
        for number in range(1, chance.randint(10, 80)):
            written = chance.choice(_NUMBERS).format(number)
            name = f"{chance.choice(_FIRST)} {chance.choice(_LAST)}{chance.choice(_TAILS)}"
            costs = tuple(
                sorted(
                    {
                        chance.choice((3, 15, 25, 40, 50, 65, 75, 100, 150, 300))
                        for _ in range(chance.choice((1, 1, 1, 2, 3)))
                    }
                )
            )
            kind = chance.choice(_KINDS)
            yield Known(FigureId(set_ + written), name, set_, written, kind, () if kind == "map" else costs[::-1])
