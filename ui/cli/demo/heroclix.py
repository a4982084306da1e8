"""HeroClix: two players who attack when it may work, else get closer, and rest before they are pushed.

They move one figure at a time and carry nobody: a picture shows where figures stand, not who carried whom.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

import click

from companion.board.picture import Way
from companion.board.spaces import Verdict
from companion.core.commands import Choose, Place
from companion.core.face import Command
from companion.core.ids import PieceId, SpaceId
from companion.core.session import Session
from companion.games.heroclix import commands as cm
from companion.games.heroclix.face.face import HeroClixFace
from companion.games.heroclix.face.opening import MAP
from companion.games.heroclix.face.played import ways_of
from companion.games.heroclix.sample import sample_setup
from companion.text.wording import Wording
from ui.cli.demo.charts import score_svg
from ui.cli.demo.diary import Diary
from ui.cli.demo.eyes import scene_of
from ui.cli.demo.script import Options, Page, Script
from ui.cli.text import say
from ui.presenters.games import game_of
from ui.presenters.heroclix.force_papers import dial_svg
from ui.table.papers import Beside, Report
from vision.virtual.scene import Scene


class HeroClix(Script):
    """The sample game."""

    pages = (Page("report.html", tiles=("rounds", "read", "rolled", "asked", "corrected")),)
    mat = ("H2", "I4", "H15", "K10")  # of the Lantern Vault: where sides set up, and on the way between them
    kinds: Mapping[str, str] = {"KnockedOut": "out", "VictoryPointsScored": "out", "LeftToPlayers": "quiet"}

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self.setup = sample_setup(MAP, round_limit=options.rounds, edition=options.edition)

    def refuse(self, options: Options) -> None:
        if options.quest:
            raise click.UsageError("--quest belongs to --system heroquest")
        if options.fail == "network" and not options.link.startswith("radio"):
            raise click.UsageError("nothing here goes over a network: --link radio, or radio-mqtt")

    def scene(self, session: Session) -> Scene:
        return scene_of(session.state.table.board, game_of(session.system.id).tags(self.setup))

    def deeds(self, session: Session) -> Sequence[Command]:
        state = session.state
        if state.flow.open:
            asked = state.flow.open[0]
            return [Choose(asked.seat, asked.id, asked.options[:1])]
        if state.flow.phase == "waiting":
            return [cm.BeginGame(session.seats[0])]
        if state.flow.phase == "deployment":
            return sorted(self._set_up(session), key=lambda place: place.piece)  # as the camera proposes them
        face = HeroClixFace(session)
        best: tuple[float, Command] = (0.25, cm.EndTurn(state.active_seat))  # nothing below this is worth an action
        for piece in state.on_map(state.active_seat):
            for command in face.offers(piece.seat, piece.id):
                worth = _worth(face, piece.id, command) + self.rng.random() * 0.02
                best = max(best, (worth, command), key=lambda one: one[0])
        return [best[1]]

    def _set_up(self, session: Session) -> Iterator[Place]:
        """All figures of a side, in the middle of their area."""
        state, taken = session.state, set[SpaceId]()
        middle = state.table.board.columns // 2
        for piece in state.pieces:
            if piece.seat == state.active_seat and not piece.spaces:
                offers = session.system.legal_commands(state, piece.seat, piece=piece.id)
                free = [offer for offer in offers if isinstance(offer, Place) and offer.spaces[0] not in taken]
                place = min(free, key=lambda offer: abs(ord(offer.spaces[0][0]) - 65 - middle + self.rng.random() * 4))
                taken.add(place.spaces[0])
                yield place

    def placing(self, command: Command, session: Session) -> tuple[PieceId, SpaceId] | None:
        match command:
            case Place(piece=piece, spaces=spaces) | cm.MoveFigure(piece=piece, to=spaces):
                return piece, spaces[0]
        return None

    def told(self, session: Session, out: Path, diary: Diary) -> dict[str, object]:
        state = session.state
        winners = list(state.flow.outcome.winners) if state.flow.outcome else []
        return {"rounds": state.flow.round, "winners": winners, "scores": dict(state.scores)}

    def sentence(self, told: Mapping[str, Any]) -> str:
        return say("demo.rounds_the_camera_read", round=told["rounds"], **told)

    def ways(self, session: Session, first: int, last: int) -> Iterable[Way]:
        return ways_of((one.event for one in session.records[first : last + 1]), HeroClixFace(session).drawing)

    def beside(self, session: Session, report: Report, wording: Wording) -> Beside:
        """Return the score turn by turn, and the dials at the end."""
        points: dict[str, list[int]] = {str(seat): [0] for seat in session.seats}
        for chapter in report.chapters[1:]:
            for seat, value in chapter.scores:
                points[seat].append(value)
        dials = ""
        for piece in session.state.pieces:
            figure = session.state.figure(piece)
            strip = dial_svg(figure, piece.click, piece.start_click, ko=piece.ko, wording=wording)
            worth = wording.say("screen.standing_points", points=piece.points)
            dials += f"<div><h3>{escape(wording.names.get(piece.id, figure.name))} · {worth}</h3>{strip}</div>"
        section = f"<section><h2>{wording.say('report.dials')}</h2><div class='dials'>{dials}</div></section>"
        return Beside(score=score_svg(points, len(report.chapters) - 1), after=(section,))


def _worth(face: HeroClixFace, mover: PieceId, command: Command) -> float:
    """Say how much the player likes the command."""
    piece = face.state.piece(mover)
    push = 1.5 if piece.tokens else 0.0  # a second token costs a click and the next turn
    if isinstance(command, cm.CloseAttack | cm.RangedAttack):
        foretold = face.foretell(command.seat, command)
        return 2.5 * float(foretold.chance or 0) + 0.6 - push if foretold else 0.0
    if isinstance(command, cm.MoveFigure) and command.to != piece.spaces and command.passenger is None:
        return _approach(face, mover, command.to[0]) - push
    return 0.0


def _approach(face: HeroClixFace, mover: PieceId, to: SpaceId) -> float:
    """Say how much better that square is: nearer to the next opponent, with a line to it for those who shoot."""
    state, piece = face.state, face.state.piece(mover)
    board, reach, here = state.table.board, state.figure(piece).range, piece.spaces[0]
    foes = [other.spaces[0] for other in state.on_map() if other.seat != piece.seat]
    near = min(foes, key=lambda foe: board.distance(to, foe))
    far, held = board.distance(to, near), min(board.distance(here, foe) for foe in foes) == 1  # breaks away first
    if reach and far <= reach:
        sees = face.line(to, near).verdict is not Verdict.BLOCKED
        return 1.2 + (0.4 if sees else 0) - (0.8 if far == 1 else 0) - (0.4 if held else 0)
    return 0.12 * (board.distance(here, near) - far) - (0.4 if held else 0)


SCRIPT = HeroClix
