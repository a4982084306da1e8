"""Damage, knock-outs, wounds, promotion, and the articles that knock-outs bring.

Damaged ─ villain or TEAM-UP, damage ≥ HEALTH ─> KnockedOut at once     main hero: at the end of the turn a wound card
wound cards in hand ≥ limit ─> KnockedOut ─> red article, or blue ─> a TEAM-UP hero is promoted
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.cards import draw
from companion.core.ids import PieceId, RuleId, Seat
from companion.core.procedure import Script, Teller
from companion.games.guardians import events as ev
from companion.games.guardians import pages
from companion.games.guardians.content.kinds import HEALTH, Kind
from companion.games.guardians.play.values import value
from companion.games.guardians.state import Figure, State

BLUE, RED = "blue", "red"
BLANK_WOUND = "blank-wound"  # how the names of wounds from an empty deck begin (GC-AMB-41)
HIT, THIRD_WOUND, SECOND_WOUND = RuleId("GC-ATK-10"), RuleId("GC-WOUND-08"), RuleId("GC-SOLO-05")


def damage(t: Teller[State], piece: PieceId, amount: int, by: PieceId | None, rule: RuleId) -> Script[None]:
    """Add damage tokens; villains and TEAM-UP heroes are knocked out at HEALTH (GC-WOUND-06, GC-WOUND-07)."""
    figure = t.state.find(piece)
    if figure is None or figure.out or amount < 1:
        return
    t.tell(ev.Damaged(piece, amount, by, rule))
    yield from check_health(t, piece, by)


def check_health(t: Teller[State], piece: PieceId, by: PieceId | None = None) -> Script[None]:
    """Knock out whoever is not a main hero and has damage of HEALTH (GC-TEAMUP-07, GC-WOUND-01)."""
    figure = t.state.who(piece)
    if figure.out or figure.is_main or figure.damage < max(1, value(t.state, figure, HEALTH)):
        return
    rule = RuleId("GC-TEAMUP-07" if figure.kind is Kind.TEAM_UP else "GC-WOUND-06")
    yield from knock_out(t, piece, by, rule)


def healths(state: State) -> dict[PieceId, int]:
    """Return the HEALTH of everybody on the board."""
    return {figure.id: value(state, figure, HEALTH) for figure in state.in_play()}


def check_weaker(t: Teller[State], before: Mapping[PieceId, int]) -> Script[None]:
    """Knock out whoever has less HEALTH than before, and damage of that much."""
    for piece, health in before.items():
        if value(t.state, t.state.who(piece), HEALTH) < health:
            yield from check_health(t, piece)


def knock_out(t: Teller[State], piece: PieceId, by: PieceId | None, rule: RuleId) -> Script[None]:
    """Take a figure out of the game; a hero's article is written (GC-WOUND-15), a TEAM-UP hero promoted."""
    figure = t.state.who(piece)
    t.tell(ev.KnockedOut(piece, by, rule))
    if not figure.is_hero:
        return
    disgrace(t, piece)
    if figure.is_main:
        yield from promote(t, figure)


def disgrace(t: Teller[State], piece: PieceId) -> None:
    """Place the red article, unless the mission was achieved: its blue one stays (GC-PRESS-07..09, GC-PRESS-15)."""
    figure = t.state.who(piece)
    if figure.article or (figure.kind is Kind.TEAM_UP and not t.state.content.options.team_up_articles):
        return
    face, rule = (BLUE, "GC-PRESS-08") if figure.achieved else (RED, "GC-PRESS-07")
    t.tell(pages.HeroArticlePlaced(figure.side, piece, face, RuleId(rule)))


def promote(t: Teller[State], fallen: Figure) -> Script[None]:
    """Let the player choose a TEAM-UP hero as main hero, with its missing cards (GC-WOUND-14, GC-TEAMUP-10)."""
    assert fallen.seat is not None
    able = [hero.id for hero in t.state.heroes(fallen.side) if hero.seat == fallen.seat and hero.kind is Kind.TEAM_UP]
    if not able:
        return
    chosen = able[0]
    if len(able) > 1:
        answer = yield from t.choose(fallen.seat, "GC-WOUND-14", able, fallen.id)
        chosen = PieceId((answer or (able[0],))[0])
    hero = t.state.who(chosen)
    t.tell(ev.Promoted(chosen, hero.removed))


def allied_seats(state: State, side: str) -> tuple[Seat, ...]:
    """The seats that may know a side's secrets (GC-TURN-05)."""
    return state.table.seats_of.get(side, ())


def wounds_in_hand(state: State, figure: Figure) -> int:
    """The wound cards in hand alone (GC-WOUND-11)."""
    return sum(card in state.content.wounds or card.startswith(BLANK_WOUND) for card in figure.hand)


def check_wounds(t: Teller[State], piece: PieceId) -> Script[None]:
    """Knock out a hero with three wound cards in hand, two when it plays alone (GC-WOUND-08, GC-SOLO-05, GC-AMB-46)."""
    figure = t.state.who(piece)
    if not figure.out and figure.is_main and wounds_in_hand(t.state, figure) >= t.state.table.wound_limit:
        yield from knock_out(t, piece, None, SECOND_WOUND if t.state.table.is_solo else THIRD_WOUND)


def suffer(t: Teller[State], piece: PieceId) -> Script[None]:
    """Turn damage of HEALTH into one wound card, no more than one a turn (GC-WOUND-02..05, GC-AMB-22)."""
    figure = t.state.who(piece)
    health = max(1, value(t.state, figure, HEALTH))
    if figure.out or not figure.is_main or figure.damage < health:
        return
    card = yield from _draw(t, figure)
    t.tell(ev.WoundDrawn(piece, card, health))
    yield from check_wounds(t, piece)


def _draw(t: Teller[State], figure: Figure) -> Script[str]:
    """The wound card that comes; a blank one when there is none left (GC-WOUND-17, GC-AMB-41)."""
    assert figure.seat is not None
    if not t.state.wounds and t.state.spent_wounds:
        t.tell(ev.WoundsShuffled(t.state.spent_wounds))
    allies = [seat for seat in allied_seats(t.state, figure.side) if seat != figure.seat]
    drawn = yield from draw(t, figure.seat, "GC-WOUND-02", t.state.wounds, piece=figure.id, confidants=allies)
    return drawn[0] if drawn else f"{BLANK_WOUND}-{sum(one.startswith(BLANK_WOUND) for one in figure.hand) + 1}"
