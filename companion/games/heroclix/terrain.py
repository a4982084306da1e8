"""Attacks on squares of blocking terrain, wall sections and objects (HC-TERR-24..39, HC-OBJ-13..17).

AttackTerrain ──no roll (HC-TERR-25)──> TerrainAttacked ── 3 damage or more ──> destroyed, debris where it belongs
                                                        └─ less ─────────────> TerrainHeld
DestroyTerrain   the same where attacks target characters only: no attack (HX-ATK-02)
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from companion.board.grid import GridBoard
from companion.board.spaces import Edge, Terrain, Verdict
from companion.core.ids import SpaceId
from companion.core.procedure import Script, Teller
from companion.core.reckoning import Contribution, Operation, Reckoning
from companion.core.rules import Violation, violation
from companion.games.heroclix.attack.targeting import shooter_violations
from companion.games.heroclix.commands import AttackTerrain, DestroyTerrain, ObjectId
from companion.games.heroclix.edition import Edition
from companion.games.heroclix.events.play import ActionGiven
from companion.games.heroclix.events.tactics import (
    BlockingDestroyed,
    DebrisPlaced,
    MarkerDestroyed,
    TerrainAttacked,
    TerrainHeld,
    WallDestroyed,
)
from companion.games.heroclix.forces.cards import Weight
from companion.games.heroclix.position.happening import happen
from companion.games.heroclix.position.holding import active
from companion.games.heroclix.position.in_hand import HoldObjects, lying_object
from companion.games.heroclix.position.lines import line_to_terrain, sees_terrain
from companion.games.heroclix.position.reckoning import fighting_value, range_value, reckoned_events, standing_value
from companion.games.heroclix.position.scoring import leaving_events
from companion.games.heroclix.powers.placing import PlaceMarkers
from companion.games.heroclix.state.attack import ActionKind, AttackKind
from companion.games.heroclix.state.ground import marker_on
from companion.games.heroclix.state.state import Piece, State
from companion.games.heroclix.turns.acting import finish, giving_violations, may_be_given

ENOUGH = 3  # damage of one attack that destroys (HC-TERR-24, -37, HC-OBJ-13)


def name_of(command: AttackTerrain) -> str:
    """Return the target as it is written: a square, ``C1|D1``, or the id of an object."""
    wall = f"{command.wall.a}|{command.wall.b}" if command.wall else ""
    return command.object or command.square or wall


def breaking(edition: Edition) -> type[AttackTerrain] | None:
    """The order by which terrain is destroyed; none where it never is (HC-BASIC-05)."""
    if edition.attack_targets_terrain:
        return AttackTerrain
    return DestroyTerrain if edition.breaks_terrain else None


def terrain_violations(state: State, command: AttackTerrain) -> Iterator[Violation]:
    """The rules the attack breaks."""
    if type(command) is not breaking(state.edition):
        yield violation("HC-TERR-37" if state.edition.attack_targets_terrain else "HX-ATK-02", waivable=False)
        return
    yield from giving_violations(state, command.seat, command.attacker)
    attacker = state.find(command.attacker)
    if attacker is None or not attacker.spaces:
        return
    named = sum(one is not None for one in (command.square, command.wall, command.object))
    if named != 1:  # one target of this kind in one attack (HC-TERR-27, HC-OBJ-15, AMB-40)
        yield violation("HC-TERR-27" if named else "HC-ATK-02", attacker.id, waivable=False)
        return
    broken = list(_target_violations(state, command))
    yield from broken
    if broken:
        return
    if command.kind is AttackKind.CLOSE:
        yield from _arm_violations(state, attacker, command)
    else:
        yield from shooter_violations(state, attacker, (), None)
        yield from _line_violations(state, attacker, command)


def _target_violations(state: State, command: AttackTerrain) -> Iterator[Violation]:
    """Why it is nothing that an attack may destroy."""
    board = state.table.board
    if command.wall is not None:
        if command.wall not in board.walls:
            rule = "HC-TERR-33" if command.kind is AttackKind.CLOSE else "HC-TERR-34"
            yield violation(rule, command.wall.a, waivable=False, wall=name_of(command))
    elif command.square is not None:
        space = command.square
        if space not in board:
            yield violation("HC-MAP-07", None, waivable=False, found=space)
        elif not board.has(space, Terrain.BLOCKING):
            if board.level(space) > 1:
                yield violation("HC-TERR-28", space, waivable=False)
            yield violation("HC-TERR-24", space, waivable=False)
        elif (marker := marker_on(state, space)) is not None:
            verbs = state.edition.powers[marker.power].verbs if marker.power in state.edition.powers else ()
            if not any(isinstance(verb, PlaceMarkers) and verb.destructible for verb in verbs):
                yield violation("HC-TERR-24", space)
    elif command.object is not None:
        if state.table.tactics.object(command.object) is None:
            yield violation("TW-PIECE-01", command.object, waivable=False)
        elif any(holding.object == command.object for holding in state.tactics.held):
            yield violation("HC-OBJ-26", command.object, waivable=False)
        elif lying_object(state, command.object) is None:
            yield violation("HC-VP-02", command.object, waivable=False, element=command.object)


def _place(state: State, command: AttackTerrain) -> SpaceId | Edge:
    """Return the place of the target."""
    if command.object is not None:
        lying = lying_object(state, command.object)
        assert lying is not None
        return lying.space
    place = command.wall or command.square
    assert place is not None
    return place


def _arm_violations(state: State, attacker: Piece, command: AttackTerrain) -> Iterator[Violation]:
    """Why it is out of the reach of a close attack: no neighbouring square (HC-TERR-25, HC-OBJ-13), no section on
    an edge of its own square (HC-TERR-33)."""
    place, board = _place(state, command), state.table.board
    if isinstance(place, Edge):
        if not {*place} & {*attacker.spaces}:
            yield violation("HC-TERR-33", place.a, wall=name_of(command))
    elif not any(board.is_adjacent(own, place) for own in attacker.spaces):
        yield violation("HC-OBJ-13" if command.object else "HC-TERR-25", place, attacker=attacker.id)
        yield violation("HC-ATK-04", place, attacker=attacker.id)


def _line_violations(state: State, attacker: Piece, command: AttackTerrain) -> Iterator[Violation]:
    """Why it cannot be shot at: line and range as for any target (HC-LOS-04, HC-RNG-02), each with its own rule too."""
    place, reach = _place(state, command), range_value(state, attacker)
    line = line_to_terrain(state, attacker, place, reach)
    own_line, own_range = "HC-TERR-26", "HC-TERR-26"
    if isinstance(place, Edge):
        own_line, own_range = "HC-TERR-34", "HC-TERR-35"
    elif command.object is not None:
        own_line = own_range = "HC-OBJ-13"
    at = place.b if isinstance(place, Edge) else place
    if line.verdict is Verdict.BLOCKED:
        cause = line.causes[0]
        obstacle = cause.piece or cause.square or (f"{cause.edge.a}|{cause.edge.b}" if cause.edge else "-")
        yield violation(own_line, at, attacker=attacker.id, wall=name_of(command))
        yield violation("HC-LOS-04", at, because=cause.rule, obstacle=obstacle)
    if line.range > reach:
        yield violation(own_range, at, attacker=attacker.id, wall=name_of(command))
        yield violation("HC-RNG-02", at, range=reach, distance=line.range)


def attack_terrain(t: Teller[State], command: AttackTerrain) -> Script[None]:
    """The action, the damage that counts, and what becomes of the target; a held object is not used (HC-OBJ-39)."""
    close = command.kind is AttackKind.CLOSE
    t.tell(ActionGiven(command.attacker, ActionKind.CLOSE_COMBAT if close else ActionKind.RANGED_COMBAT))
    damage = terrain_damage(t.state, command)
    attacked = TerrainAttacked(command.kind, command.attacker, name_of(command), damage.value)
    fate = _destruction(t.state, command) if damage.value >= ENOUGH else (TerrainHeld(name_of(command)),)
    happen(t, *reckoned_events(command.attacker, "damage", damage), attacked, *fate)
    yield from finish(t, command.attacker)


def terrain_damage(state: State, command: AttackTerrain) -> Reckoning:
    attacker = state.piece(command.attacker)
    if isinstance(command, DestroyTerrain):  # what counts in attacks alone does not
        return standing_value(state, attacker, "damage")
    more = tuple(_strength(state, attacker)) if command.kind is AttackKind.CLOSE else ()
    return fighting_value(state, attacker, "damage", command.kind, *more)


def _strength(state: State, attacker: Piece) -> Iterator[Contribution]:
    for power, verb in active(state, attacker, HoldObjects):
        if verb.against_terrain:
            yield Contribution(Operation.MODIFIED, verb.against_terrain, power, attacker.id)


def littered_by(board: GridBoard, section: Edge) -> tuple[SpaceId, ...]:
    """The sides of a wall section on which debris lies when it falls: clear terrain, on the ground (HC-TERR-39)."""
    return tuple(side for side in section if not board.tile(side).terrain and board.level(side) == 1)


def _destruction(state: State, command: AttackTerrain) -> tuple[object, ...]:
    """Return the events of the destruction, with its debris; a piece that stands there takes
    no damage (HC-OBJ-14, AMB-23).
    """
    if command.wall is not None:
        return (WallDestroyed(command.wall, littered_by(state.table.board, command.wall)),)
    if command.square is not None:
        if marker_on(state, command.square) is not None:
            return (MarkerDestroyed(command.square),)
        return (BlockingDestroyed(command.square),)
    assert command.object is not None
    item, lying = state.table.tactics.object(command.object), lying_object(state, command.object)
    assert item is not None and lying is not None
    is_immobile = item.weight is Weight.IMMOBILE
    gone = leaving_events(state, item.id, "HC-OBJ-17" if is_immobile else "HC-OBJ-16")
    return (*gone, DebrisPlaced(lying.space)) if is_immobile else gone


def legal_terrain_attacks(state: State, attacker: Piece) -> Iterator[AttackTerrain]:
    """Every legal attack of the piece on a square, a wall section or an object, those at arm's length first."""
    order = breaking(state.edition)
    if order is None or not may_be_given(state, attacker.seat, attacker):
        return
    board, reach = state.table.board, range_value(state, attacker)
    kinds = [(AttackKind.CLOSE, 1)]
    if not any(shooter_violations(state, attacker, (), None)):
        kinds.append((AttackKind.RANGED, reach))
    for kind, most in kinds:
        near = set(board.within(most, *attacker.spaces))
        seat = attacker.seat
        offers = [
            order(seat, attacker.id, kind, object=ObjectId(lying.object))
            for lying in state.tactics.lying
            if lying.space in near
        ]
        squares, walls = _standing(board)
        offers += [order(seat, attacker.id, kind, square=space) for space in squares if space in near]
        offers += [order(seat, attacker.id, kind, wall=one) for one in walls if one.a in near and one.b in near]
        for offer in offers:  # the action may be given, and the attacker may shoot: the rest of ``terrain_violations``
            if any(_target_violations(state, offer)):
                continue
            if kind is AttackKind.CLOSE:
                is_legal = not any(_arm_violations(state, attacker, offer))
            else:
                is_legal = sees_terrain(state, attacker, _place(state, offer))
                if is_legal and (
                    offer.wall is not None or len(attacker.spaces) > 1
                ):  # of several lines the best counts
                    is_legal = not any(_line_violations(state, attacker, offer))
            if is_legal:
                yield offer


@lru_cache(maxsize=64)
def _standing(board: GridBoard) -> tuple[tuple[SpaceId, ...], tuple[Edge, ...]]:
    """The blocking squares and the walls of a board, in reading order."""
    squares = tuple(space for space in board.spaces if board.has(space, Terrain.BLOCKING))
    return squares, tuple(sorted(board.walls, key=lambda one: (board.index(one.a), one.b)))
