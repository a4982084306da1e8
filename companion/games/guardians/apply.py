"""Folds of the events of a game. They check nothing, never fail, and are pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from companion.core.by_hand import CardPut, PutRight, PutThere
from companion.core.cards import FACE_DOWN
from companion.core.ids import PieceId, SpaceId
from companion.games.guardians import events as ev
from companion.games.guardians import pages
from companion.games.guardians.content.kinds import Kind
from companion.games.guardians.scenario import MENACE
from companion.games.guardians.setup import DIFFICULTY
from companion.games.guardians.state import Figure, Phase, SiteState, State, Table, Tokens

Fold = Callable[[State, Any], State]


def fold(state: State, event: object) -> State:
    """The state after an event of the game's own; others leave it as it is."""
    change = FOLDS.get(type(event))
    return state if change is None else change(state, event)


def counted(tokens: Tokens, name: str, amount: int) -> Tokens:
    """The counts with one of them changed."""
    after = dict(tokens)
    after[name] = after.get(name, 0) + amount
    return tuple(sorted(after.items()))


def _tallied(state: State, piece: PieceId | None, what: str, amount: int = 1) -> State:
    figure = state.find(piece) if piece else None
    return state if figure is None else state.changed(figure.id, tally=counted(figure.tally, what, amount))


def villain(table: Table, piece: PieceId, sheet: str, side: str, at: SpaceId) -> Figure:
    """A villain as it comes into play; +1 tokens on DEFENSE make it harder (GC-SOLO-06)."""
    more = DIFFICULTY[table.difficulty] if table.is_solo and side == MENACE else 0
    return Figure(piece, side, None, table.content.sheets[sheet].kind, sheet, at, difficulty=more)


def less(pile: tuple[str, ...], cards: Iterable[str]) -> tuple[str, ...]:
    """The pile without one copy of each of these cards, or of one that lies face down."""
    rest = list(pile)
    for card in cards:
        held = card if card in rest else FACE_DOWN
        if held in rest:
            rest.remove(held)
    return tuple(rest)


def _paper(state: State, event: ev.PaperChosen) -> State:
    return state.side_changed(event.side, paper=event.paper)


def _hand(state: State, event: ev.HandMade) -> State:
    return state.changed(event.piece, hand=event.hand, removed=event.removed)


def _placed(state: State, event: ev.FigurePlaced) -> State:
    figure = villain(state.table, event.piece, event.sheet, event.side, event.at)
    rest = tuple(one for one in state.figures if one.id != event.piece)
    return replace(state, figures=(*rest, figure), placed=state.placed + 1)


def _turn(state: State, event: ev.GameTurnBegan) -> State:
    figures = tuple(replace(one, activated=False, used=(), begun=()) for one in state.figures)
    seats = frozenset(one.seat for one in state.heroes() if one.seat)
    flow = replace(state.flow, round=event.turn, turn=0, phase=Phase.STRATEGY.value, active=seats)
    return replace(state, figures=figures, flow=flow)


def _phase(state: State, event: ev.PhaseBegan) -> State:
    return replace(state, active=None, flow=replace(state.flow, phase=event.phase, active=frozenset()))


def _revealed(state: State, event: ev.CardsRevealed) -> State:
    hand = less(state.who(event.piece).hand, (*event.left, *event.right))
    return state.changed(event.piece, hand=hand, left=event.left, right=event.right, planned=())


def _tokens(state: State, event: ev.TokensRevealed) -> State:
    tokens: Tokens = ()
    for stat in event.on:
        tokens = counted(tokens, stat, 1)
    return state.changed(event.piece, team_up=tokens, intended=())


def _initiative(state: State, event: ev.InitiativeSettled) -> State:
    for side, speed in event.speed:
        state = state.side_changed(side, initiative=speed)
    return replace(state, first=event.first, next_side=event.first)


def _activated(state: State, event: ev.Activated) -> State:
    figure = state.who(event.piece)
    state = _card_used(state.changed(event.piece, actions=event.actions, activated=True), event)
    active = frozenset() if figure.seat is None else frozenset({figure.seat})
    flow = replace(state.flow, turn=state.flow.turn + 1, active=active)
    return replace(state, active=event.piece, flow=flow, next_side=figure.side)


def _card_used(state: State, event: ev.Activated | ev.CardSkipped) -> State:
    for side in state.sides:
        state = state.side_changed(side.name, stack=tuple(one for one in side.stack if one != event.piece))
    return state


def _ended(state: State, event: ev.ActivationEnded) -> State:
    state = state.changed(event.piece, actions=0)
    others = [side.name for side in state.sides if side.name != state.who(event.piece).side and side.stack]
    following = others[0] if others else state.who(event.piece).side
    return replace(state, active=None, next_side=following, flow=replace(state.flow, active=frozenset()))


def _spent(state: State, event: ev.ActionTaken) -> State:
    return state.changed(event.piece, actions=event.left)


def _discarded(state: State, event: ev.CardsDiscarded) -> State:
    """Lay the cards of the turn on the hero's own discard, wound cards too (GC-WOUND-10)."""
    figure = state.who(event.piece)
    return state.changed(event.piece, left=(), right=(), discard=(*figure.discard, *event.cards))


def _recovered(state: State, event: ev.HandRecovered) -> State:
    figure = state.who(event.piece)
    return state.changed(event.piece, hand=(*figure.hand, *figure.discard), discard=())


def _one_recovered(state: State, event: ev.CardRecovered) -> State:
    figure = state.who(event.piece)
    return state.changed(event.piece, hand=(*figure.hand, event.card), discard=less(figure.discard, (event.card,)))


def _turn_over(state: State, event: ev.GameTurnEnded) -> State:
    """Take the tokens of the turn away, TEAM-UP heroes' too (GC-TEAMUP-09)."""
    figures = tuple(replace(one, tokens=(), team_up=(), begun=(), activated=False) for one in state.figures)
    return replace(state, figures=figures)


def _moved(state: State, event: ev.Moved) -> State:
    return _tallied(state.changed(event.piece, at=event.to), event.piece, "zones", event.zones)


def _pushed(state: State, event: ev.Pushed) -> State:
    return _tallied(state.changed(event.piece, at=event.to), event.by, "pushes")


def _rolled(state: State, event: ev.AttackResult) -> State:
    return _tallied(state, event.piece, "hits") if event.hit else state


def _used(state: State, event: ev.PowerPlayed) -> State:
    figure = state.who(event.piece)
    return _tallied(state.changed(event.piece, used=(*figure.used, event.card)), event.piece, "powers")


def _began(state: State, event: ev.PowerBegan) -> State:
    figure = state.who(event.piece)
    return state.changed(event.piece, begun=(*figure.begun, (event.card, event.effect)))


def _token(state: State, event: ev.ModifierPlaced) -> State:
    return state.changed(event.piece, tokens=counted(state.who(event.piece).tokens, event.stat, event.amount))


def _tested(state: State, event: ev.TestRolled) -> State:
    return _tallied(state, event.piece, "tests") if event.passed else state


def _with_site(state: State, site: SiteState) -> State:
    return replace(state, sites=(*(one for one in state.sites if one.id != site.id), site))


def failure_key(state: State, stat: str, piece: PieceId) -> str:
    """Under which name −1 tokens of a test are kept: of the place, or of each hero (GC-AMB-16)."""
    return f"{stat} {piece}" if state.content.options.failure_tokens_per_hero else stat


def _failed(state: State, event: ev.FailureTokenPlaced) -> State:
    site = state.site(event.site)
    return _with_site(
        state, replace(site, failures=counted(site.failures, failure_key(state, event.stat, event.piece), 1))
    )


def _site_token(state: State, event: ev.SiteTokenPlaced) -> State:
    site = state.site(event.site)
    return _with_site(state, replace(site, tokens=counted(site.tokens, event.what, event.amount)))


def _passed(state: State, event: ev.SitePassed) -> State:
    site = state.site(event.site)
    rest = tuple((name, count) for name, count in site.failures if name.split()[0] != event.stat)
    state = _with_site(state, replace(site, failures=rest, passed=True))
    return replace(state, counters=counted(state.counters, f"passed {event.site}", 1))


def _object_used(state: State, event: ev.ObjectTried) -> State:
    return _tallied(state, event.piece, "objects")


def _removed(state: State, event: ev.ObjectRemoved) -> State:
    return replace(state, objects=tuple((name, there and name != event.object) for name, there in state.objects))


def _door(state: State, event: ev.DoorChanged) -> State:
    return replace(
        state, doors=tuple((name, event.now == "open" if name == event.door else now) for name, now in state.doors)
    )


def _path(state: State, event: ev.PathLaid) -> State:
    return replace(state, path=(*state.path, event.place))


def _counted(state: State, event: ev.StoryCounted) -> State:
    rest = ((name, value) for name, value in state.counters if name != event.what)
    return replace(state, counters=tuple(sorted((*rest, (event.what, event.value)))))


def _damaged(state: State, event: ev.Damaged) -> State:
    state = state.changed(event.piece, damage=state.who(event.piece).damage + event.amount)
    return _tallied(state, event.by, "damage", event.amount)


def _healed(state: State, event: ev.Healed) -> State:
    return state.changed(event.piece, damage=max(0, state.who(event.piece).damage - event.amount))


def _wounded(state: State, event: ev.WoundDrawn) -> State:
    figure = state.who(event.piece)
    state = replace(state, wounds=less(state.wounds, (event.card,)))
    return state.changed(event.piece, hand=(*figure.hand, event.card), damage=figure.damage - event.discarded)


def _shuffled(state: State, event: ev.WoundsShuffled) -> State:
    return replace(state, wounds=event.cards, spent_wounds=())


def _out(state: State, event: ev.KnockedOut) -> State:
    """Take it off the board; its wound cards leave with it (GC-AMB-21)."""
    figure = state.who(event.piece)
    cards = (*figure.hand, *figure.left, *figure.right, *figure.discard)
    wounds = tuple(card for card in cards if card in state.content.wounds)
    kept = tuple(card for card in cards if card in state.content.cards)
    doer = state.find(event.by) if event.by else None
    by = doer.side if doer is not None and state.are_enemies(doer.side, figure.side) else ""
    state = state.changed(event.piece, at=None, out=True, hand=(), left=(), right=(), discard=(), planned=(), actions=0)
    state = state.changed(event.piece, kept=kept, beaten_by=by)
    state = replace(state, spent_wounds=(*state.spent_wounds, *wounds))
    boss = state.scenario.menace.boss
    if doer is not None and (figure.id == boss or (not boss and figure.kind is Kind.SUPER_VILLAIN)):
        state = replace(state, beaten_by=doer.side)
    if doer is not None and by:
        state = _tallied(_tallied(state, doer.id, "knockouts"), doer.id, f"knockouts {figure.kind}")
    return _out_counted(state, figure, by, 1)


def _out_counted(state: State, figure: Figure, by: str, amount: int) -> State:
    """Count a knock-out, or uncount it: by the figure's kind, its sheet, its name, and by the side that did it."""
    for what in (figure.kind.value, figure.sheet, figure.id):
        for name in (f"out {what}", *([f"out {what} {by}"] if by else [])):
            state = replace(state, counters=counted(state.counters, name, amount))
    return state


def _promoted(state: State, event: ev.Promoted) -> State:
    """Make it a main hero with its damage, its discard, its tokens; wounds do not come with it (GC-WOUND-16)."""
    figure = state.who(event.piece)
    hand = (*figure.hand, *event.cards)
    return state.changed(event.piece, kind=Kind.HERO, hand=hand, removed=less(figure.removed, event.cards))


def _met(state: State, event: pages.ObjectiveMet) -> State:
    return replace(state, met=(*state.met, event.objective))


def _article(state: State, event: pages.ArticleWon) -> State:
    return state.side_changed(event.side, articles=(*state.side(event.side).articles, event.article))


def _hero_article(state: State, event: pages.HeroArticlePlaced) -> State:
    return state.changed(event.piece, article=event.face)


# by hand


def _put_right(state: State, event: PutRight) -> State:
    """Take over a number; what play has an event of its own for is told by that."""
    figure, value = state.find(event.piece), event.value
    if figure is None:
        return _thing_put_right(state, event)
    match event.what:
        case "out" if not value:
            return _brought_back(state, figure)
        case "actions":
            return state.changed(figure.id, actions=value)
        case "achieved" if not value:
            return state.changed(figure.id, achieved=False, article=figure.article if figure.article == "red" else "")
        case "article":
            return state.changed(figure.id, article={1: "blue", -1: "red"}.get(value, ""))
        case "activated":
            stack = tuple(one for one in state.side(figure.side).stack if one != figure.id)
            state = state.side_changed(figure.side, stack=(*stack, *(() if value else (figure.id,))))
            return state.changed(figure.id, activated=bool(value))
    return state


def _brought_back(state: State, figure: Figure) -> State:
    """Take it into the game again as if it had not been knocked out, with its power cards in hand; it stands nowhere
    yet. Its damage is at least one less than would knock it out again.
    """
    most = figure.damage if figure.is_main else max(0, state.sheet(figure).health - 1)
    article = "" if figure.article == "red" else figure.article
    back = {"out": False, "damage": min(figure.damage, most), "hand": figure.kept, "article": article}
    if figure.kind is Kind.SUPER_VILLAIN or figure.id == state.scenario.menace.boss:
        state = replace(state, beaten_by="")
    return _out_counted(state.changed(figure.id, **back, kept=(), beaten_by=""), figure, figure.beaten_by, -1)


def _thing_put_right(state: State, event: PutRight) -> State:
    match event.what:
        case "there" if event.value:
            return replace(state, objects=tuple((name, there or name == event.piece) for name, there in state.objects))
        case "met" if not event.value:
            return replace(state, met=tuple(one for one in state.met if one != event.piece))
        case "there" | "met" | "open" | "count":
            return state
    site = state.site(event.piece)
    if event.what == "passed":
        name = f"passed {site.id}"
        state = replace(state, counters=counted(state.counters, name, event.value - state.counter(name)))
        return _with_site(state, replace(site, passed=bool(event.value)))
    failures = dict(site.failures) | {event.what: event.value}
    return _with_site(state, replace(site, failures=tuple(sorted(failures.items()))))


def _card_put(state: State, event: CardPut) -> State:
    figure, card = state.find(event.piece), event.card
    if figure is None:
        articles = tuple(one for one in state.side(event.piece).articles if one != card)
        return state.side_changed(event.piece, articles=(*articles, *((card,) if event.to else ())))
    if event.start:
        state = state.changed(figure.id, **{event.start: less(getattr(figure, event.start), (card,))})
    elif card in state.wounds:
        state = replace(state, wounds=less(state.wounds, (card,)))
    elif card in state.spent_wounds:
        state = replace(state, spent_wounds=less(state.spent_wounds, (card,)))
    if event.to:
        return state.changed(figure.id, **{event.to: (*getattr(state.who(figure.id), event.to), card)})
    return replace(state, wounds=(*state.wounds, card)) if card in state.content.wounds else state


FOLDS: Mapping[type, Fold] = {
    PutRight: _put_right,
    PutThere: lambda state, event: state.changed(event.piece, at=event.to),
    CardPut: _card_put,
    ev.PaperChosen: _paper,
    ev.MissionDrawn: lambda state, event: state.changed(event.piece, mission=event.face),
    ev.HandMade: _hand,
    ev.FigurePlaced: _placed,
    ev.GameTurnBegan: _turn,
    ev.PhaseBegan: _phase,
    ev.StackLaid: lambda state, event: state.side_changed(event.side, stack=event.order),
    ev.CardsRevealed: _revealed,
    ev.TokensRevealed: _tokens,
    ev.InitiativeSettled: _initiative,
    ev.Activated: _activated,
    ev.CardSkipped: _card_used,
    ev.ActionTaken: _spent,
    ev.ActivationEnded: _ended,
    ev.CardsDiscarded: _discarded,
    ev.HandRecovered: _recovered,
    ev.CardRecovered: _one_recovered,
    ev.GameTurnEnded: _turn_over,
    ev.Moved: _moved,
    ev.Pushed: _pushed,
    ev.AttackResult: _rolled,
    ev.PowerPlayed: _used,
    ev.PowerBegan: _began,
    ev.ModifierPlaced: _token,
    ev.TestRolled: _tested,
    ev.FailureTokenPlaced: _failed,
    ev.SiteTokenPlaced: _site_token,
    ev.SitePassed: _passed,
    ev.ObjectTried: _object_used,
    ev.ObjectRemoved: _removed,
    ev.DoorChanged: _door,
    ev.PathLaid: _path,
    ev.StoryCounted: _counted,
    ev.Damaged: _damaged,
    ev.Healed: _healed,
    ev.WoundDrawn: _wounded,
    ev.WoundsShuffled: _shuffled,
    ev.KnockedOut: _out,
    ev.Promoted: _promoted,
    pages.ObjectiveMet: _met,
    pages.ArticleWon: _article,
    pages.HeroArticlePlaced: _hero_article,
    pages.MissionAchieved: lambda state, event: state.changed(event.piece, achieved=True),
}
