"""A game turn: Strategy in secret, the reveal, initiative, alternating activations, the end in its order (GC-TURN).

STRATEGY all at once ─> reveal, Weakness heals ─> initiative ─> First, Second, First … ─> END villain, cards, wounds
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.dice import DiceRequest
from companion.core.events import ChoiceRequested, DiceRequested
from companion.core.flow import ChoiceRequest, Limit
from companion.core.ids import PieceId, RuleId
from companion.core.procedure import Script, Teller
from companion.games.guardians import events as ev
from companion.games.guardians.content.dice import COMBAT, explodes, worth
from companion.games.guardians.content.kinds import HEALTH, LEFT, MENTAL, RIGHT, SPEED, STATS, Kind
from companion.games.guardians.play import goals, harm
from companion.games.guardians.play.attack import Moment
from companion.games.guardians.play.menace import end_actions, react
from companion.games.guardians.play.values import action_count, value
from companion.games.guardians.state import Figure, Phase, State

PLAN, TOKENS, STACK = "GC-TURN-02", "GC-TEAMUP-08", "GC-TURN-04"
PLANNING = (PLAN, TOKENS, STACK)
HERO_ACTIONS = 3  # GC-CHAR-05, GC-ACT-05
CARDS_A_TURN = 2  # GC-CARD-06
FIRST_BY_SPEED, FIRST_BY_MENTAL, FIRST_BY_ROLL = "GC-INIT-02", "GC-INIT-03", "GC-INIT-04"


def options_of(state: State, figure: Figure) -> tuple[str, ...]:
    """Every way a hero may lay a card: ``left:card``, ``right:card`` (GC-CARD-02..05, GC-WOUND-09)."""
    options: list[str] = []
    for card in dict.fromkeys(figure.hand):
        row, wound = state.content.cards.get(card), state.content.wounds.get(card)
        if row is not None:
            options += [f"{side}:{card}" for side in row.uses]
        elif figure.is_main:
            options += [f"{side}:{card}" for side in (wound.sides if wound else (LEFT, RIGHT))]
    return tuple(options)


def is_power(state: State, option: str) -> bool:
    """Whether that is a power card and no wound (GC-CARD-12)."""
    return option.partition(":")[2] in state.content.cards


def plan_request(t: Teller[State], figure: Figure, ahead: int) -> ChoiceRequest:
    """The question which cards a hero plays: one or two, one power card at least, so the last one
    (GC-CARD-06, -11, GC-AMB-12).
    """
    assert figure.seat is not None
    options = options_of(t.state, figure)
    limits = [Limit(tuple(one for one in options if is_power(t.state, one)), CARDS_A_TURN, 1)]
    for card in dict.fromkeys(option.partition(":")[2] for option in options):
        ways = tuple(option for option in options if option.partition(":")[2] == card)
        if len(ways) > 1:
            limits.append(Limit(ways))
    allies = tuple(seat for seat in harm.allied_seats(t.state, figure.side) if seat != figure.seat)
    return t.choice(
        figure.seat,
        PLAN,
        options,
        figure.id,
        at_most=min(CARDS_A_TURN, len(options)),
        limits=limits,
        secret=True,
        confidants=allies,
        ahead=ahead,
    )


def strategy(t: Teller[State], turn: int) -> Script[None]:
    """Ask every hero for its cards, TEAM-UP heroes for their tokens, every side for its order, all at once
    (GC-TURN-02..06, GC-TEAMUP-05); then everything is turned over."""
    t.tell(ev.GameTurnBegan(turn))
    requests: list[ChoiceRequest] = []
    heroes = [hero for hero in t.state.heroes() if any(is_power(t.state, one) for one in options_of(t.state, hero))]
    for hero in heroes:
        requests.append(plan_request(t, hero, len(requests)))
    for hero in t.state.heroes():
        if hero.kind is Kind.TEAM_UP and hero.seat is not None:
            allies = tuple(seat for seat in harm.allied_seats(t.state, hero.side) if seat != hero.seat)
            requests.append(
                t.choice(
                    hero.seat, TOKENS, STATS, hero.id, at_most=2, secret=True, confidants=allies, ahead=len(requests)
                )
            )
    for camp in t.state.camps:
        order = [hero.id for hero in t.state.heroes(camp)]
        if len(order) > 1:
            captain = t.state.captain(camp)
            allies = tuple(seat for seat in harm.allied_seats(t.state, camp) if seat != captain)
            requests.append(
                t.choice(
                    captain,
                    STACK,
                    order,
                    at_least=len(order),
                    at_most=len(order),
                    ordered=True,
                    secret=True,
                    confidants=allies,
                    ahead=len(requests),
                )
            )
    if requests:
        yield ChoiceRequested(requests[0], tuple(requests[1:]))
    yield from reveal(t)


def reveal(t: Teller[State]) -> Script[None]:
    """Turn all cards over at the same time, heal by Weakness cards, settle the initiative (GC-TURN-07, GC-ACT-01)."""
    for camp in t.state.camps:
        laid = t.state.side(camp).stack
        order = (*laid, *(hero.id for hero in t.state.heroes(camp) if hero.id not in laid))
        t.tell(ev.StackLaid(camp, order))
    t.tell(ev.PhaseBegan(Phase.ACTIVATION.value))
    heroes, before = [hero.id for hero in t.state.heroes()], harm.healths(t.state)
    for piece in heroes:
        planned = t.state.who(piece).planned
        left, right = (tuple(p.partition(":")[2] for p in planned if p.startswith(side)) for side in (LEFT, RIGHT))
        t.tell(ev.CardsRevealed(piece, left, right))
        if intended := t.state.who(piece).intended:
            t.tell(ev.TokensRevealed(piece, intended * 2 if len(intended) == 1 else intended))
    for piece in heroes:
        hero = t.state.who(piece)
        if any(t.state.content.cards[card].weakness for card in hero.left if card in t.state.content.cards):
            healed = min(hero.damage, value(t.state, hero, HEALTH))  # GC-AMB-13
            if healed:
                t.tell(ev.Healed(piece, healed, RuleId("GC-CARD-27")))
    yield from harm.check_weaker(t, before)
    yield from initiative(t)


def initiative(t: Teller[State]) -> Script[None]:
    """Settle which side is the First Group (GC-INIT-01..06)."""
    state = t.state
    camps = state.camps
    speed, mental = ({camp: _sum(state, camp, stat) for camp in camps} for stat in (SPEED, MENTAL))
    first, rule = camps[0], FIRST_BY_SPEED
    if len(camps) > 1 and len(set(speed.values())) > 1:
        first = max(camps, key=lambda camp: speed[camp])
    elif len(camps) > 1 and len(set(mental.values())) > 1:
        first, rule = max(camps, key=lambda camp: mental[camp]), FIRST_BY_MENTAL
    elif len(camps) > 1:
        rule = FIRST_BY_ROLL
        first = next(camp for camp in camps if camp != state.first) if state.first else (yield from _roll_off(t))
    t.tell(ev.InitiativeSettled(first, tuple(speed.items()), tuple(mental.items()), RuleId(rule)))


def _sum(state: State, camp: str, stat: str) -> int:
    """The sum over a side's heroes, TEAM-UP heroes too (GC-INIT-05)."""
    return sum(value(state, hero, stat) for hero in state.heroes(camp))


def _roll_off(t: Teller[State]) -> Script[str]:
    """The side with the higher combat die; again on a tie, POW thrown again (GC-AMB-19, GC-AMB-49)."""
    while True:
        requests = [
            DiceRequest(t.next_id(place), (COMBAT,), t.state.captain(camp), RuleId(FIRST_BY_ROLL))
            for place, camp in enumerate(t.state.camps)
        ]
        answers = yield DiceRequested(requests[0], tuple(requests[1:]))
        totals: dict[str, int] = {}
        die = t.state.content.dice[COMBAT]
        for camp, faces in zip(t.state.camps, answers, strict=True):
            face = die.face((faces or ("0",))[0])
            total = 0
            while face is not None:
                total += worth(face)
                if not explodes(face):
                    break
                (label,) = yield from t.roll((COMBAT,), t.state.captain(camp), FIRST_BY_ROLL)
                face = die.face(label)
            totals[camp] = total
        best = max(totals.values())
        leaders = [camp for camp in t.state.camps if totals[camp] == best]
        if len(leaders) == 1:
            return leaders[0]


def proceed(t: Teller[State], moments: Sequence[Moment] = ()) -> Script[None]:
    """Go on after a command: reactions, objectives, the next card, the end of the turn, the next turn."""
    goals.settle(t)
    yield from react(t, moments, are_apart=True)
    goals.settle(t)
    while t.state.flow.outcome is None:
        if t.state.active is not None:
            hero = t.state.who(t.state.active)
            if not hero.out and hero.actions > 0:
                return
            t.tell(ev.ActivationEnded(hero.id))
        elif t.state.flow.phase == Phase.ACTIVATION:
            yield from next_card(t)
        else:
            return


def next_card(t: Teller[State]) -> Script[None]:
    """Turn the next initiative card over; with none left the turn ends (GC-ACT-02..04, GC-TURN-08).

    TEAM-UP heroes act like others (GC-TEAMUP-06); of one side alone all act in its order (GC-SOLO-03).
    """
    state = t.state
    side = state.next_side
    if not state.side(side).stack:
        side = next((camp for camp in state.camps if state.side(camp).stack), "")
    if not side:
        yield from end_turn(t)
        return
    piece = state.side(side).stack[0]
    if state.who(piece).out:
        t.tell(ev.CardSkipped(piece))  # GC-AMB-35
        return
    hero = state.who(piece)
    t.tell(ev.Activated(piece, action_count(state, hero, HERO_ACTIONS)))
    yield from react(t, (Moment("activated", piece, piece),), are_apart=True)
    goals.settle(t)


def end_turn(t: Teller[State]) -> Script[None]:
    """The villain, then cards and wounds, then what is cleared away, and the next turn (GC-TURN-09..11, GC-AMB-08).

    Hands are recovered hero by hero, TEAM-UP heroes for themselves (GC-TEAMUP-11).
    """
    turn = t.state.flow.round
    t.tell(ev.PhaseBegan(Phase.END.value))
    yield from end_actions(t)
    goals.settle(t)
    before = harm.healths(t.state)
    for hero in _heroes(t):
        figure = t.state.who(hero)
        if cards := (*figure.left, *figure.right):
            t.tell(ev.CardsDiscarded(hero, cards))
    yield from harm.check_weaker(t, before)
    for hero in _heroes(t):
        yield from harm.suffer(t, hero)
    for hero in _heroes(t):
        figure = t.state.who(hero)
        if not any(card in t.state.content.cards for card in figure.hand) and figure.discard:
            t.tell(ev.HandRecovered(hero))
            yield from harm.check_wounds(t, hero)
    if t.state.flow.outcome is None:
        before = harm.healths(t.state)
        t.tell(ev.GameTurnEnded(turn))
        yield from harm.check_weaker(t, before)  # a token on HEALTH is gone (GC-AMB-17)
    goals.settle(t)
    if t.state.flow.outcome is None and t.state.scenario.last_turn and turn >= t.state.scenario.last_turn:
        goals.finish(t, RuleId("GC-TURN-12"))
    if t.state.flow.outcome is None and not any(t.state.heroes()):
        goals.finish(t, RuleId("GC-WOUND-18"))
    if t.state.flow.outcome is None:
        yield from strategy(t, turn + 1)


def _heroes(t: Teller[State]) -> tuple[PieceId, ...]:
    """The heroes still in a game that is not over."""
    return () if t.state.flow.outcome is not None else tuple(hero.id for hero in t.state.heroes())
