"""The three kinds of dice, by their faces: what counts, and what is thrown again (GC-DICE-01..04).

[combat]  faces = ["0", "0", "1", "1", "2", "POW"]     POW counts 1 and its die is thrown again (GC-ATK-07)
[test]    faces = ["0", "0", "0", "1", "1", "1", "2", "2"]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product

from companion.core.again import Best, Lying, Right
from companion.core.dice import Die, DieFace
from companion.core.pool import chances
from companion.documents import Node

COMBAT, POWER, TEST = KINDS = ("combat", "power", "test")
POW = "POW"
TEST_SIDES = 8  # GC-DICE-04
MOST_SUCCESSES = 9  # on one face, as its label holds one digit


def read_dice(node: Node) -> Mapping[str, Die]:
    """The dice of a table; every kind must be there, with faces."""
    node.table(KINDS)
    return {kind: Die(kind, tuple(_read_faces(node[kind].table({"faces"})["faces"], kind))) for kind in KINDS}


def _read_faces(node: Node, kind: str) -> list[DieFace]:
    faces = [_read_face(entry, kind) for entry in node.items()]
    if not faces:
        node.refuse("a die with faces", "a die without faces")
    if all(map(explodes, faces)):
        node.refuse(f"a face that is no {POW}", "a die that is thrown again for ever")
    if kind == TEST and len(faces) != TEST_SIDES:
        node.refuse(f"{TEST_SIDES} faces (GC-DICE-04)", f"{len(faces)} faces")
    return faces


def _read_face(node: Node, kind: str) -> DieFace:
    label = str(node.value) if isinstance(node.value, int) and not isinstance(node.value, bool) else node.text()
    if label.upper() == POW and kind != TEST:
        return DieFace(POW, 1, (POW,))
    if not label.isdigit() or int(label) > MOST_SUCCESSES:
        node.refuse(f"a number of successes{'' if kind == TEST else f', or {POW}'}")
    return DieFace(str(int(label)), int(label))


def explodes(face: DieFace) -> bool:
    """Whether the die is thrown again (GC-ATK-07, GC-ATK-08)."""
    return POW in face.tags


def worth(face: DieFace) -> int:
    """Return the number that the face counts."""
    return face.value or 0


def chance_of_hit(dice: Mapping[str, Die], pool: Mapping[str, int], needed: int) -> Fraction:
    """Return the exact chance of at least that many successes, POW thrown again without end."""
    short = {0: Fraction(1)}  # the chance of each sum below what is needed
    for kind, number in pool.items():
        for _ in range(number):
            short = _with_die(short, dice[kind], needed)
    return 1 - sum((chance for total, chance in short.items() if total < needed), Fraction(0))


def chance_with_rerolls(dice: Mapping[str, Die], pool: Mapping[str, int], needed: int, again: int) -> Fraction:
    """Return the exact chance of that many successes when up to ``again`` dice may be thrown again once, as well as can
    be; those never bring further dice (GC-CARD-24).
    """
    best = Best(dice, worth, lambda total: Fraction(total >= needed))
    short: dict[Lying, Fraction] = {(): Fraction(1)}
    for kind in (kind for kind, number in pool.items() for _ in range(number)):
        after: dict[Lying, Fraction] = {}
        for (lying, share), (one, likely) in product(short.items(), _chains(dice[kind], needed)):
            whole = tuple(sorted((*lying, *one)))
            if sum(value for _, value in whole) < needed:
                after[whole] = after.get(whole, Fraction(0)) + share * likely
        short = after
    enough = 1 - sum(short.values(), Fraction(0))
    return enough + sum((share * best.of(lying, (Right(again),)) for lying, share in short.items()), Fraction(0))


def _chains(die: Die, needed: int) -> Iterator[tuple[Lying, Fraction]]:
    """Generate what a die and those it brings may come to, as far as that is not enough by itself."""
    ways = len(die.faces)
    again = Fraction(sum(map(explodes, die.faces)), ways)
    for throws in range(needed):
        for face in die.faces:
            if not explodes(face):
                yield (*((die.id, 1),) * throws, (die.id, worth(face))), again**throws * Fraction(1, ways)


def _with_die(short: dict[int, Fraction], die: Die, needed: int) -> dict[int, Fraction]:
    ways = len(die.faces)
    again = Fraction(sum(map(explodes, die.faces)), ways)
    plain: dict[int, Fraction] = {}
    for face in die.faces:
        if not explodes(face):
            plain[worth(face)] = plain.get(worth(face), Fraction(0)) + Fraction(1, ways)
    one = {more: Fraction(0) for more in range(needed)}  # how likely one die comes to each number in the end
    for throws in range(needed):
        for value, chance in plain.items():
            if value + throws < needed:
                one[value + throws] += chance * again**throws
    after: dict[int, Fraction] = {}
    for total, chance in short.items():
        for more, share in one.items():
            if share and total + more < needed:
                after[total + more] = after.get(total + more, Fraction(0)) + chance * share
    return after


def chance_to_pass(die: Die, number: int, limit: int) -> Fraction:
    """Return the chance that so many test dice show the limit or less (GC-TEST-05)."""
    return sum((chance for total, chance in chances([die] * number, worth).items() if total <= limit), Fraction(0))
