"""What may be done can be said: every order that is accepted can be put together from the offers of a face, and no
offer spends an action for nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.core.by_hand import Adjust, MoveCard, Relocate
from companion.core.commands import Choose, Concede, Pass, ReportDice
from companion.core.dice import DiceRequest, DiceResult
from companion.core.flow import ChoiceRequest
from companion.core.ids import PieceId
from companion.core.offers import can_be_said
from companion.core.rules import Accepted
from companion.core.session import Session
from companion.games.guardians import commands as cm
from companion.games.guardians.content.dice import POW, TEST
from companion.games.guardians.play.attack import manner_of
from companion.games.guardians.setup import PAPERS
from companion.games.guardians.state import State
from tests.games.guardians.walks import SYSTEM, opened, setup_of
from tests.thinned import thinned

DRAWN = 40  # whole commands drawn at a moment
GAMES, STEPS = 3, 100
FREE = (cm.EndActivation, cm.BeginGame, cm.Plan, cm.LayStack, cm.LayTokens)  # spend no action
WHATS = ("damage", "speed", "health", "out", "actions", "activated", "article", "passed", "open", "count", "luck")
PILES = ("", "hand", "left", "right", "discard", "page")
USES = ("classic", "aggressive")


def walked(seed: int) -> Iterator[Session]:
    """A random game at moments in which nothing is asked."""
    setup, rng = setup_of(seed), random.Random(seed)
    session = opened(setup, seed)
    for _ in range(STEPS):
        if session.state.flow.outcome is not None:
            return
        if not session.state.flow.open and not rng.randrange(3):
            yield session
        offers = [command for seat in setup.seats for command in SYSTEM.legal_commands(session.state, seat)]
        assert isinstance(session.submit(rng.choice(offers)), Accepted)


def drawn(state: State, rng: random.Random) -> Any:
    """A whole command with fields drawn from everything there is, most of it forbidden."""
    figures, spaces = [one.id for one in state.figures], list(state.ground.spaces)
    things = [
        PieceId(one) for one in (*state.scenario.sites, *dict(state.objects), *dict(state.doors), *state.camps, "tide")
    ]
    piece = state.active if state.active and rng.random() < 0.8 else rng.choice(figures)
    seat = (state.who(piece).seat if rng.random() < 0.9 else None) or rng.choice(state.table.seats)
    cards = [card for one in state.figures for card in (*one.hand, *one.left, *one.discard)]
    card = rng.choice([*(state.who(piece).left or cards), rng.choice(cards), *state.content.wounds])
    figure, space, thing = rng.choice(figures), rng.choice(spaces), rng.choice(things)
    owned = rng.choice([*state.who(piece).hand, *state.who(piece).left, card])
    site, lying = rng.choice(list(state.scenario.sites)), PieceId(rng.choice(list(dict(state.objects))))
    return rng.choice(
        [
            cm.Move(seat, piece, space),
            cm.Attack(seat, piece, figure, rng.choice(["", "melee", "ranged"])),
            cm.TakeTest(seat, piece, site, rng.choice(["", "mental", "attack"])),
            cm.UseObject(seat, piece, lying, rng.choice(USES), figure),
            cm.UsePower(seat, piece, card, rng.choice([None, figure]), rng.choice([None, space])),
            cm.EndActivation(seat, piece),
            cm.ChoosePaper(seat, rng.choice(PAPERS)),
            Concede(seat),
            Adjust(seat, rng.choice([figure, thing]), rng.choice(WHATS), rng.randint(-2, 4)),
            Relocate(seat, figure, rng.choice([None, space])),
            MoveCard(seat, rng.choice([piece, thing]), owned, rng.choice(PILES)),
        ]
    )


def plainest(state: State, command: Any) -> Any:
    """The command without what changes nothing: the manner it has anyway, the only test, an aim nobody looks at."""
    match command:
        case cm.Attack(manner=manner) if manner:
            usual = manner_of(state, state.who(command.piece), state.who(command.target))
            return replace(command, manner="" if manner == usual else manner)
        case cm.TakeTest(stat=""):
            return replace(command, stat=state.scenario.sites[command.site].tests[0].stat)
        case cm.UseObject(use="classic"):
            return replace(command, target=None)
        case cm.UsePower():
            offers = list(SYSTEM.legal_commands(state, command.seat))
            aimless = (replace(command, target=None), replace(command, to=None), replace(command, target=None, to=None))
            return next((one for one in aimless if one in offers), command)
    return command


def changes(state: State, command: Any) -> bool:
    """Whether the command changes anything but what it costs, with the luckiest dice or with the worst."""
    return any(_told_to_the_end(state, command, lucky) != _outlook(state) for lucky in (True, False))


def _told_to_the_end(state: State, command: Any, lucky: bool) -> Any:
    decision = SYSTEM.decide(state, command)
    assert isinstance(decision, Accepted), decision
    for asked in range(60):
        for event in decision.events:
            state = SYSTEM.apply(state, event)
        request = next(iter(state.flow.open), None)
        if request is None or state.flow.phase != "activation" or state.flow.outcome is not None:
            break
        if isinstance(request, DiceRequest):
            faces = tuple(_face(state, die, lucky, asked) for die in request.dice)
            answer: Any = ReportDice(request.roller, DiceResult(request.id, faces))
        else:
            assert isinstance(request, ChoiceRequest)
            answer = Choose(request.seat, request.id, request.options[: request.at_least])
            if not lucky and request.optional:
                answer = Pass(request.seat, request.id)
        decision = SYSTEM.decide(state, answer)
        assert isinstance(decision, Accepted), decision
    return _outlook(state)


def _face(state: State, die: str, lucky: bool, asked: int) -> str:
    if lucky and die != TEST and asked < 8:
        return POW  # thrown again and again, it reaches any DEFENSE
    numbers = sorted(int(face.label) for face in state.content.dice[die].faces if face.label != POW)
    return str(numbers[0] if lucky == (die == TEST) else numbers[-1])


def _outlook(state: State) -> Any:
    """Everything but actions spent, whose turn it is, and tallies."""
    figures = tuple(replace(one, actions=0, activated=False, used=(), tally=()) for one in state.figures)
    pages = tuple((side.articles, side.paper) for side in state.sides)
    return figures, pages, state.doors, state.objects, state.sites, state.counters, state.path, state.met, state.wounds


@pytest.mark.slow
@pytest.mark.rule("GC-ACT-05", "GC-CARD-21", "GC-RANK-11")
@pytest.mark.parametrize("seed", thinned(range(GAMES), 3))
def test_what_is_accepted_can_be_said(seed: int) -> None:
    rng, tried = random.Random(seed), set[type]()
    for session in walked(seed):
        state = session.state
        for command in (drawn(state, rng) for _ in range(DRAWN)):
            if isinstance(SYSTEM.decide(state, command), Accepted):
                said = plainest(state, command)
                tried.add(type(said))
                assert can_be_said(SYSTEM, state, said.seat, said) or not changes(state, said), said
    assert len(tried) > 6, tried


@pytest.mark.slow
@pytest.mark.rule("GC-ACT-05", "GC-TEST-09")
@pytest.mark.parametrize("seed", thinned(range(GAMES), 3))
def test_no_offer_spends_an_action_for_nothing(seed: int) -> None:
    rng = random.Random(seed)
    for session in walked(seed):
        for seat in session.seats:
            offers = [one for one in SYSTEM.legal_commands(session.state, seat) if not isinstance(one, FREE)]
            for command in rng.sample(offers, min(6, len(offers))):
                assert changes(session.state, command), command
