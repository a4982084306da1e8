"""A game as the director plays it: the set-up, what its players do next, which sides get papers of their own."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from companion.board.picture import Way
from companion.core.face import Command
from companion.core.ids import PieceId, SpaceId
from companion.core.session import Session
from companion.text.wording import Wording
from ui.cli.demo.diary import Diary
from ui.presenters.adapter import ONLOOKERS
from ui.table.papers import Beside, Report
from vision.virtual.scene import Scene


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the command line that a game may use."""

    seed: int = 22
    rounds: int = 5
    edition: str = "core"
    quest: str | None = None
    fail: str | None = None
    link: str = "serial"


@dataclass(frozen=True, slots=True)
class Page:
    """A report: its file, who reads it; in a folder of its own it has a record of its own."""

    file: str
    side: str = ONLOOKERS
    lead: str = "lead"
    tiles: tuple[str, ...] = ("rolled", "asked", "corrected")  # what its head counts, in the order of the head


class Script(ABC):
    """A game of the demonstration."""

    setup: Any
    pages: Sequence[Page]
    looks_at = "board"  # of a camera, in the words of a refusal
    has_quests = False
    mat: Sequence[str] = ()  # spaces with a reader, where the mat came by radio
    kinds: Mapping[str, str] = {}  # the class of a line in the report, by its event
    decisions = 20_000  # at most, should a game not come to its end

    def __init__(self, options: Options) -> None:
        self.rng = random.Random(options.seed)
        self.refuse(options)

    def refuse(self, options: Options) -> None:
        """Refuse what belongs to another game's demonstration."""
        if options.quest and not self.has_quests:
            raise click.UsageError("--quest belongs to --system heroquest")
        if options.fail in ("camera", "network"):
            raise click.UsageError(f"no camera looks at the {self.looks_at} of this demonstration: --fail tower")

    def scene(self, session: Session) -> Scene | None:
        """Return the printed board under the camera; ``None``: no camera looks at it."""
        return None

    def is_over(self, session: Session) -> bool:
        """Whether the demonstration ends here."""
        return session.state.flow.outcome is not None

    def is_watched(self, session: Session) -> bool:
        """Whether cameras watch this part; else the machine rolls."""
        return True

    def may_fail(self, session: Session) -> bool:
        """Whether a device that is to die dies now."""
        return bool(session.state.flow.round >= 2)

    @abstractmethod
    def deeds(self, session: Session) -> Sequence[Command]:
        """Return the next command; several where one picture tells them all."""

    def placing(self, command: Command, session: Session) -> tuple[PieceId, SpaceId] | None:
        """Return the piece that hands move for the command, and where they put it."""
        return None

    @abstractmethod
    def told(self, session: Session, out: Path, diary: Diary) -> dict[str, object]:
        """Return the counters of this game, as the command prints them."""

    @abstractmethod
    def sentence(self, told: Mapping[str, Any]) -> str:
        """Return the same in words."""

    def ways(self, session: Session, first: int, last: int) -> Iterable[Way]:
        """Return what is drawn over the board of a chapter."""
        return ()

    def beside(self, session: Session, report: Report, wording: Wording) -> Beside:
        """Return what the game adds to the report: a drawing of the score, sections."""
        return Beside()


def of_kinds(offers: Iterable[Any], kinds: Sequence[type]) -> list[Any]:
    """Return the offers of these kinds, in the kinds' order."""
    return sorted((offer for offer in offers if type(offer) in kinds), key=lambda offer: kinds.index(type(offer)))
