"""The clock: from the end of one turn to the beginning of the next, with the effects of each moment on the way.

EndTurn ─> turn_end ─later seats─> turn_start          effects of a moment: all of them are put before one player, who
              └─> round_end ─> round_start ─┘          says which comes next (HC-TURN-10, HC-VAL-17); alone, it comes
                                      turn_start ─> conditions that are rolled for, copy by copy (HC-BFC-05, -06)
green 1 … red 5 … 6    the event dial: from 5 only back, from 1 only forwards; without a red line 6 is followed by 1
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.core.commands import Concede
from companion.core.events import Conceded, GameEnded
from companion.core.flow import Outcome
from companion.core.ids import PieceId, RuleId, Seat
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroclix.commands import EndTurn, TurnEventDial
from companion.games.heroclix.damage.blow import deal_effect
from companion.games.heroclix.damage.dial import healed
from companion.games.heroclix.events.damage import EffectDealt
from companion.games.heroclix.events.play import (
    EffectCame,
    Moment,
    MomentCame,
    MomentPassed,
    RoundBegan,
    TokensCleared,
    TurnBegan,
    TurnEnded,
)
from companion.games.heroclix.events.powers import EffectBegan, EffectsEnded, PowerUsed
from companion.games.heroclix.events.tactics import ConditionRolled, EventDialTurned
from companion.games.heroclix.forces.setup import EventDial
from companion.games.heroclix.position.happening import happen, next_number, resolve
from companion.games.heroclix.position.holding import active, conditions_in_effect
from companion.games.heroclix.position.scoring import scores_by_side
from companion.games.heroclix.position.team_abilities import lost
from companion.games.heroclix.position.verb import Slot, Verb
from companion.games.heroclix.state.lasting import Lasting, LastingKind, Until
from companion.games.heroclix.state.state import Phase, State
from companion.games.heroclix.turns.ends import LIMIT, end_by_points, look_at_the_end, standing_seats, standing_sides

ORDER = RuleId("HC-TURN-10")
ROLL = RuleId("HC-BFC-05")


@dataclass(frozen=True, slots=True)
class TurnDialAt(Verb):
    """The piece heals so many clicks at that moment, or is dealt damage."""

    moment: Moment
    heal: int = 0
    damage: int = 0
    resolves: ClassVar[bool] = True

    def script(self, t: Teller[State], used: PowerUsed) -> Script[None]:
        """The dial turned back, and the damage dealt."""
        piece = t.state.piece(used.piece)
        dealt = EffectDealt(piece.id, used.power, (piece.id,), self.damage)
        happen(t, *healed(t.state, piece, self.heal, used.power), *([dealt] if self.damage else []))
        if self.damage:
            yield from deal_effect(t, dealt, piece.seat)


@dataclass(frozen=True, slots=True)
class RollEachTurn(Verb):
    """A die at the beginning of each turn; on these faces a value of everybody on the map is modified in that turn."""

    faces: tuple[int, ...]
    value: Slot
    amount: int


def declare_end(t: Teller[State], command: EndTurn) -> Script[None]:
    """The player declares the end of the turn."""
    yield from end_turn(t, command.seat)


def end_turn(t: Teller[State], seat: Seat) -> Script[None]:
    """The turn from its declared end to the first action of the next one: tokens are cleared first (AMB-07), then what
    lasted this turn is over, then the effects of each moment happen (HC-TURN-01, -04, -05, -07..09)."""
    cleared = tokens_to_clear(t.state, seat)
    t.tell(TurnEnded(seat), *([TokensCleared(cleared)] if cleared else []))
    _end_effects(t, lambda effect: effect.until is Until.TURN_END)
    if not (yield from _moment(t, Moment.TURN_END, seat)):
        return
    later = [other for other in standing_seats(t.state) if t.state.order.index(other) > t.state.order.index(seat)]
    if not later:
        if not (yield from _moment(t, Moment.ROUND_END, seat)):
            return
        number, limit = t.state.flow.round, t.state.table.round_limit
        if limit is not None and number >= limit:
            yield from end_by_points(t, LIMIT)
            return
        t.tell(RoundBegan(number + 1), *_turned_by_itself(t.state, "round"))
        if not (yield from _moment(t, Moment.ROUND_START, seat)):
            return
        later = [*standing_seats(t.state)]
    t.tell(*_turned_by_itself(t.state, "turn"))
    yield from begin_turn(t, later[0])


def tokens_to_clear(state: State, seat: Seat) -> tuple[PieceId, ...]:
    """Return the pieces whose action tokens come off when that seat's turn ends (HC-TOKEN-04)."""
    return tuple(piece.id for piece in state.on_map(seat) if piece.tokens and not piece.got_token)


def begin_turn(t: Teller[State], seat: Seat) -> Script[None]:
    """A seat's turn: what lasted until then is over as soon as it begins, before anything else
    happens in it (HC-TURN-05, -06).
    """
    t.tell(TurnBegan(seat, t.state.flow.turn + 1))
    _end_effects(t, lambda effect: _ends_with(t.state, effect, seat))
    if (yield from _moment(t, Moment.TURN_START, seat)):
        yield from roll_for_conditions(t)


def _end_effects(t: Teller[State], is_over: Callable[[Lasting], bool]) -> None:
    over = tuple(effect for effect in t.state.lasting if is_over(effect))
    t.tell(*([EffectsEnded(tuple(effect.number for effect in over), over)] if over else []))


def _ends_with(state: State, effect: Lasting, seat: Seat) -> bool:
    """Whether the effect is over when that seat's turn begins; one whose seat is out of the game ends with any turn."""
    is_out = effect.seat is not None and not any(state.on_map(effect.seat))
    return effect.until is Until.TURN_START and (effect.seat in (None, seat) or is_out)


def _moment(t: Teller[State], moment: Moment, seat: Seat) -> Script[bool]:
    """Whether the game goes on after the effects of a moment. ``seat`` is whose turn ends or begins.

    At the start and the end of a round the first player orders them (AMB-46), else the active one (HC-TURN-10).
    An effect that has lost its power meanwhile does not happen.
    """
    coming = list(coming_effects(t.state, moment, seat))
    if not coming:
        return True
    happen(t, MomentCame(moment, tuple(coming)))
    while left := [effect for effect in coming if effect in set(coming_effects(t.state, moment, seat))]:
        piece, power = left[0]
        if len(left) > 1:
            of_round = moment in (Moment.ROUND_START, Moment.ROUND_END)
            options = {f"{piece}: {power}": (piece, power) for piece, power in left}
            answer = yield from t.choose(standing_seats(t.state)[0] if of_round else seat, ORDER, tuple(options))
            piece, power = options[answer[0]] if answer else left[0]
        coming = [effect for effect in left if effect != (piece, power)]
        happen(t, EffectCame(piece, power))
        yield from resolve(t, PowerUsed(piece, power))
    yield from look_at_the_end(t, MomentPassed(moment), *lost(t.state))
    return t.state.flow.outcome is None


def coming_effects(state: State, moment: Moment, seat: Seat) -> Iterator[tuple[PieceId, str]]:
    """The effects in force that happen at that moment: at those of a turn only those of whose turn it is."""
    own = moment in (Moment.TURN_START, Moment.TURN_END)
    for piece in state.on_map():
        if not own or piece.seat == seat:
            yield from ((piece.id, power) for power, verb in active(state, piece, TurnDialAt) if verb.moment is moment)


def roll_for_conditions(t: Teller[State]) -> Script[None]:
    """Each copy of a condition that is rolled for: its owner need not be in the game (HC-BFC-05, -06). Every character
    on the map feels it until the turn ends, and nobody else (HC-BFC-04)."""
    happen(t)
    for condition in conditions_in_effect(t.state) if t.state.table.inline else ():
        verb = _weather(t.state, condition.id)
        if verb is None or condition.id in t.state.tactics.rolled:
            continue
        (face,) = yield from t.roll(("d6",), t.state.active_seat or t.state.table.seats[0], ROLL)
        strikes, until = int(face) in verb.faces, Until.TURN_END
        felt = [
            Lasting(number, LastingKind.MODIFIES, piece.id, verb.value.value, until, verb.amount, power=condition.id)
            for number, piece in enumerate(t.state.on_map() if strikes else (), start=next_number(t.state))
        ]
        happen(t, ConditionRolled(condition.id, int(face), strikes), *map(EffectBegan, felt))


def _weather(state: State, condition: str) -> RollEachTurn | None:
    rule = dict(state.table.inline).get(condition)
    return next((verb for verb in rule.verbs if isinstance(verb, RollEachTurn)), None) if rule else None


def event_dial_violations(state: State, command: TurnEventDial) -> Iterator[Violation]:
    """The rules that turning the event dial so breaks."""
    dial = state.table.tactics.event
    if dial is None or command.clicks == 0:
        yield violation("HC-EVENT-02", waivable=False)
    elif state.flow.phase != Phase.PLAY:
        yield violation("HC-SETUP-12", waivable=False, phase=state.flow.phase)
    elif (broken := _turned(dial, state.tactics.event_click, command.clicks)[1]) is not None:
        yield violation(broken, waivable=False, click=state.tactics.event_click)


def turn_event_dial(t: Teller[State], command: TurnEventDial) -> Script[None]:
    """The event dial turned by hand."""
    dial, before = t.state.table.tactics.event, t.state.tactics.event_click
    assert dial is not None
    happen(t, EventDialTurned(before, _turned(dial, before, command.clicks)[0]))
    yield from ()


def _turned_by_itself(state: State, moment: str) -> tuple[EventDialTurned, ...]:
    """The turn of a dial whose card says that it turns as a ``round`` or a ``turn`` begins; at its red line it stays
    (HC-EVENT-07, -09)."""
    dial, before = state.table.tactics.event, state.tactics.event_click
    if dial is None or dial.turns != moment:
        return ()
    after, broken = _turned(dial, before, 1)
    return () if broken else (EventDialTurned(before, after),)


def _turned(dial: EventDial, at: int, clicks: int) -> tuple[int, str | None]:
    """The click after turning, and the rule that stops it on the way, if one does."""
    for _ in range(abs(clicks)):
        if clicks > 0 and at in dial.red:
            return at, "HC-EVENT-07"
        if clicks < 0 and at in dial.green:
            return at, "HC-EVENT-06"
        at = (at - 1 + (1 if clicks > 0 else -1)) % dial.clicks + 1  # HC-EVENT-08: the dial has no end
    return at, None


def concede_violations(state: State, command: Concede) -> Iterator[Violation]:
    """Why the seat cannot give up now: it has nothing left to give up; or the others play on, and
    their action is resolved first.
    """
    if state.flow.outcome is not None:
        yield violation("HC-END-01", waivable=False)
    elif state.flow.phase == Phase.PLAY and command.seat not in standing_seats(state):
        yield violation("HC-TURN-02", waivable=False, seat=command.seat)
    elif state.is_busy and len(standing_seats(state)) > 2:
        yield violation("HC-ACT-08", waivable=False)


def concede(t: Teller[State], command: Concede) -> Script[None]:
    """A seat gives up: the end when one other side is left, else the others play on (HC-TURN-02)."""
    seat, before = command.seat, t.state
    t.tell(Conceded(seat))
    if before.flow.phase != Phase.PLAY or len(standing_sides(t.state)) < 2:
        t.tell(GameEnded(_without(before, seat)))
        return
    happen(t, *lost(t.state))
    if seat in t.state.flow.active:
        yield from end_turn(t, seat)


def _without(state: State, seat: Seat) -> Outcome:
    """The outcome when a seat gives up: the others win; with more sides than one, the one with most points."""
    side = state.table.tactics.side_of(seat)
    others = [other for other in standing_seats(state) or state.order if other not in side]
    sides = {state.table.tactics.side_of(other) for other in others}
    points = scores_by_side(state)
    best = max((points[one] for one in sides), default=0)
    winning = {piece for team in sides if points[team] == best for piece in team}
    winners = tuple(player for player in state.table.seats if player in winning)
    return Outcome(winners, RuleId("TW-CONCEDE-01"), state.scores)
