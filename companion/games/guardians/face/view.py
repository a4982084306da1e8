"""A game as one seat sees it: its side's hands and plans, of the others' only how many cards they hold.

own side   hands, planned cards, the order of the stack          others   counts that tell no plan (GC-AMB-47)
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.flow import Outcome, Request, Window
from companion.core.ids import PieceId, Seat, SpaceId
from companion.games.guardians.content.kinds import STATS
from companion.games.guardians.face.hearing import knows
from companion.games.guardians.play.goals import score
from companion.games.guardians.play.harm import wounds_in_hand
from companion.games.guardians.play.values import value
from companion.games.guardians.scenario import MENACE
from companion.games.guardians.state import Figure, State


@dataclass(frozen=True, slots=True)
class Hand:
    """A hero's cards as its own side sees them."""

    hand: tuple[str, ...]
    planned: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FigureView:
    """A figure as the table sees it."""

    id: PieceId
    side: str
    seat: Seat | None
    kind: str
    sheet: str
    rank: str
    hero: str
    at: SpaceId | None
    speed: int
    attack: int
    defense: int
    mental: int
    health: int
    damage: int
    tokens: tuple[tuple[str, int], ...]
    left: tuple[str, ...]
    right: tuple[str, ...]
    discard: tuple[str, ...]
    cards: int  # in hand and laid face down
    wounds: int  # in hand
    actions: int
    activated: bool
    out: bool
    mission: str
    achieved: bool
    article: str
    laid: tuple[str, ...]  # the sides on which its cards lie, for those who may know (GC-AMB-47)
    intended: tuple[str, ...]  # where its +1 tokens will lie, likewise (GC-AMB-48)
    own: Hand | None = None


@dataclass(frozen=True, slots=True)
class SideView:
    """A side as the table sees it; of a stack that lies face down others see how many cards are left."""

    id: str
    paper: str
    articles: tuple[str, ...]
    score: int
    initiative: int
    waiting: int
    stack: tuple[PieceId, ...] | None


@dataclass(frozen=True, slots=True)
class SiteView:
    id: str
    at: SpaceId
    failures: tuple[tuple[str, int], ...]
    passed: bool


@dataclass(frozen=True, slots=True)
class ThingView:
    """An object on the board."""

    id: PieceId
    type: str
    at: SpaceId


@dataclass(frozen=True, slots=True)
class GuardiansView:
    """A game as one seat, or a spectator, sees it."""

    scenario: str
    phase: str
    round: int
    turn: int
    active: tuple[Seat, ...]
    hero: PieceId | None
    first: str
    figures: tuple[FigureView, ...]
    sides: tuple[SideView, ...]
    sites: tuple[SiteView, ...]
    objects: tuple[ThingView, ...]
    doors: tuple[tuple[str, bool], ...]
    path: tuple[str, ...]
    counters: tuple[tuple[str, int], ...]
    wound_deck: int
    windows: tuple[Window, ...]
    asked: tuple[Request, ...]
    outcome: Outcome | None


def view_of(state: State, seat: Seat | None) -> GuardiansView:
    """The view of a seat, or of a spectator."""
    flow = state.flow.seen_by(seat)
    return GuardiansView(
        state.scenario.name,
        flow.phase,
        flow.round,
        flow.turn,
        tuple(one for one in state.table.seats if one in flow.active),
        state.active,
        state.first,
        tuple(_figure(state, figure, seat) for figure in state.figures),
        tuple(_side(state, side.name, seat) for side in state.sides if side.name != MENACE),
        tuple(
            SiteView(site.id, SpaceId(site.at), state.site(site.id).failures, state.site(site.id).passed)
            for site in state.scenario.sites.values()
        ),
        tuple(
            ThingView(PieceId(one.id), one.type, SpaceId(one.at))
            for one in state.scenario.objects
            if state.is_there(one.id)
        ),
        state.doors,
        state.path,
        tuple((name, count) for name, count in state.counters if " " not in name),
        len(state.wounds),
        flow.windows,
        flow.open,
        flow.outcome,
    )


def _figure(state: State, figure: Figure, seat: Seat | None) -> FigureView:
    options = state.content.options
    is_own = knows(state, seat, figure.side)
    own = Hand(figure.hand, figure.planned) if is_own and figure.is_hero else None
    laid = tuple(option.partition(":")[0] for option in figure.planned) if is_own or options.plans_show_sides else ()
    intended = figure.intended if is_own or options.tokens_are_open else ()
    mission = figure.mission if is_own or options.missions_are_open else ""
    tokens = tuple((name, amount) for name, amount in (*figure.tokens, *figure.team_up) if amount)
    speed, attack, defense, mental, health = (value(state, figure, stat) for stat in STATS)
    return FigureView(
        figure.id,
        figure.side,
        figure.seat,
        figure.kind.value,
        figure.sheet,
        figure.rank.value,
        figure.hero,
        figure.at,
        speed,
        attack,
        defense,
        mental,
        health,
        figure.damage,
        tokens,
        figure.left,
        figure.right,
        figure.discard,
        len(figure.hand),
        wounds_in_hand(state, figure),
        figure.actions,
        figure.activated,
        figure.out,
        mission,
        figure.achieved,
        figure.article,
        laid,
        intended,
        own,
    )


def _side(state: State, name: str, seat: Seat | None) -> SideView:
    side = state.side(name)
    own = side.stack if knows(state, seat, name) else None
    waiting = sum(not hero.activated for hero in state.heroes(name))
    return SideView(name, side.paper, side.articles, score(state, name), side.initiative, waiting, own)
