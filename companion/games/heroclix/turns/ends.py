"""Ends of the game: who still plays, how it ends, and ends that players agree on (HC-TURN-02, -14, HC-END-01..03).

one side left ─> it wins      a limit, an agreement ─> victory points by side ─tie─> a roll
ProposeEnd ─> every other seat in the game is asked ─all yes─> the end      one no ─> the game goes on
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.core.dice import DiceRequest
from companion.core.events import DiceRequested, GameEnded
from companion.core.flow import Outcome
from companion.core.ids import RuleId, Seat
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroclix.commands import End, ProposeEnd
from companion.games.heroclix.events.play import EndDeclined, EndProposed, RollTied
from companion.games.heroclix.position.happening import happen
from companion.games.heroclix.position.holding import not_between_actions
from companion.games.heroclix.position.scoring import scores_by_side
from companion.games.heroclix.state.state import State

LAST_TEAM = RuleId("HC-END-01")
LIMIT = RuleId("HC-END-02")
EVENT = RuleId("HC-EVENT-04")
FIRST_PLAYER = RuleId("HC-SETUP-03")
TIE = RuleId("HC-END-08")


def standing_seats(state: State) -> tuple[Seat, ...]:
    """The seats that still have characters on the map, in turn order (HC-TURN-02): no others, who are eliminated
    (HC-DMG-14): who is knocked out is no longer part of a force (HX-KO-06)."""
    return tuple(seat for seat in state.order if any(state.on_map(seat)))


def ending(state: State) -> tuple[GameEnded | RollTied, ...]:
    """Return the end of the game now that an action is complete; nothing while two sides
    stand (HC-END-01, -05, AMB-65).
    """
    sides = standing_sides(state)
    dial = state.table.tactics.event
    if len(sides) > 1:
        return _won_by_points(state, dial.wins_at) if dial is not None and dial.wins_at is not None else ()
    if sides:
        return (GameEnded(Outcome(sides[0], LAST_TEAM, state.scores)),)
    return by_points(state, LAST_TEAM)


def _won_by_points(state: State, needed: int) -> tuple[GameEnded, ...]:
    """The end that the event dial adds: a side has as many points as its card asks for (HC-EVENT-03, -04, HC-VP-04)."""
    best = max(scores_by_side(state).items(), key=lambda one: one[1])
    return (GameEnded(Outcome(best[0], EVENT, state.scores)),) if best[1] >= needed else ()


def standing_sides(state: State) -> tuple[tuple[Seat, ...], ...]:
    """The sides that still have characters on the map, each whole (HC-END-07)."""
    return tuple(dict.fromkeys(state.table.tactics.side_of(seat) for seat in standing_seats(state)))


def by_points(state: State, rule: RuleId) -> tuple[GameEnded | RollTied, ...]:
    """The end by victory points, those of a side added together (HC-END-07); a tie is rolled off (HC-END-06, -08)."""
    survivors = standing_sides(state)
    if len(survivors) == 1:  # HC-END-05
        return (GameEnded(Outcome(survivors[0], rule, state.scores)),)
    scores = scores_by_side(state)
    best = max(scores.values())
    winners = tuple(side for side, points in scores.items() if points == best)
    if len(winners) > 1:
        return (RollTied(tuple(seat for side in winners for seat in side), TIE),)
    return (GameEnded(Outcome(winners[0], rule, state.scores)),)


RULES = {End.DRAW: RuleId("TW-DRAW-01"), End.TIME: RuleId("HC-END-02"), End.SCENARIO: RuleId("HC-END-03")}


def proposal_violations(state: State, command: ProposeEnd) -> Iterator[Violation]:
    """Why the end may not be proposed now."""
    if (refusal := not_between_actions(state)) is not None:
        yield refusal
    elif command.seat not in standing_seats(state):
        yield violation("HC-TURN-02", waivable=False, seat=command.seat)
    elif command.winners and (command.how is not End.SCENARIO or set(command.winners) - set(state.table.seats)):
        yield violation("HC-END-03", waivable=False)  # only a scenario names its winners


def propose(t: Teller[State], command: ProposeEnd) -> Script[None]:
    """Every other seat still in the game is asked, in turn order: one no, and the game goes on; else it ends."""
    rule = RULES[command.how]
    t.tell(EndProposed(command.seat, command.how, command.winners))
    for seat in [seat for seat in standing_seats(t.state) if seat != command.seat]:
        answer = yield from t.choose(seat, rule, ("yes", "no"))
        if answer == ("no",):
            happen(t, EndDeclined(seat))
            return
    if command.how is End.DRAW or command.winners:
        happen(t, GameEnded(Outcome(command.winners, rule, t.state.scores)))
    else:
        yield from end_by_points(t, rule)


def look_at_the_end(t: Teller[State], *events: object) -> Script[None]:
    """The events, and the end of the game when they have brought it."""
    end = ending(t.state)
    happen(t, *events, *end)
    yield from _roll_off_tie(t, end)


def end_by_points(t: Teller[State], rule: RuleId) -> Script[None]:
    """The end by victory points, or by the roll that a tie asks for."""
    end = by_points(t.state, rule)
    happen(t, *end)
    yield from _roll_off_tie(t, end)


def _roll_off_tie(t: Teller[State], end: tuple[GameEnded | RollTied, ...]) -> Script[None]:
    for event in end:
        if isinstance(event, RollTied):
            winner = yield from roll_off(t, TIE, event.seats)
            side = t.state.table.tactics.side_of(winner)
            happen(t, GameEnded(Outcome(side, TIE, t.state.scores)))


def roll_off(t: Teller[State], purpose: RuleId, seats: tuple[Seat, ...]) -> Script[Seat]:
    """The seat with the highest total: all roll 2d6 at once, the tied again (HC-SETUP-03, HC-END-08); of teammates,
    who win together (HC-END-07), any."""
    while True:
        requests = [DiceRequest(t.next_id(ahead), ("d6", "d6"), seat, purpose) for ahead, seat in enumerate(seats)]
        answers = yield DiceRequested(requests[0], tuple(requests[1:]))
        totals = [total_of(t.state, seat, faces or (), purpose) for seat, faces in zip(seats, answers, strict=True)]
        seats = tuple(seat for seat, total in zip(seats, totals, strict=True) if total == max(totals))
        win_together = purpose == TIE and set(seats) <= set(t.state.table.tactics.side_of(seats[0]))
        if len(seats) == 1 or win_together:
            return seats[0]
        happen(t, RollTied(seats, purpose))


def total_of(state: State, seat: Seat, faces: Iterable[str], purpose: RuleId) -> int:
    """Return a seat's total in a roll for the highest one."""
    return sum(map(int, faces)) + _bonus(state, seat, purpose)


def _bonus(state: State, seat: Seat, purpose: RuleId) -> int:
    """Return the bonus of a themed team to its roll for first player: the number of its characters (HC-THEME-05)."""
    theme = state.table.tactics.theme_of(seat)
    return theme.count if theme and purpose == FIRST_PLAYER else 0
