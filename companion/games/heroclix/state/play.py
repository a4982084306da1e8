"""The tactics in play so far, and what a piece holds beside its figure.

possessed teams ─┐
copied           ┴─ one counts for an action (HC-TA-08) ── feats assigned ── conditions ── colours of the event dial
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from companion.board.spaces import Edge
from companion.core.ids import PieceId, RuleId, Seat, SpaceId
from companion.games.heroclix.figures.figure import Figure
from companion.games.heroclix.figures.hand import Hand, Held
from companion.games.heroclix.forces.setup import EventDial, MapObject, Tactics


@dataclass(frozen=True, slots=True)
class LyingObject:
    """An object on the map that nobody holds."""

    object: PieceId
    space: SpaceId


@dataclass(frozen=True, slots=True)
class HeldObject:
    """An object in the hands of a piece; ``falls`` is where a holder that left the map lets it fall (HC-OBJ-28)."""

    object: PieceId
    piece: PieceId
    falls: SpaceId | None = None


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of the score sheet: who scored how much by which rule, and for what."""

    seat: Seat
    points: int
    rule: RuleId
    element: str


@dataclass(frozen=True, slots=True)
class InPlay:
    """The state of the tactics."""

    lying: tuple[LyingObject, ...] = ()
    held: tuple[HeldObject, ...] = ()
    debris: tuple[SpaceId, ...] = ()  # squares where a debris marker lies (HC-TERR-29, -39, HC-OBJ-17)
    fallen: tuple[Edge, ...] = ()  # wall sections that were destroyed
    removed: tuple[str, ...] = ()  # objects and feats that left the game, objects that were never placed
    cancelled: tuple[str, ...] = ()  # conditions
    rerolls: tuple[tuple[Seat, int], ...] = ()  # had so far
    copied: tuple[tuple[PieceId, str], ...] = ()  # the team ability each wild card uses now
    event_click: int = 0
    hurt: tuple[PieceId, ...] = ()  # pieces in the order in which opponents last hurt them
    sheet: tuple[ScoreLine, ...] = ()
    fresh: tuple[PieceId, ...] = ()  # switched its team ability since the last action (HC-TA-12, -13)
    rolled: tuple[str, ...] = ()  # conditions that were rolled for this turn (HC-BFC-05)
    marks: tuple[tuple[PieceId, str, int], ...] = ()  # markers on character cards: they stay (HC-POW-13)


def object_in_hand(play: InPlay, tactics: Tactics, piece: PieceId) -> MapObject | None:
    """The object the piece holds: one at most (HC-OBJ-25)."""
    found = next((holding for holding in play.held if holding.piece == piece), None)
    return tactics.object(found.object) if found is not None else None


def begin_with(tactics: Tactics) -> InPlay:
    """Return the state before the first event: an event dial shows its first green line (HC-SETUP-14, HC-EVENT-06)."""
    return InPlay(event_click=min(tactics.event.green) if tactics.event else 0)


ATTACHED = ("team", "feat", "condition", "event")  # slots of what is neither figure nor card of a figure


def possessed_teams(tactics: Tactics, piece: PieceId, figure: Figure, hand: Hand) -> tuple[tuple[str, str, str], ...]:
    """The team abilities a piece has of its own, why and by which card: one for each symbol, those of alternate cards,
    beside them or instead of them, and those its texts give (HC-TA-01..03, -16, -18)."""
    cards = [alternate for alternate in tactics.alternates if piece in alternate.pieces]
    symbols = () if any(card.replaces for card in cards) else figure.team_abilities
    return (
        *((one, "symbol", "") for one in symbols),
        *((card.ability, "alternate", card.name) for card in cards),
        *((ability, "text", "") for ability, is_possessed in hand.teams if is_possessed),
    )


def counting_team(own: Collection[str], chosen: str, rows: Collection[str]) -> str:
    """The one team ability that counts in an action: the one chosen, or the first that has an effect (HC-TA-08)."""
    return chosen or next((one for one in own if one in rows), "")


def brought_by(
    tactics: Tactics, now: InPlay, piece: PieceId, seat: Seat, figure: Figure, hand: Hand, rows: Collection[str]
) -> Iterator[Held]:
    """Generate what the tactics let the piece hold. ``rows`` are the ids with an effect that is carried out."""
    teams, cards = figure.team_abilities or hand.teams or now.copied, tactics.alternates or tactics.feats
    if not (teams or cards or tactics.conditions or tactics.event):
        return  # as with most pieces
    possessed = [ability for ability, _, _ in possessed_teams(tactics, piece, figure, hand)]
    own = [*possessed, *(ability for ability, _ in hand.teams if ability not in possessed)]
    team = counting_team(own, dict(now.copied).get(piece, ""), rows)
    if team in rows:
        yield Held(team, "team", True, "", team in possessed)
    for feat in tactics.feats:
        if feat.id in rows and feat.seat == seat and (not feat.pieces or piece in feat.pieces):
            yield Held(feat.id, "feat", False, "", False)
    for condition in tactics.conditions:  # to the end of the game, whoever is out of it (HC-BFC-06)
        if condition.id in rows and condition.id not in now.cancelled:
            yield Held(condition.id, "condition", False, "", False)
    for colour in colours_shown(tactics.event, now.event_click):
        if event_key(colour) in rows:
            yield Held(event_key(colour), "event", False, "", False)


def colours_shown(dial: EventDial | None, click: int) -> tuple[str, ...]:
    """The coloured circles in the window of the event dial: their effects are active (HC-EVENT-10)."""
    if dial is None or not 1 <= click <= len(dial.shows):
        return ()
    return dial.shows[click - 1]


def event_key(colour: str) -> str:
    """The id of the effects of a colour of the event dial."""
    return f"event.{colour}"
