"""Dice sets, ``tablewright/dice@1``: every die by its faces; a face says what it counts for.

[combat]  faces = ["skull", "skull", "skull", "white", "white", "black"]     "2 skull" shows two of them at once
[d20]     sides = 20                                                         numbers 1 to 20 (HQ-DICE-01)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.core.dice import Die, DieFace
from companion.documents import Node

SKULL, WHITE, BLACK = "skull", "white", "black"
COMBAT = "combat"
COLOURS = ("combat", "yellow", "orange", "red", "violet")  # each stronger than the one before (HQ-DICE-01)
NEEDED = (*COLOURS, "d6", "d8", "d20", "star", "trap", "search", "treasure_a", "treasure_b")
MARKS = {
    **dict.fromkeys(COLOURS, (SKULL, WHITE, BLACK, "blank")),
    "star": ("star", "blank"),
    "trap": ("safe", "trap"),
    "search": ("two eyes", "one eye", "blank", "hand"),
}
MOST_SIDES = 100  # of a die that a document declares


def read_dice(node: Node) -> Mapping[str, Die]:
    """The dice of a set; every kind the rules ask for must be there, with faces (HQ-DICE-04, HQ-AMB-01).

    The chances the text states are those of the shipped star and trap dice (HQ-DICE-02, HQ-DICE-03).
    """
    dice = {key: _read_die(die, key) for key, die in node.entries()}
    for key in NEEDED:
        if key not in dice:
            node.refuse(f"the die {key!r}", "no such die")
    return dice


def _read_die(node: Node, key: str) -> Die:
    node.table((), {"faces", "sides"})
    if "sides" in node:
        return Die(key, tuple(DieFace(str(n), n) for n in range(1, node["sides"].number(2, MOST_SIDES) + 1)))
    if "faces" not in node or not node["faces"].value:
        node.refuse("a die with faces, or with a number of sides", "a die without faces")
    marks = MARKS.get(key)
    return Die(key, tuple(_read_face(face, marks) for face in node["faces"].items()))


def _read_face(node: Node, marks: Iterable[str] | None) -> DieFace:
    label = node.text()
    if marks is None or label in marks:
        return DieFace(label, None, () if label == "blank" else (label,))
    number, _, mark = label.partition(" ")
    if not number.isdigit() or mark not in marks or not 2 <= int(number) <= 9:
        node.refuse(f"one of {', '.join(marks)}, or several as in '2 skull'")
    return DieFace(label, None, (mark,) * int(number))


def count(faces: Iterable[str], mark: str) -> int:
    """Count the faces that show a mark."""
    total = 0
    for face in faces:
        number, _, rest = face.partition(" ")
        total += 1 if face == mark else int(number) if rest == mark else 0
    return total
