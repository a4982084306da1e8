"""A proposal: what the companion thinks happened, with its evidence. It becomes a command when a player confirms it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.dice import DiceRequest, DiceResult, Source
from companion.core.ids import Seat
from companion.table.evidence import Sighting
from companion.table.observation import DiceSeen, ReadVerdict

__all__ = ["Proposal", "Question", "propose_dice"]


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
    """Something a sensor could not settle: a person is asked. ``why`` is what stopped it."""

    seat: Seat
    about: str  # "dice", "picture", "camera", "tower"
    why: str
    picture: str | None = None


def propose_dice(request: DiceRequest, seen: DiceSeen, known: frozenset[str]) -> DiceResult | Question:
    """The result a dice picture gives for a request; a question when any die, or their number, is not certain."""
    faces = tuple(one.face for one in seen.dice)
    if seen.verdict is not ReadVerdict.READ:
        return Question(request.roller, "dice", seen.why or "the dice could not be read", seen.picture)
    if len(faces) != len(request.dice):
        why = f"{len(faces)} dice were seen, {len(request.dice)} were asked for"
        return Question(request.roller, "dice", why, seen.picture)
    certain = tuple(face for face in faces if face is not None)
    if len(certain) < len(faces) or not set(certain) <= known:
        return Question(request.roller, "dice", "a face is not one of this die's", seen.picture)
    return DiceResult(request.id, certain, Source.CAMERA)
