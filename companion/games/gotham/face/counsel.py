"""Counsel where dice may be thrown again: what they are worth as they lie, and which throw gains most on average.

on whom, or whether to bind ──wounds of each attack on average──> the most
cubes for a Defense ──as long as one more stops a sixth of a wound──> so many
dice as they lie ──best faces──> no better? enough, or in vain: No        ──some again──> those that gain most
Bind tokens ──each takes a success──> as many as there may be
worth: wounds of an attack · wounds that a Defense lets through · a complex action that succeeds; to a foe the contrary
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from companion.core.commands import Choose, Pass
from companion.core.dice import DiceRequest
from companion.core.events import DiceRequested
from companion.core.face import HOPELESS, Counsel, Foretold
from companion.core.flow import ChoiceRequest
from companion.core.ids import PieceId, Seat
from companion.core.phrases import Told, average, joined, say
from companion.core.pool import DIE, lying
from companion.core.rules import RulesSystem
from companion.games.gotham.attack import beyond, odds
from companion.games.gotham.attack.defense import printed_of
from companion.games.gotham.attack.pipeline import BINDS, BOUND
from companion.games.gotham.content.content import SUCCESS
from companion.games.gotham.content.settings import AVAILABLE
from companion.games.gotham.content.words import Step
from companion.games.gotham.events import ActionDeclared, Neutralised, TaskDone
from companion.games.gotham.face.prizes import is_won
from companion.games.gotham.face.saving import foe_of, risk, saved
from companion.games.gotham.face.throwing import (
    ACTION,
    ATTACK,
    GUARD,
    chance_then,
    coming,
    deed_now,
    log_of,
    needed,
    reached,
    struck_at,
)
from companion.games.gotham.face.words import tasks_asked
from companion.games.gotham.rolling import PAID
from companion.games.gotham.state import State

Shares = odds.Shares
OPEN = "any_success"  # whoever is struck may still pay for a Defense


@dataclass(frozen=True, slots=True)
class Stake:
    """The stake of a roll: its worth on average, the chance of what is told of it, and in which words."""

    worth: Callable[[Shares], Fraction]
    chance: Callable[[Shares], Fraction]
    words: str
    difficulty: int = 1
    unit: str = ""  # of what is counted on average, where it is more than whether anything comes of it
    beyond: Callable[[Shares], tuple[Shares, ...]] = lambda rolled: ()  # what it does besides


def plain(state: State) -> State:
    """Return the state without the numbers that it only tells."""
    return replace(state, shown=())


def counsel(system: RulesSystem[State], state: State, request: ChoiceRequest) -> Counsel | None:
    """Return the answer to whether dice are thrown again, and how many cubes a Defense is worth; nothing of other
    questions, and where dice must be thrown again.
    """
    asked = (event.request for event in reversed(log_of(state)) if isinstance(event, DiceRequested))
    last, (pool, _) = next(asked, None), lying(log_of(state))
    if request.purpose == GUARD and request.piece is not None:
        return _paid(state, request, request.piece)
    if request.purpose == BOUND and all(map(str.isdecimal, request.options)):
        return Counsel((max(request.options, key=int),), say("bind_most"))
    if not request.options[0].startswith(DIE):
        return _struck(system, state, request)
    if last is None or not request.optional:
        return None
    stake = _stake(system, state, last, request, pool.dice)
    if stake is None:
        return None
    who = [state.who(piece).side for piece in (request.piece, last.piece) if piece is not None]
    is_foe = len({*who}) > 1
    shows = [face.tags.count(SUCCESS) for face in pool.read(state.content.dice)]
    lies = sum(shows)
    now: Shares = {lies: Fraction(1)}
    places = {option: int(option.removeprefix(DIE)) - 1 for option in request.options}
    after = {
        some: odds.thrown(
            state, [pool.dice[places[one]] for one in some], lies - sum(shows[places[one]] for one in some)
        )
        for many in range(max(1, request.at_least), request.at_most + 1)
        for some in combinations(request.options, many)
    }

    def gain(rolled: Shares) -> Fraction:
        """Return how much more it is worth than the dice as they lie, to whoever is asked."""
        more = stake.worth(rolled) - stake.worth(now)
        return -more if is_foe else more

    furthest = min(map(min, after.values())) if is_foe else max(map(max, after.values()))
    if gain({furthest: Fraction(1)}) <= 0:
        if stake.beyond(now) != stake.beyond({furthest: Fraction(1)}):
            return Counsel((), say("dice_beyond"))
        return Counsel((), say(_as_it_stands(stake, stake.chance(now), is_foe)))
    told: Told = say(stake.words, chance=stake.chance(now), needed=stake.difficulty)
    if stake.unit:
        told = joined(" · ", told, average(stake.unit, stake.worth(now)))
    best = max(after, key=lambda some: (gain(after[some]), -len(some)))
    told, price = joined(" · ", say("as_they_lie"), told), HOPELESS if request.purpose == PAID else Fraction(0)
    cubes_told: Told = ""
    if _may_win(system, state, request.seat):  # nothing is saved then: the chance is all that counts
        price = Fraction(0)
    elif request.purpose == PAID and last.purpose != GUARD and request.piece is not None:
        payer = state.who(request.piece)
        if (count := payer.cubes_at(AVAILABLE)) <= saved(state, payer):
            cubes_told = say("cubes_saved", count=count, foe=foe_of(state, payer))
            if not _is_asked(state):
                return Counsel((), joined(" · ", told, cubes_told))
            price = max(price, risk(state, payer, 1))
    chances = [stake.chance(rolled) * (-1 if is_foe else 1) for rolled in (now, after[best])]
    floor = price if chances[0] <= chances[1] else max(price, HOPELESS)  # hardly more on average, but less often
    if gain(after[best]) > floor:
        return Counsel(best, told)
    return Counsel((), joined(" · ", *filter(None, (told, cubes_told))))


def _may_win(system: RulesSystem[State], state: State, seat: Seat) -> bool:
    """Whether the success of the action in progress wins the mission for that seat."""
    attack, action = deed_now(state), _action(state)
    target = attack.target if attack is not None and not attack.binds else None
    if attack is not None and target is not None:
        falls = Neutralised(target, attack.piece)
        return state.who(target).endures <= 1 and is_won(system, state, seat, falls)
    is_task = attack is None and action is not None and action.what in state.table.tasks
    return is_task and action is not None and is_won(system, state, seat, TaskDone(action.what, action.piece))


def _action(state: State) -> ActionDeclared | None:
    declared = (event for event in reversed(log_of(state)) if isinstance(event, ActionDeclared))
    return next(declared, None)


def _is_asked(state: State) -> bool:
    """Whether the action in progress is a task that the mission is won by."""
    action = _action(state)
    return action is not None and action.what in tasks_asked(state.table)


def _struck(system: RulesSystem[State], state: State, request: ChoiceRequest) -> Counsel | None:
    """Return the foe whom an attack wounds most on average, or to wound rather than to bind, unless only tokens can
    come of it (GO-BIND-01); ``None`` of other questions.
    """
    side = state.who(request.piece).side if request.piece is not None else None
    foes = {figure.id for figure in state.figures if figure.side != side}
    if request.at_most > 1 or not (request.purpose == BINDS or foes.issuperset(request.options)):
        return None
    answers: list[Choose | Pass] = [Choose(request.seat, request.id, (one,)) for one in request.options]
    if request.purpose == BINDS:
        answers.insert(0, Pass(request.seat, request.id))
    rolls = [coming(system, state, answer) for answer in answers]
    attacks = [roll for roll in rolls if roll is not None and roll[0] == ATTACK]
    if len(attacks) < len(answers):
        return None
    answer, roll = max(zip(answers, attacks, strict=True), key=lambda one: _hurt(one[1][1]))
    return Counsel(() if isinstance(answer, Pass) else answer.options, chance_then(*roll))


def _hurt(roll: Foretold) -> tuple[Fraction, Fraction]:
    """Return the wounds of an attack on average, and its chance."""
    return roll.expected or Fraction(0), roll.likely or Fraction(0)


def _paid(state: State, request: ChoiceRequest, piece: PieceId) -> Counsel | None:
    """Return how many cubes are paid for a Defense: as long as another one stops enough (GO-BASE-ATK-09)."""
    attack, hits, dice = deed_now(state), struck_at(state), printed_of(state, state.who(piece))
    if attack is None or attack.binds or dice is None:
        return None

    def held(cubes: int) -> Shares:
        pool = (dice.die,) * dice.count * cubes
        guard = odds.guard_of(attack, pool, attack.lent)
        return odds.counted(state, Step.DEFENSE, guard, odds.thrown(state, pool))

    def lost(cubes: int) -> Fraction:
        return odds.mean(odds.wounds(state, attack, {hits: Fraction(1)}, held(cubes)))

    cubes = 0
    while str(cubes + 1) in request.options and lost(cubes) - lost(cubes + 1) >= HOPELESS:
        cubes += 1
    chance = odds.least(held(cubes), hits)
    told = joined(" · ", say("cubes", count=cubes) if cubes else say("no_cubes"), say("held_chance", chance=chance))
    return Counsel((str(cubes),) if cubes else (), told)


def _as_it_stands(stake: Stake, chance: Fraction, is_foe: bool) -> str:
    """Return the words of dice that no throw makes better: they are enough, or in vain, or other dice decide."""
    if 0 < chance < 1 or (chance and stake.words == OPEN):
        return "dice_best"
    return "dice_enough" if (chance > 0) != is_foe else "dice_vain"


def _stake(
    system: RulesSystem[State], state: State, last: DiceRequest, request: ChoiceRequest, dice: tuple[str, ...]
) -> Stake | None:
    """Return what the dice that were thrown last are for; ``None`` where nothing of it is counted."""
    attack = deed_now(state)
    if last.purpose == ACTION and (found := needed(system, state, request)) is not None:
        difficulty, parts = found
        chance = lambda rolled: reached(difficulty, parts, rolled)  # noqa: E731
        return Stake(chance, chance, "success_chance", difficulty)
    if last.purpose == GUARD and attack is not None:
        hits, guard = struck_at(state), odds.guard_of(attack, dice, attack.lent)

        def held(rolled: Shares) -> Shares:
            return odds.counted(state, Step.DEFENSE, guard, rolled)

        return Stake(
            lambda rolled: -odds.mean(odds.wounds(state, attack, {hits: Fraction(1)}, held(rolled))),
            lambda rolled: odds.least(held(rolled), hits),
            "held_chance",
            beyond=lambda rolled: (
                (beyond.left_over(state, attack, {hits: Fraction(1)}, held(rolled)),)
                if beyond.passes_on(state, attack)
                else ()
            ),
        )
    if last.purpose != ATTACK or attack is None:
        return None

    def made(rolled: Shares) -> Shares:
        return odds.counted(state, Step.SUCCESSES, attack, rolled)

    def struck(rolled: Shares) -> Shares:
        return odds.left(attack, made(rolled))

    printed = odds.printed_guard(state, attack)
    if printed is None:  # what is paid for the Defense nobody knows
        return _of(struck, OPEN, "success")
    if attack.binds:
        return _of(lambda rolled: odds.margins(struck(rolled), printed[1]), "binds_chance")

    def besides(rolled: Shares) -> tuple[Shares, ...]:
        taken = beyond.pledged(attack, made(rolled))
        passed = beyond.passes_on(state, attack)
        return (taken, *((beyond.left_over(state, attack, struck(rolled), printed[1]),) if passed else ()))

    wounds = lambda rolled: odds.wounds(state, attack, struck(rolled), printed[1])  # noqa: E731
    return replace(_of(wounds, "likely_wound", "wound"), beyond=besides)


def _of(amounts: Callable[[Shares], Shares], words: str, unit: str = "") -> Stake:
    """Return the stake of as many as can be had, at least one."""
    return Stake(
        lambda rolled: odds.mean(amounts(rolled)), lambda rolled: odds.least(amounts(rolled), 1), words, unit=unit
    )
