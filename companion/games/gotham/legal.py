"""Offers: the plain orders that a seat may give now, and each of them with one particular said otherwise.

legal_commands   by figure, aim and cubes, with no more than one weapon or gadget
variations       a cube more or less · limits pushed · a weapon more · a card declared · Bind · another way
at_any_time      skills set aside, or taken up again

All of them are filtered by the checks of ``decide``; together they are every order there is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from typing import Any

from companion.core.commands import Concede
from companion.core.ids import PieceId, Seat, SpaceId, ZoneId
from companion.core.rules import C, Command
from companion.games.gotham import commands as cm
from companion.games.gotham.acting import acting_violations, room_of
from companion.games.gotham.actions import blasts
from companion.games.gotham.actions.tasks import Complex, difficulty_of
from companion.games.gotham.board import WAYS
from companion.games.gotham.by_hand import HANDS
from companion.games.gotham.content.content import Content
from companion.games.gotham.content.settings import AVAILABLE, MANIPULATION, MELEE, MOVEMENT, RANGED, THOUGHT
from companion.games.gotham.content.words import Step
from companion.games.gotham.figures import Figure
from companion.games.gotham.moves import bonus_of
from companion.games.gotham.rolling import payer_of
from companion.games.gotham.state import SETUP, STATES, State
from companion.games.gotham.steps.declaring import is_declared
from companion.games.gotham.steps.levels import lends, level, skills_of
from companion.games.gotham.verbs import VERBS

Change = Mapping[str, Any]
BOXES = {
    cm.Move: MOVEMENT,
    cm.MeleeAttack: MELEE,
    cm.RangedAttack: RANGED,
    cm.Grenade: MANIPULATION,
    cm.Manipulate: MANIPULATION,
    cm.Unbind: MANIPULATION,
    cm.Think: THOUGHT,
    cm.DispelFriend: THOUGHT,
}
PAYS, REACHES = "pays", "reaches"  # by pushing limits; by a skill of reach
MENDED = {  # refusals of a plain order, and what may do away with them: a card that brings such a skill
    **dict.fromkeys(("GO-BASE-FIG-02", "GO-BASE-FIG-04", "GO-BASE-MOVE-04"), PAYS),
    **dict.fromkeys(("GO-BASE-ATK-08", "GO-REACH-01"), REACHES),
    **dict.fromkeys(("GO-ATTRACT-01", "GO-ATTRACT-02", "GO-ATTRACT-03"), "attract"),
    "GO-GRENADE-01": "grenade",
    "GO-SCREAM-01": "scream",
    "GO-BREATH-01": "breath",
    "GO-TACTICIAN-01": "tactician",
}
OWN = {  # the skill without which there is no such order, whatever else forbids it
    cm.Grenade: "grenade",
    cm.Attract: "attract",
    cm.Scream: "scream",
    cm.Breathe: "breath",
    cm.UseTactician: "tactician",
}
STEPS = {PAYS: Step.PUSH, REACHES: Step.REACH}


def is_legal(state: State, command: object) -> bool:
    """Whether the order would be accepted now."""
    return not any(VERBS[type(command)].violations(state, command))


def offers_in_turn(state: State, seat: Seat, piece: PieceId | None) -> Iterator[cm.Command]:
    """Generate what the seat's figures may do in its turn."""
    if piece is None:
        yield from (one for one in _of_table(state, seat) if is_legal(state, one))
    for figure in state.figures:
        if figure.seat == seat and piece in (None, figure.id):
            yield from _of(state, figure)


def _of_table(state: State, seat: Seat) -> Iterator[cm.Command]:
    if state.flow.phase == SETUP:
        yield cm.BeginMission(seat)
        return
    yield from (cm.ActivateTile(seat, tile) for tile in state.river)
    yield cm.EndActivation(seat)
    yield cm.EndTurn(seat)


def _of(state: State, figure: Figure) -> Iterator[cm.Command]:
    """Generate the orders for a figure."""
    me = (figure.seat, figure.id)
    if state.commanding is not None and state.commanding.piece == figure.id:
        yield cm.EndCommand(*me)  # also of one that fell meanwhile
    if figure.zone is None or figure.neutralised:
        return
    if state.flow.phase == STATES:
        states = (cm.DeclareState(*me, name) for name in state.settings.states)
        yield from (one for one in states if is_legal(state, one))
        return
    if any(acting_violations(state, *me, steps=True)):
        return
    simple: list[cm.Command] = [cm.ActivateFigure(*me)]
    if state.moving is not None and state.moving.piece == figure.id:
        simple += [cm.Step(*me, zone) for zone in state.board.zones if zone != figure.zone]
        simple.append(cm.EndMove(*me))
    yield from (one for one in simple if is_legal(state, one))
    if any(acting_violations(state, *me)):
        return
    for plain in _plain(state, figure):
        if (first := _first(state, figure, plain)) is not None:
            yield from _with_cubes(state, figure, first)
            yield from (other for one in _equipped(state, figure, first) for other in _with_cubes(state, figure, one))


def _plain(state: State, figure: Figure) -> Iterator[cm.FigureOrder]:
    """Generate every order by its aim, with nothing said besides; of a skill's own only where it has that skill."""
    me, able = (figure.seat, figure.id), skills_of(state, figure.id)
    yield cm.Move(*me)
    for one in state.standing():
        if state.are_enemies(figure, one):
            yield cm.MeleeAttack(*me, one.id)
            yield cm.RangedAttack(*me, one.id)
            if one.friend:
                yield cm.DispelFriend(*me, one.id)
        if one.binds:
            yield cm.Unbind(*me, one.id)
        if one.id != figure.id and "attract" in able:
            yield cm.Attract(*me, one.id)
        if one.id != figure.id and "tactician" in able:
            yield cm.UseTactician(*me, one.id)
    for task in state.table.tasks.values():
        yield (cm.Manipulate if task.action == MANIPULATION else cm.Think)(*me, task.id)
    yield from (cm.Grenade(*me, zone) for zone in state.board.zones if "grenade" in able)
    seconds = blasts.second_zones(state, state.zone_of(figure.id)) or (None,)
    yield from (cm.Scream(*me, zone) for zone in seconds if "scream" in able)
    yield from (cm.Breathe(*me, zone) for zone in seconds if "breath" in able)
    yield from (cm.CommandTile(*me, tile) for tile in figure.drives)


def _first(state: State, figure: Figure, plain: cm.FigureOrder) -> cm.FigureOrder | None:
    """The order with as little said besides as the rules allow: with cards or pushed limits where it must be."""
    broken = {one.rule for one in VERBS[type(plain)].violations(state, plain)}
    if not broken:
        return plain
    if not figure.is_hero or not broken <= MENDED.keys():
        return None
    needs = dict.fromkeys(
        [MENDED[rule] for rule in sorted(broken)] + [OWN[kind] for kind in OWN if kind is type(plain)]
    )
    changes = [change for need in needs for change in _mending(state, figure, plain, need)]
    for count in range(1, len(changes) + 1):
        for some in combinations(changes, count):
            command = _changed(plain, *some)
            if command is not None and is_legal(state, command):
                return command
    return None


@lru_cache(maxsize=64)
def _bringing(content: Content, need: str) -> tuple[str, ...]:
    """Return the skills of that name, or of that step."""
    step = STEPS.get(need)
    return tuple(
        skill.id for skill in content.skills.values() if skill.id == need or any(row.step is step for row in skill.rows)
    )


def _mending(state: State, figure: Figure, plain: cm.FigureOrder, need: str) -> Iterator[Change]:
    """Generate what may make the order possible: limits pushed, a card with such a skill."""
    if not hasattr(plain, "using"):
        return
    skills = _bringing(state.content, need)
    cards = [card for card in dict.fromkeys(figure.cards) if any(lends(state.card(card), one) for one in skills)]
    if need == PAYS and hasattr(plain, "push") and (cards or any(level(state, figure.id, one) for one in skills)):
        yield {"push": True}
    if need == PAYS and isinstance(plain, cm.Paid):
        yield {"cubes": 0}  # with limits pushed, or for a Movement by the bonus alone
    yield from ({"using": (card, True)} for card in cards)


def _with_cubes(state: State, figure: Figure, order: cm.FigureOrder) -> Iterator[cm.FigureOrder]:
    """The order for as many cubes as its box takes; a Movement also for none, where the bonus is enough."""
    if isinstance(order, cm.Move) and order.cubes and not order.push and bonus_of(state, figure):
        yield from (one for one in (replace(order, cubes=0),) if is_legal(state, one))
    yield order
    if isinstance(order, cm.Paid) and order.cubes and not _is_automatic(state, order):
        payer, box = payer_of(state, figure, BOXES[type(order)])
        if payer is not None and (payer.id == figure.id or isinstance(order, cm.Move)):
            most = min(payer.cubes_at(AVAILABLE), room_of(state, payer.id, box) - payer.cubes_at(box))
            more = (replace(order, cubes=cubes) for cubes in range(order.cubes + 1, most + 1))
            yield from (one for one in more if not order.push or is_legal(state, one))


def _is_automatic(state: State, order: cm.FigureOrder) -> bool:
    """Whether it takes one cube and no more: nothing is rolled for it."""
    return isinstance(order, Complex) and not difficulty_of(state, order)


def _equipped(state: State, figure: Figure, order: cm.FigureOrder) -> Iterator[cm.FigureOrder]:
    """The order with one weapon, to bind, or with another gadget for it."""
    if isinstance(order, cm.MeleeAttack | cm.RangedAttack):
        kind = MELEE if isinstance(order, cm.MeleeAttack) else RANGED
        arms = [card for card in dict.fromkeys(figure.cards) if state.card(card).weapon == kind]
        others: list[cm.FigureOrder] = [replace(order, weapons=(card,)) for card in arms]
        others += [replace(order, bind=True)] if isinstance(order, cm.MeleeAttack) else []
    elif isinstance(order, cm.Grenade):
        gear = (card for card in dict.fromkeys(figure.cards) if is_declared(state.card(card)))
        others = [replace(order, using=(card,)) for card in gear if (card,) != order.using]
    else:
        return
    yield from (one for one in others if is_legal(state, one))


# one particular said otherwise


def variations(state: State, command: C) -> Iterator[C]:
    """The order with one particular said otherwise, or two where one alone will not do."""
    yield from (one for one in HANDS.variations(state, command) if isinstance(one, type(command)))
    figure = state.find(command.piece) if isinstance(command, cm.FigureOrder) else None
    if figure is None:
        return
    assert isinstance(command, cm.FigureOrder)
    changes, failing = list(_changes(state, figure, command)), []
    for change in changes:
        other = _changed(command, change)
        if other is not None and is_legal(state, other):
            yield other
        else:
            failing.append(change)
    for first, second in combinations(changes, 2):
        if first in failing or second in failing:
            both = _changed(command, first, second)
            if both is not None and is_legal(state, both):
                yield both


def _changes(state: State, figure: Figure, command: cm.FigureOrder) -> Iterator[Change]:
    """Generate what may be said otherwise of the order, each as the fields that change."""
    if isinstance(command, cm.Paid) and not _is_automatic(state, command):
        payer, _ = payer_of(state, figure, BOXES[type(command)])
        if payer is not None and (figure.is_hero or isinstance(command, cm.Move)):
            yield from ({"cubes": cubes} for cubes in (command.cubes - 1, command.cubes + 1) if cubes >= 0)
    if isinstance(command, cm.Step) and _forks(state, command):
        yield from ({"way": way} for way in ("", *WAYS) if way != command.way)
    if isinstance(command, cm.Move):
        end = command.path[-1] if command.path else state.zone_of(figure.id)
        yield from ({"path": (*command.path, zone)} for zone in state.board.zones if state.board.limit(end, zone))
        yield from [{"path": command.path[:-1]}] if command.path else []
    if hasattr(command, "push") and figure.is_hero and "push_limits" in skills_of(state, figure.id):
        yield {"push": not command.push}
    if isinstance(command, cm.MeleeAttack) and (command.bind or level(state, figure.id, "bind", figure.cards)):
        yield {"bind": not command.bind}
    if isinstance(command, cm.MeleeAttack | cm.RangedAttack):
        kind = MELEE if isinstance(command, cm.MeleeAttack) else RANGED
        arms = [card for card in dict.fromkeys(figure.cards) if state.card(card).weapon == kind]
        yield from _cards(figure, arms, "weapons", command.weapons)
    if hasattr(command, "using"):
        lending = [card for card in dict.fromkeys(figure.cards) if state.card(card).skills or state.card(card).traits]
        yield from _cards(figure, lending, "using", command.using)


def _forks(state: State, command: cm.Step) -> bool:
    """Whether several ways lead there."""
    return len(list(state.board.ways(state.zone_of(command.piece), command.to, state.broken))) > 1


def _cards(figure: Figure, cards: list[str], field: str, held: tuple[str, ...]) -> Iterator[Change]:
    """Generate one card more, or one less, of each kind."""
    for card in cards:
        if held.count(card) < figure.cards.count(card):
            yield {field: (card, True)}
        if card in held:
            yield {field: (card, False)}


def _changed(command: C, *changes: Change) -> C | None:
    """The order after these changes; ``None`` where two say something of the same number."""
    if any(sum(name in one for one in changes) > 1 for name in ("cubes", "way", "path")):
        return None
    for change in changes:
        ((name, value),) = change.items()
        if name in ("weapons", "using"):
            cards, (card, is_more) = list(getattr(command, name)), value
            cards.append(card) if is_more else cards.remove(card)
            value = tuple(cards)
        command = replace(command, **{name: value})  # type: ignore[type-var]  # every command is a dataclass
    return command


def at_any_time(state: State, seat: Seat, piece: PieceId | None) -> Iterator[Command]:
    """Skills of the seat's figures that may be left unused, or used again (GO-GEN-02); what is put right by hand; an
    early end."""
    if piece is None and is_legal(state, Concede(seat)):
        yield Concede(seat)
    yield from HANDS.offers(state, seat, piece)
    for figure in state.figures:
        if figure.seat == seat and piece in (None, figure.id):
            for skill in skills_of(state, figure.id):
                order = cm.SetAside(seat, figure.id, skill, skill not in figure.aside)
                if is_legal(state, order):
                    yield order


def commands_placing(state: State, piece: PieceId, spaces: tuple[SpaceId, ...]) -> Iterator[cm.Command]:
    """Legal commands after which the piece stands in that zone: a Movement, or a Movement action that leads there."""
    figure = state.find(piece)
    zone = ZoneId(spaces[0].partition(".")[0]) if len(spaces) == 1 else ZoneId("")
    if figure is None or figure.zone is None or zone not in state.board.zones or state.flow.open:
        return
    ways = (cm.Step(figure.seat, piece, zone), cm.Move(figure.seat, piece, (zone,)))
    yield from (command for command in ways if is_legal(state, command))
