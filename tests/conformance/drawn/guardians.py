"""Orders of Guardians' Chronicles drawn at random, and whether one changes anything."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from companion.core.by_hand import Adjust, MoveCard, Relocate
from companion.core.commands import Choose, Concede, Pass, ReportDice
from companion.core.dice import DiceRequest, DiceResult
from companion.core.flow import ChoiceRequest
from companion.core.ids import PieceId
from companion.core.rules import Accepted
from companion.games.guardians import commands as cm
from companion.games.guardians.content.dice import POW, TEST
from companion.games.guardians.play.attack import manner_of
from companion.games.guardians.sample import sample_setup
from companion.games.guardians.setup import PAPERS, GuardiansSetUp
from companion.games.guardians.state import State
from tests.games.guardians.walks import SYSTEM

SPENDING = (cm.Attack, cm.TakeTest, cm.UseObject, cm.UsePower)  # an action, and perhaps for nothing
WHATS = ("damage", "speed", "health", "out", "actions", "activated", "article", "passed", "open", "count", "luck")
PILES = ("", "hand", "left", "right", "discard", "page")
USES = ("classic", "aggressive")


def setup() -> GuardiansSetUp:
    """Two sides with a TEAM-UP hero each, that have chosen no paper: most cards, most to do."""
    return replace(sample_setup(team_up=True), papers=())


def orders(state: State, rng: random.Random, count: int) -> Iterator[Any]:
    """So many whole orders."""
    return (_order(state, rng) for _ in range(count))


def _order(state: State, rng: random.Random) -> Any:
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


def is_whole(state: State, order: Any) -> bool:
    """Whether the order says no more than a player would, and is not for nothing."""
    accepted = isinstance(SYSTEM.decide(state, order), Accepted)
    if accepted and isinstance(order, cm.ChoosePaper) and _told_to_the_end(state, order, True) == _outlook(state):
        return False  # it is the side's paper already
    return accepted and _plainest(state, order) == order and wasted(state, order) == []


def wasted(state: State, order: Any) -> list[str]:
    """Return the action, where the order spends one and changes nothing else, whatever the dice and the others do."""
    if not isinstance(order, SPENDING):
        return []
    ends = (_told_to_the_end(state, order, *luck) for luck in product((True, False), repeat=2))
    return ["an action"] if all(end == _outlook(state) for end in ends) else []


def _plainest(state: State, command: Any) -> Any:
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


def _told_to_the_end(state: State, command: Any, lucky: bool, willing: bool = True) -> Any:
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
            if not willing and request.optional:
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
