"""From forces to a table: the pieces of each seat, and the tactics all of them bring together.

red: lq001, lq002, a feat to lq002, a light object     ->  red-1, red-2, red-feat-1 of red-2, red-object-1
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.core.ids import PieceId, Seat
from companion.errors import InputError
from companion.games.heroclix.figures.figure import Figure
from companion.games.heroclix.forces.cards import EventCard
from companion.games.heroclix.forces.force import Force
from companion.games.heroclix.forces.rules import characters, rerolls_of, units
from companion.games.heroclix.forces.setup import (
    Alternate,
    Condition,
    Enlisted,
    EventDial,
    Feat,
    MapObject,
    Tactics,
    Theme,
)


def enlist(force: Force, seat: Seat) -> tuple[Enlisted, ...]:
    """The pieces of a force, named after their seat and numbered: ``red-1`` …"""
    members = [member for member in force.members if member.stands for _ in range(member.count)]
    return tuple(
        Enlisted(
            PieceId(f"{seat}-{number}"),
            seat,
            member.figure,
            member.line.click if member.line else member.figure.dial[0].number if member.figure.dial else 1,
            member.cost,
        )
        for number, member in enumerate(members, start=1)
    )


def tactics_of(forces: Mapping[Seat, Force], sides: Sequence[Sequence[Seat]] = ()) -> Tactics:
    """The tactics of one game; raises ``InputError`` when the forces do not agree on one event dial (HC-EVENT-02)."""
    events = {force.event for force in forces.values() if force.event is not None}
    if len(events) > 1:
        names = ", ".join(sorted(event.name for event in events))
        raise InputError("the forces", "event", names, "one event dial that everybody agreed to")
    conditions = tuple(condition for seat, force in forces.items() for condition in _conditions(force, seat))
    if events and conditions:
        raise InputError("the forces", "conditions", conditions[0].name, "none in a game with an event dial")
    return Tactics(
        tuple(one for seat, force in forces.items() for one in _objects(force, seat)),
        tuple(one for seat, force in forces.items() for one in _feats(force, seat)),
        tuple(card for seat, force in forces.items() for card in _alternates(force, seat)),
        conditions,
        tuple(theme for seat, force in forces.items() for theme in _themes(force, seat)),
        next((dial_of(event) for event in events), None),
        tuple(tuple(side) for side in sides),
    )


def _places(force: Force, seat: Seat, to: Sequence[int]) -> tuple[PieceId, ...]:
    """The pieces that entries of the force become; each is an entry of one."""
    numbers, next_one = dict[int, int](), 1
    for place, member in enumerate(force.members):
        if member.stands:
            numbers[place] = next_one
            next_one += member.count
    return tuple(PieceId(f"{seat}-{numbers[place]}") for place in to)


def _objects(force: Force, seat: Seat) -> Iterator[MapObject]:
    brought = [(item.name, item.weight, item.points, item.is_special) for item in force.objects]
    brought += [(one.figure.name, None, one.cost, True) for one in units(force, "object")]
    for number, (name, weight, points, is_special) in enumerate(brought, start=1):
        yield MapObject(PieceId(f"{seat}-object-{number}"), seat, name, weight, points, is_special)


def _feats(force: Force, seat: Seat) -> Iterator[Feat]:
    for number, choice in enumerate(force.feats, start=1):
        card, pieces = choice.card, _places(force, seat, choice.to)
        yield Feat(
            f"{seat}-feat-{number}",
            seat,
            card.name,
            card.points,
            pieces,
            card.per_character,
            card.needs,
            card.text,
            card.effects,
        )


def _alternates(force: Force, seat: Seat) -> Iterator[Alternate]:
    for choice in force.alternates:
        card = choice.card
        pieces = _places(force, seat, choice.to)
        yield Alternate(seat, card.name, card.ability, card.points, pieces, card.replaces, card.copied)


def _conditions(force: Force, seat: Seat) -> Iterator[Condition]:
    brought = [(card.name, card.text, card.effects) for card in force.conditions]
    brought += [(one.figure.name, _texts(one.figure), ()) for one in units(force, "battlefield_condition")]
    for number, (name, text, effects) in enumerate(brought, start=1):
        yield Condition(f"{seat}-condition-{number}", seat, name, text, effects)


def _texts(figure: Figure) -> str:
    return " ".join(special.text for special in figure.specials)


def dial_of(card: EventCard) -> EventDial:
    """The event dial of the game that the card brings."""
    return EventDial(
        card.name, card.clicks, card.green, card.red, card.shows, card.effects, card.text, card.turns, card.wins_at
    )


def _themes(force: Force, seat: Seat) -> Iterator[Theme]:
    if force.theme is not None:
        count = len(characters(force))
        yield Theme(seat, force.theme, count, rerolls_of(count))
