"""What a piece holds beside its figure: one team ability at a time, its feats, conditions in effect, the event dial.

possessed teams ─┐
copied           ┴─ one counts for an action (HC-TA-08) ── feats assigned ── conditions ── colours of the event dial
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from companion.core.ids import PieceId, Seat
from companion.games.heroclix.figures.figure import Figure
from companion.games.heroclix.figures.hand import Hand, Held
from companion.games.heroclix.tactics.tactics import EventDial, InPlay, Tactics

__all__ = ["ATTACHED", "brought_by", "colours_shown", "counting_team", "event_key", "possessed_teams"]

ATTACHED = ("team", "feat", "condition", "event")  # slots of what is neither figure nor card of a figure


def possessed_teams(tactics: Tactics, piece: PieceId, figure: Figure, hand: Hand) -> tuple[tuple[str, str, str], ...]:
    """The team abilities a piece has of its own, why and by which card: one for each symbol, those of alternate cards,
    beside them or instead of them, and those its texts give (HC-TA-01..03, -16, -18)."""
    cards = [one for one in tactics.alternates if piece in one.pieces]
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
    tactics: Tactics, now: InPlay, piece: PieceId, seat: Seat, figure: Figure, hand: Hand, rows: Collection[str],
) -> Iterator[Held]:  # fmt: skip
    """What the piece holds of all that. ``rows`` are the ids with an effect that is carried out."""
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
