"""The law of the lights: what is lit answers a tap as its light says, what is not says why not; whatever card is open.

Games of all systems are played at random, and every mode of a screen is tried: nothing open, a text being read, a list
open, half an order given. Tablet and pages hand their taps to the same presenter.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.core.commands import ReportDice
from companion.core.consent import Consents
from companion.core.dice import DiceRequest
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.ledger import Ledger
from companion.core.session import Session
from companion.core.telling import names_any
from companion.games import find_system
from companion.games.gotham import sample as gotham
from companion.games.guardians import sample as guardians
from companion.games.heroclix import sample as heroclix
from companion.games.heroquest import sample as heroquest
from companion.storage.codec import JsonCodec
from companion.storage.memory import MemoryRecorder
from companion.system import DiceGenerator
from companion.table.follow import Follower
from tests.conftest import StoppedClock
from ui.presenters.games import game_of
from ui.presenters.models import CardModel, TableModel
from ui.presenters.seat_voice import SeatVoice
from ui.presenters.table import TablePresenter

SETUPS: dict[str, Callable[[], Any]] = {
    "heroclix": lambda: heroclix.sample_setup("lantern-vault"),
    "heroquest": heroquest.sample_setup,
    "guardians": guardians.sample_setup,
    "gotham": gotham.sample_setup,
}
MODES = ("nothing", "text", "list", "half")
STEPS, LIT, DARK = 160, 24, 12  # orders of a game, and how many lit and unlit things of it are touched
EAGER = ("TakeTurn", "RollMovement", "OpenDoor")  # of a quest: without them nobody goes anywhere
IDLE = ("End", "Concede", "Propose", "TurnOff")
_NUMBERS = itertools.count()  # no two screens send orders under one name


def opened(game: str, seed: int) -> Session:
    """The game, its dice thrown by the machine."""
    setup, dice = SETUPS[game](), DiceGenerator(seed)
    system = find_system(setup.system, setup.edition, game)
    return Session(
        system,
        Ledger(MemoryRecorder(), JsonCodec(system.event_types)),
        StoppedClock(),
        setup,
        seats=setup.seats,
        automatic={DiceRequest: lambda state, one: ReportDice(one.roller, dice.roll(one, system.dice_of(state)))},
    )


def lit(model: TableModel) -> list[tuple[str, str]]:
    """The squares to go to and the pieces to aim at."""
    taken = {(int(token.column), int(token.row)) for token in model.board.tokens}
    places = [tile for tile in model.board.tiles if tile.reach is not None and (tile.column, tile.row) not in taken]
    spaces = [("space", str(space)) for space in dict.fromkeys(tile.space for tile in places)]
    return [*spaces, *(("piece", str(token.piece)) for token in model.board.tokens if token.target)]


def dark(model: TableModel) -> list[tuple[str, str]]:
    """The squares on which nobody stands and that are not lit."""
    taken = {(int(token.column), int(token.row)) for token in model.board.tokens}
    bright = {name for _, name in lit(model)}
    taken_spaces = {tile.space for tile in model.board.tiles if (tile.column, tile.row) in taken}
    spaces = dict.fromkeys(tile.space for tile in model.board.tiles if tile.space not in taken_spaces)
    return [("space", str(space)) for space in spaces if space not in bright]


class Look:
    """A figure chosen on the screen of its seat, in a mode; made anew for every touch."""

    def __init__(self, session: Session, seat: Seat, piece: PieceId, mode: str, choice: int) -> None:
        self._session, self._seat, self._piece, self._mode, self._choice = session, seat, piece, mode, choice

    def screen(self) -> TablePresenter | None:
        """The screen; ``None``: there is no such mode now."""
        session = self._session
        sides = game_of(session.system.id).adapter(session).sides
        side = next(side for side, seats in sides.items() if self._seat in seats)
        voice = SeatVoice(session, Consents(session), f"law-{next(_NUMBERS)}", (self._seat,))
        made = TablePresenter(session, Follower(session, {}), lang="en", sides=(side,), voice=voice)
        made.chosen = self._piece
        model = made.model()
        match self._mode:
            case "text":
                ways = [slot.opens for slot in model.dial.slots if slot.opens] if model.dial else []
            case "list":
                ways = [action for action, _ in model.card.buttons if action.startswith("pick:")] if model.card else []
            case "half":
                ways = lit(model)  # type: ignore[assignment]
            case _:
                return made
        if not ways:
            made.close()
            return None
        way = ways[self._choice % len(ways)]
        if isinstance(way, tuple):
            touch(made, way)
        else:
            made.press(way)
        return made

    def faults(self, is_lit: bool, count: int) -> Iterator[str | None]:
        """For each thing that is touched why its light was wrong, or ``None``."""
        first, version = self.screen(), self._session.version
        marks = (lit if is_lit else dark)(first.model()) if first is not None else []
        if first is not None:
            first.close()
        self.restore(version)
        for mark in marks[self._choice % max(1, len(marks) - count + 1) :][:count]:
            made = self.screen()
            assert made is not None
            before = self._session.version
            card, chosen = made.model().card, made.chosen
            touch(made, mark)
            why = answered(made, mark, before) if is_lit else told(made, card, chosen, before)
            made.close()
            self.restore(version)
            yield f"{self._mode}: {self._piece} → {mark[1]}: {why}" if why else None

    def restore(self, version: int) -> None:
        """Take back what a touch did at once."""
        while (
            self._session.counts(self._session.version)
            and self._session.version > version
            and (step := self._session.undo_step())
        ):
            if step.to < version:
                return
            self._session.take_back(self._seat, self._session.seats, step=step)
            version = self._session.version


def touch(made: TablePresenter, mark: tuple[str, str]) -> None:
    what, name = mark
    if what == "space":
        made.tap_space(SpaceId(name))
    else:
        made.tap_piece(PieceId(name))


def answered(made: TablePresenter, mark: tuple[str, str], before: int) -> str:
    """Why the light was wrong; empty: the tap led where it said."""
    model, session, (what, name) = made.model(), made.session, mark
    about = frozenset({name, name.partition(":")[2] or name})
    if session.version > before:
        done = [record.event for record in session.records[before + 1 :]]
        return "" if any(names_any(event, about) for event in done) else f"something else was done: {done[:2]}"
    if made.refused is not None:
        return f"refused: {made.refused[1][0].rule}"
    if model.card is None:
        return "nothing came of it"
    if made.pending is not None:
        if model.card.kind != "proposal":
            return f"a card lies over it: {model.card.kind}"
        return "" if names_any(made.pending.command, about) else f"it means {made.pending.command}"
    if what == "piece" and made.aimed == name:
        return "" if model.card.buttons else "nothing may be done about it"
    return f"card {model.card.kind}, chosen {made.chosen}"


def told(made: TablePresenter, card: CardModel | None, chosen: PieceId | None, before: int) -> str:
    """Why an unlit square kept silent; empty: it says why not, or what is there."""
    model = made.model()
    is_told = made.refused is not None or (model.card is not None and model.card.kind == "spot")
    is_done = made.session.version > before or made.pending is not None or bool(made.voice.consents.open)
    is_by_hand = made.picked == "correct"  # then any space is one to put it on
    if is_told or made.chosen != chosen or (is_by_hand and is_done):
        return ""
    return f"it does something: {made.pending}" if is_done else "silence"


def figures(session: Session, rng: random.Random) -> Iterator[tuple[Seat, PieceId]]:
    """Seats that may act, with some figures of theirs."""
    legal, pieces = session.system.legal_commands, session.system.positions(session.state)
    for seat in session.seats:
        own = [piece for piece in pieces if any(True for _ in legal(session.state, seat, piece=piece))]
        for piece in rng.sample(own, min(2, len(own))):
            yield seat, piece


@pytest.mark.slow
@pytest.mark.parametrize("game", SETUPS)
def test_what_is_lit_answers_and_what_is_not_says_why(game: str) -> None:
    session, rng, wrong, count = opened(game, 1), random.Random(1), list[str](), {True: 0, False: 0}
    limits = {True: LIT, False: DARK}
    for step in range(STEPS):
        if session.state.flow.outcome is not None or all(count[kind] >= limits[kind] for kind in count):
            break
        if not session.state.flow.open and session.state.flow.round and step % 2 == 0:
            for (seat, piece), mode in itertools.product([*figures(session, rng)], MODES):
                look = Look(session, seat, piece, mode, rng.randrange(100))
                for kind in count:
                    if count[kind] < limits[kind]:
                        found = [*look.faults(kind, 2)]
                        count[kind] += len(found)
                        wrong += filter(None, found)
        offers = [one for seat in session.seats for one in session.system.legal_commands(session.state, seat)]
        eager = [one for one in offers if type(one).__name__ in EAGER]
        lively = [one for one in offers if not type(one).__name__.startswith(IDLE)]
        if not offers:
            break
        ends = [one for one in offers if type(one).__name__ in ("EndTurn", "EndPhase")]
        session.submit(rng.choice(eager or (ends if ends and rng.random() < 0.2 else lively) or offers))
    assert min(count.values()) >= DARK, count
    assert wrong == []
