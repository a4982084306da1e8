"""Every command: what forbids it, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from companion.core.commands import Choose, Concede
from companion.core.events import Conceded, GameEnded
from companion.core.flow import ChoiceRequest, Outcome
from companion.core.ids import PieceId, RequestId, RuleId, Seat
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.core.scripted import Verb
from companion.games.guardians import commands as cm
from companion.games.guardians import events as ev
from companion.games.guardians.content.kinds import LEFT, RIGHT, CardSet, Kind
from companion.games.guardians.play import opening, powers, trials, ways
from companion.games.guardians.play.attack import Moment, Strike, entering, manner_of, strike, target_violations
from companion.games.guardians.play.by_hand import HANDS
from companion.games.guardians.play.goals import score
from companion.games.guardians.play.harm import check_weaker, healths
from companion.games.guardians.play.menace import carry_out
from companion.games.guardians.play.turns import PLAN, STACK, TOKENS, is_power, proceed
from companion.games.guardians.state import Figure, State

C = TypeVar("C", bound=cm.Deed)
Moments = tuple[Moment, ...]


def acting(state: State, seat: Seat, piece: PieceId) -> Iterator[Violation]:
    """Why that hero may do nothing now (GC-ACT-02, GC-ACT-05)."""
    figure = state.find(piece)
    if figure is None:
        yield violation("TW-PIECE-01", piece, waivable=False)
    elif figure.seat is None:
        yield violation("GC-VILL-11", piece, waivable=False)
    elif figure.seat != seat:
        yield violation("TW-ASK-02", piece, waivable=False, seat=seat, asked=figure.seat)
    elif state.active != piece:
        yield violation("GC-ACT-02", piece, waivable=False)
        if figure.out:
            yield violation("GC-ACT-09", piece, waivable=False)
    elif state.flow.open:
        yield violation("TW-ASK-01", waivable=False, request="-")
    elif figure.actions < 1:
        yield violation("GC-ACT-05", piece, waivable=False)


def action(
    name: str,
    check: Callable[[State, Figure, C], Iterator[Violation]],
    script: Callable[[Teller[State], Figure, C], Script[Moments]],
) -> Verb[State]:
    """Make the verb of an action: the active hero may spend its actions in any order, again and again (GC-ACT-06)."""

    def violations(state: State, command: C) -> Iterator[Violation]:
        yield from acting(state, command.seat, command.piece)
        figure = state.find(command.piece)
        if figure is not None and figure.at is not None:
            yield from check(state, figure, command)
        elif figure is not None:
            yield violation("GC-SETUP-07", figure.id, waivable=False)

    def told(t: Teller[State], command: C) -> Script[None]:
        figure, before = t.state.who(command.piece), healths(t.state)
        t.tell(ev.ActionTaken(figure.id, name, figure.actions - 1))
        moments = yield from script(t, t.state.who(command.piece), command)
        yield from check_weaker(t, before)  # whoever left the one who lent it HEALTH
        yield from proceed(t, moments)

    return Verb(violations, told)


def _move(t: Teller[State], figure: Figure, command: cm.Move) -> Script[Moments]:
    steps = ways.destinations(t.state, figure).get(command.to, 0)
    t.tell(ev.Moved(figure.id, command.to, steps, ways.move_rule(t.state, figure, steps)))
    return entering(figure, command.to) if steps else ()
    yield


def _attack(t: Teller[State], figure: Figure, command: cm.Attack) -> Script[Moments]:
    target = t.state.who(command.target)
    manner = manner_of(t.state, figure, target, command.manner)
    return (yield from strike(t, Strike(figure.id, target.id, manner)))


def _test(t: Teller[State], figure: Figure, command: cm.TakeTest) -> Script[Moments]:
    site = t.state.scenario.sites[command.site]
    passed, test = yield from trials.take_test(t, figure, site, command.stat)
    yield from carry_out(t, test.success if passed else test.failure, t.state.who(figure.id), figure.id)
    return (Moment("test_passed" if passed else "test_failed", site.id, figure.id),)


def _object(t: Teller[State], figure: Figure, command: cm.UseObject) -> Script[Moments]:
    passed, test, moments = yield from trials.use_object(t, figure, command.object, command.use, command.target)
    yield from carry_out(t, test.success if passed else test.failure, t.state.who(figure.id), figure.id)
    return moments


def _power(t: Teller[State], figure: Figure, command: cm.UsePower) -> Script[Moments]:
    return (yield from powers.use_power(t, figure, command.card, command.target, command.to))


def _end(t: Teller[State], command: cm.EndActivation) -> Script[None]:
    t.tell(ev.ActivationEnded(command.piece, t.state.who(command.piece).actions))
    yield from proceed(t)


def _concede(t: Teller[State], command: Concede) -> None:
    """Give the game up: the other side wins, whatever the papers say."""
    own = opening.side_of(t.state, command.seat)
    winners = tuple(seat for camp, seats in t.state.table.camps if camp != own for seat in seats)
    points = tuple((seat, score(t.state, camp)) for camp, seats in t.state.table.camps for seat in seats)
    t.tell(Conceded(command.seat), GameEnded(Outcome(winners, RuleId("TW-CONCEDE-01"), points)))


VERBS: Mapping[type, Verb[State]] = {
    cm.ChoosePaper: Verb(opening.paper_violations, opening.choose_paper),
    cm.BeginGame: Verb(opening.begin_violations, opening.begin),
    cm.Move: action("move", lambda state, figure, one: ways.way_violations(state, figure, one.to), _move),
    cm.Attack: action(
        "attack",
        lambda state, figure, one: target_violations(state, figure, state.find(one.target), one.manner),
        _attack,
    ),
    cm.TakeTest: action(
        "test",
        lambda state, figure, one: trials.test_violations(state, figure, state.scenario.sites.get(one.site), one.stat),
        _test,
    ),
    cm.UseObject: action(
        "object",
        lambda state, figure, one: trials.object_violations(state, figure, one.object, one.use, one.target),
        _object,
    ),
    cm.UsePower: action(
        "power",
        lambda state, figure, one: powers.power_violations(state, figure, one.card, one.target, one.to),
        _power,
    ),
    cm.EndActivation: Verb(lambda state, one: acting(state, one.seat, one.piece), _end),
    **HANDS.verbs,
    Concede: Verb(lambda state, command: iter(()), _concede),
}


LIMITING = {STACK, TOKENS, "GC-TEAMUP-03", "GC-SOLO-04", "GC-RANK-05", "GC-ATK-12", "GC-MAP-09", "GC-WOUND-14"}


# what is laid down in secret: commands that answer the Strategy's questions

ANSWERS: Mapping[type, str] = {cm.Plan: PLAN, cm.LayTokens: TOKENS, cm.LayStack: STACK}


def answer_of(state: State, command: Any) -> Choose:
    """The plan, the tokens or the stack as the answer to the question that is open for it."""
    purpose, piece = ANSWERS[type(command)], getattr(command, "piece", None)
    asked = (
        one.id
        for one in state.flow.open
        if isinstance(one, ChoiceRequest) and one.purpose == purpose and one.seat == command.seat and one.piece == piece
    )
    request = next(asked, RequestId("-"))
    match command:
        case cm.Plan():
            options = (*(f"{LEFT}:{card}" for card in command.left), *(f"{RIGHT}:{card}" for card in command.right))
        case cm.LayTokens():
            both_on_one = len(command.on) <= 2
            options = tuple(dict.fromkeys(command.on)) if both_on_one else tuple(command.on)
        case _:
            options = tuple(command.order)
    return Choose(command.seat, request, options)


def laying_violations(state: State, command: cm.Plan | cm.LayTokens | cm.LayStack) -> Iterator[Violation]:
    """Why the seat may not lay that down for that figure, whatever is asked (GC-VILL-11, GC-TEAMUP-08)."""
    if isinstance(command, cm.LayStack):
        return
    figure = state.find(command.piece)
    if figure is None:
        yield violation("TW-PIECE-01", command.piece, waivable=False)
    elif figure.seat is None:
        yield violation("GC-VILL-11", figure.id, waivable=False)
    elif figure.seat != command.seat:
        yield violation("TW-ASK-02", figure.id, waivable=False, seat=command.seat, asked=figure.seat)
    elif isinstance(command, cm.LayTokens) and figure.kind is not Kind.TEAM_UP:
        yield violation("GC-TEAMUP-08", figure.id, waivable=False)


def answer_violations(state: State, request: ChoiceRequest, options: tuple[str, ...]) -> Iterator[Violation]:
    """Why that is no answer, by the game's own rules: those of cards, or the one that asks."""
    if request.purpose == PLAN:
        yield from plan_violations(state, request, options)
    elif request.purpose in LIMITING:
        yield violation(request.purpose, request.piece, waivable=False)


def plan_violations(state: State, request: ChoiceRequest, options: tuple[str, ...]) -> Iterator[Violation]:
    """Why cards may not be laid so, by the rules of cards (GC-CARD-01..07, GC-CARD-26, GC-WOUND-09)."""
    figure = state.who(request.piece or "")
    cards = [option.partition(":")[2] for option in options]
    if not any(is_power(state, option) for option in options):
        yield violation("GC-CARD-06", figure.id, waivable=False)
        if any(card in state.content.wounds for card in cards):
            yield violation("GC-WOUND-09", figure.id, waivable=False)
            yield violation("GC-CARD-12", figure.id, waivable=False)
    if len(cards) > 2:
        yield violation("GC-CARD-06", figure.id, waivable=False)
    if len(set(cards)) < len(cards):
        yield violation("GC-CARD-02", figure.id, waivable=False)
    for option in options:
        side, _, card = option.partition(":")
        row = state.content.cards.get(card)
        if option in request.options:
            continue
        if row is None and card not in state.content.wounds:
            yield violation("TW-ASK-03", figure.id, waivable=False, found=option, expected=", ".join(request.options))
        elif row is None and not figure.is_main:
            yield violation("GC-WOUND-13", figure.id, waivable=False)
        elif row is not None and row.hero != figure.hero:
            yield violation("GC-CARD-01", figure.id, waivable=False, card=card)
            if figure.kind is Kind.TEAM_UP:
                yield violation("GC-TEAMUP-04", figure.id, waivable=False, card=card)
        elif card not in figure.hand:
            yield violation(_absent(state, figure, card), figure.id, waivable=False, card=card)
        elif row is not None and row.weakness:
            yield violation("GC-CARD-26", figure.id, waivable=False, card=card)
        elif row is not None:
            yield violation("GC-CARD-05", figure.id, waivable=False, card=card, pile=side)
        else:
            yield violation("GC-WOUND-12", figure.id, waivable=False, source=card)


def _absent(state: State, figure: Figure, card: str) -> str:
    """Return the rule by which a card is not in a hero's hand: it was played, is another's, or never came to it."""
    row = state.content.cards.get(card)
    if card in figure.discard:
        return "GC-CARD-09"
    if row is None:
        return "GC-CARD-01"
    if row.set is not CardSet.BASE:
        return "GC-RANK-05" if row.set is CardSet.ROOKIE else "GC-RANK-13"
    if state.table.is_solo:
        return "GC-SOLO-04"
    if figure.kind is Kind.TEAM_UP:
        return "GC-TEAMUP-03"
    return "GC-RANK-05" if card in figure.removed else "GC-CARD-09"
