"""A proposal: what the companion thinks happened, with its evidence. It becomes a command when a player confirms it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.dice import DiceRequest, DiceResult, Die, Source
from companion.core.ids import Seat
from companion.table.evidence import Sighting
from companion.table.observation import DiceSeen, ReadVerdict


@dataclass(frozen=True, slots=True)
class Proposal:
    """A command with the evidence for it, and its rivals; awaiting confirmation."""

    command: Any
    source: Source
    evidence: str  # the sensor, and the picture where there is one
    picture: str | None = None
    rivals: tuple[Any, ...] = ()
    parts: tuple[Sighting, ...] = ()  # all the sightings it rests on, the main one last


@dataclass(frozen=True, slots=True)
class Question:
    """A question to a person about what a sensor could not settle; ``why`` is what stopped it."""

    seat: Seat
    about: str  # "dice", "picture", "camera", "tower"
    why: str  # where some dice are read: which are still to be told
    picture: str | None = None
    read: tuple[str | None, ...] = ()  # of a roll that mixes dice: the faces that are certain, by the request's dice


def propose_dice(request: DiceRequest, seen: DiceSeen, dice: Mapping[str, Die]) -> DiceResult | Question:
    """The result a dice picture gives for a request; a question when any die, or their number, is not certain.

    ``dice`` are the table's. Where the camera tells faces and not kinds, every face of a mixed throw must be of one
    kind only, and a kind counts when all its dice were seen; the question then says which faces are certain.
    """
    faces = tuple(die.face for die in seen.dice)
    if seen.verdict is not ReadVerdict.READ:
        return Question(request.roller, "dice", seen.why or "the dice could not be read", seen.picture)
    certain = tuple(face for face in faces if face is not None)
    kinds = dict.fromkeys(request.dice)
    owners = [
        [kind for kind in kinds if die.kind in ("", kind) and dice[kind].face(die.face)]
        for die in seen.dice
        if die.face is not None
    ]
    if len(certain) < len(faces) or not all(owners):
        return Question(request.roller, "dice", "a face is not one of this die's", seen.picture)
    if len(kinds) == 1 and len(faces) == len(request.dice):
        return DiceResult(request.id, certain, Source.CAMERA)
    by_kind = {kind: [face for face, of in zip(certain, owners, strict=True) if of == [kind]] for kind in kinds}
    told = {kind for kind in kinds if len(by_kind[kind]) == request.dice.count(kind)}
    if len(kinds) == 1 or not told or sum(len(by_kind[kind]) for kind in told) < len(faces):
        why = f"{len(faces)} dice were seen, {len(request.dice)} were asked for"
        return Question(request.roller, "dice", why, seen.picture)
    read = tuple(by_kind[kind].pop(0) if kind in told else None for kind in request.dice)
    if told == set(kinds):
        return DiceResult(request.id, tuple(face for face in read if face is not None), Source.CAMERA)
    rest = ", ".join(kind for kind in kinds if kind not in told)
    return Question(request.roller, "dice", rest, seen.picture, read)
