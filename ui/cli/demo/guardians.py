"""Guardians' Chronicles: a whole evening of two sides; in the first turn cameras watch, later the machine rolls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.core.face import Command
from companion.core.ids import PieceId, SpaceId
from companion.core.session import Session
from companion.files import write_file
from companion.games.guardians.commands import Move
from companion.games.guardians.sample import sample_setup
from companion.painting import png_of
from companion.text.wording import Wording
from ui.cli.demo.diary import Diary
from ui.cli.demo.eyes import printed_scene
from ui.cli.demo.script import Options, Page, Script
from ui.cli.text import say
from ui.presenters.adapter import ONLOOKERS, Look
from ui.presenters.games import game_of
from vision.virtual.scene import Scene

EAGER = ("Attack", "TakeTest", "UsePower", "UseObject", "Move")  # the deeds that a player likes best


class Guardians(Script):
    """The shipped scenario of two sides."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self.setup = sample_setup()
        self._sides = [side for side, _ in self.setup.sides]
        own = (Page(f"{side}/report.html", side, "clash_lead") for side in self._sides)
        self.pages = (Page("report.html", lead="clash_lead"), *own)

    def scene(self, session: Session) -> Scene:
        return printed_scene(session.state.ground.areas, game_of(session.system.id).tags(self.setup))

    def is_watched(self, session: Session) -> bool:
        return bool(session.state.flow.round <= 1)

    def deeds(self, session: Session) -> Sequence[Command]:
        offers = [one for seat in session.seats for one in session.system.legal_commands(session.state, seat)]
        by_kind: dict[str, list[Any]] = {}
        for offer in offers:
            by_kind.setdefault(type(offer).__name__, []).append(offer)
        liked = [kind for kind in EAGER if kind in by_kind]
        kind = liked[0] if liked and self.rng.random() < 0.7 else self.rng.choice(sorted(by_kind))
        return [self.rng.choice(by_kind[kind])]

    def placing(self, command: Command, session: Session) -> tuple[PieceId, SpaceId] | None:
        return (command.piece, command.to) if isinstance(command, Move) else None

    def told(self, session: Session, out: Path, diary: Diary) -> dict[str, object]:
        """Return the counters; the front pages, written here, are what players photograph at the end."""
        wording, fronts = Wording(), [out / f"front-{side}.svg" for side in self._sides]
        game = game_of(session.system.id).adapter(session)
        wording.names = dict(game.names(ONLOOKERS, wording.lang))
        for path, drawing in zip(fronts, game.prints(Look(ONLOOKERS, (), wording)), strict=True):
            write_file(path, drawing.encode())
            write_file(path.with_suffix(".png"), png_of(drawing))
        outcome = session.state.flow.outcome
        return {
            "sides": [str(out / side) for side in self._sides],
            "front_pages": list(map(str, fronts)),
            "turns": session.state.flow.round,
            "winners": list(outcome.winners) if outcome else None,
            "scores": dict(outcome.scores) if outcome else {},
        }

    def sentence(self, told: Mapping[str, Any]) -> str:
        return say("demo.clash_played", papers=", ".join(told["front_pages"]), **told)


SCRIPT = Guardians
