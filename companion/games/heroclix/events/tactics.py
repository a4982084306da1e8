"""Events of objects and terrain, conditions, team abilities, feats and event dials; and the state after them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.board.spaces import Edge
from companion.core.ids import PieceId, RuleId, Seat, SpaceId
from companion.games.heroclix.commands import ObjectId
from companion.games.heroclix.events.changes import nothing, with_points
from companion.games.heroclix.state.attack import AttackKind
from companion.games.heroclix.state.ground import DEBRIS, laid_out, with_lasting
from companion.games.heroclix.state.lasting import LastingKind
from companion.games.heroclix.state.play import HeldObject, LyingObject, ScoreLine
from companion.games.heroclix.state.state import State


@dataclass(frozen=True, slots=True)
class ObjectPickedUp:
    """A piece holds the object now (HC-OBJ-20, -22)."""

    piece: PieceId
    object: ObjectId


@dataclass(frozen=True, slots=True)
class ObjectEffectsIgnored:
    """The players are told that what a special object does counts no more, unless it is continual (HC-OBJ-04)."""

    object: ObjectId


@dataclass(frozen=True, slots=True)
class ObjectDropped:
    """The object fell from its holder's hands and lies there (HC-OBJ-28)."""

    piece: PieceId
    object: ObjectId
    space: SpaceId


@dataclass(frozen=True, slots=True)
class ObjectPushed:
    """A power put an object that nobody holds on another square."""

    piece: PieceId
    object: ObjectId
    space: SpaceId


@dataclass(frozen=True, slots=True)
class ObjectUsed:
    """The attack in progress is made with the object (HC-OBJ-30, -32); it leaves the game with the roll."""

    piece: PieceId
    object: ObjectId
    thrown: bool = False


@dataclass(frozen=True, slots=True)
class TerrainAttacked:
    """An attack that needs no roll met a square, a wall section or an object (HC-TERR-25, -37, HC-OBJ-13)."""

    kind: AttackKind
    attacker: PieceId
    target: str  # the square, the wall as ``C1|D1``, or the object
    damage: int


@dataclass(frozen=True, slots=True)
class TerrainHeld:
    """The terrain stands: the attack dealt too little damage, and nothing of it is kept (HC-TERR-24)."""

    target: str


@dataclass(frozen=True, slots=True)
class BlockingDestroyed:
    """A square of blocking terrain was destroyed: debris lies there (HC-TERR-29, -30)."""

    space: SpaceId


@dataclass(frozen=True, slots=True)
class WallDestroyed:
    """A wall section was destroyed; debris lies on those of its two squares that were clear (HC-TERR-39)."""

    wall: Edge
    debris: tuple[SpaceId, ...] = ()


@dataclass(frozen=True, slots=True)
class MarkerDestroyed:
    """A blocking marker of a power was destroyed: debris lies there as long as the marker would have."""

    space: SpaceId


@dataclass(frozen=True, slots=True)
class DebrisPlaced:
    """Debris lies where an immobile object stood (HC-OBJ-17)."""

    space: SpaceId


@dataclass(frozen=True, slots=True)
class ConditionsRevealed:
    """All battlefield conditions lie open (HC-SETUP-09, HC-BFC-02)."""

    conditions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ConditionCancelled:
    """A themed team cancelled one copy of a condition (HC-THEME-06)."""

    seat: Seat
    condition: str


@dataclass(frozen=True, slots=True)
class ConditionRolled:
    """The roll of a copy of a condition is in; whether it brings what the card says."""

    condition: str
    face: int
    strikes: bool


@dataclass(frozen=True, slots=True)
class ObjectPlaced:
    """An object was put on the map before the figures (HC-OBJ-08)."""

    seat: Seat
    piece: PieceId
    space: SpaceId


@dataclass(frozen=True, slots=True)
class ObjectsWithheld:
    """A seat places no more objects (HC-OBJ-08)."""

    seat: Seat
    objects: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class BystanderBrought:
    """A bystander token came to the map (HC-BYST-01)."""

    piece: PieceId
    spaces: tuple[SpaceId, ...]


@dataclass(frozen=True, slots=True)
class TeamAbilityChosen:
    """A wild card uses another team ability, or none (HC-TA-10)."""

    piece: PieceId
    ability: str


@dataclass(frozen=True, slots=True)
class TeamAbilityLost:
    """A wild card lost its ability with the last friend who had it (HC-TA-11)."""

    piece: PieceId
    ability: str


@dataclass(frozen=True, slots=True)
class FeatUsed:
    """A piece uses a feat; the players see to what it does."""

    feat: str
    piece: PieceId


@dataclass(frozen=True, slots=True)
class ElementRemoved:
    """An object or a feat left the game (HC-VP-02, -11)."""

    element: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ElementScored:
    """A seat scored for something that is no character (HC-VP-02, -03, -07..11)."""

    seat: Seat
    points: int
    rule: RuleId
    element: str


@dataclass(frozen=True, slots=True)
class EventDialTurned:
    """The event dial was turned (HC-EVENT-06..08)."""

    before: int
    after: int


def _with(state: State, **changes: Any) -> State:
    """The state with what became of the tactics changed."""
    return replace(state, tactics=replace(state.tactics, **changes))


def _picked_up(state: State, event: ObjectPickedUp) -> State:
    """Take the object off the map; its square hinders no longer (HC-OBJ-22, -40)."""
    play = state.tactics
    lying = tuple(item for item in play.lying if item.object != event.object)
    return laid_out(_with(state, lying=lying, held=(*play.held, HeldObject(event.object, event.piece))))


def _dropped(state: State, event: ObjectDropped | ObjectPushed) -> State:
    play = state.tactics
    held = tuple(holding for holding in play.held if holding.object != event.object)
    lying = (*(item for item in play.lying if item.object != event.object), LyingObject(event.object, event.space))
    return laid_out(_with(state, lying=lying, held=held))


def _used(state: State, event: ObjectUsed) -> State:
    assert state.attack is not None
    return replace(state, attack=replace(state.attack, weapon=event.object))


def _littered(state: State, *spaces: SpaceId) -> State:
    return laid_out(_with(state, debris=tuple(dict.fromkeys((*state.tactics.debris, *spaces)))))


def _wall_destroyed(state: State, event: WallDestroyed) -> State:
    return _littered(_with(state, fallen=(*state.tactics.fallen, event.wall)), *event.debris)


def _marker_destroyed(state: State, event: MarkerDestroyed) -> State:
    """The debris has the number of the effect that laid the marker, and ends with it."""
    lasting = []
    for effect in state.lasting:
        if effect.kind is not LastingKind.MARKS or effect.key == DEBRIS or event.space not in effect.spaces:
            lasting.append(effect)
            continue
        rest = tuple(space for space in effect.spaces if space != event.space)
        lasting += [replace(effect, spaces=rest), replace(effect, key=DEBRIS, spaces=(event.space,))]
    return with_lasting(state, tuple(lasting))


def _condition_rolled(state: State, event: ConditionRolled) -> State:
    return _with(state, rolled=(*state.tactics.rolled, event.condition))


def _object_placed(state: State, event: ObjectPlaced) -> State:
    """The square is hindering while the object lies there (HC-OBJ-11)."""
    return laid_out(_with(state, lying=(*state.tactics.lying, LyingObject(event.piece, event.space))))


def _removed(state: State, event: ElementRemoved) -> State:
    """An object is nowhere any more, neither on the map nor in a hand (HC-OBJ-16, -37)."""
    play = state.tactics
    lying = tuple(item for item in play.lying if item.object != event.element)
    held = tuple(holding for holding in play.held if holding.object != event.element)
    return laid_out(_with(state, lying=lying, held=held, removed=(*play.removed, event.element)))


def _ability_changed(state: State, event: TeamAbilityChosen | TeamAbilityLost) -> State:
    copied, fresh = dict(state.tactics.copied), state.tactics.fresh
    copied.pop(event.piece, None)
    if isinstance(event, TeamAbilityChosen):  # HC-TA-12, -13: new until an action has gone by
        fresh = tuple(sorted({*fresh, event.piece}))
        if event.ability:
            copied[event.piece] = event.ability
    return _with(state, copied=tuple(sorted(copied.items())), fresh=fresh)


def _element_scored(state: State, event: ElementScored) -> State:
    return with_points(state, ScoreLine(event.seat, event.points, event.rule, event.element))


FOLDS: Mapping[type, Callable[[State, Any], State]] = {
    ObjectPickedUp: _picked_up,
    ObjectEffectsIgnored: nothing,
    ObjectDropped: _dropped,
    ObjectPushed: _dropped,
    ObjectUsed: _used,
    TerrainAttacked: nothing,
    TerrainHeld: nothing,
    BlockingDestroyed: lambda state, event: _littered(state, event.space),
    WallDestroyed: _wall_destroyed,
    MarkerDestroyed: _marker_destroyed,
    DebrisPlaced: lambda state, event: _littered(state, event.space),
    ConditionsRevealed: nothing,
    ConditionCancelled: lambda state, event: _with(state, cancelled=(*state.tactics.cancelled, event.condition)),
    ConditionRolled: _condition_rolled,
    ObjectPlaced: _object_placed,
    ObjectsWithheld: lambda state, event: _with(state, removed=(*state.tactics.removed, *event.objects)),
    BystanderBrought: lambda state, event: state.changed(event.piece, spaces=event.spaces),
    TeamAbilityChosen: _ability_changed,
    TeamAbilityLost: _ability_changed,
    FeatUsed: nothing,
    ElementRemoved: _removed,
    ElementScored: _element_scored,
    EventDialTurned: lambda state, event: _with(state, event_click=event.after),
}
