"""What happens in an attack, and whenever damage is dealt; and the state after it. Past tense; checks nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from companion.core.ids import PieceId, RuleId, Seat, SpaceId
from companion.core.reckoning import Contribution
from companion.games.heroclix.events.changes import letting_fall, nothing, with_points
from companion.games.heroclix.state.attack import Attack, AttackKind, DamageKind, Target
from companion.games.heroclix.state.play import ScoreLine
from companion.games.heroclix.state.state import State


@dataclass(frozen=True, slots=True)
class AttackDeclared:
    """An attack was declared: the values that count, and each target's number to reach (HC-ATK-05)."""

    kind: AttackKind
    attacker: PieceId
    attack: int
    damage: int
    targets: tuple[Target, ...]

@dataclass(frozen=True, slots=True)
class LeftToPlayers:
    """Powers in the window that matter now and that the companion does not enforce: the players see to them."""

    piece: PieceId
    powers: tuple[str, ...]

@dataclass(frozen=True, slots=True)
class ValueReckoned:
    """A value that counts now is not the printed one: what made it so (HC-VAL-02)."""

    piece: PieceId
    slot: str
    value: int
    printed: int
    parts: tuple[Contribution, ...]

@dataclass(frozen=True, slots=True)
class AttackShaped:
    """A power changes the attack in progress; what is ``None`` stays as it is."""

    power: str
    damage: int | None = None
    penetrating: bool = False
    harmless: bool = False
    whole: bool = False
    knocks: bool = False
    times: tuple[tuple[PieceId, int], ...] = ()

@dataclass(frozen=True, slots=True)
class DefenseLent:
    """A target uses another defense value against this attack: with its modifiers, this one."""

    piece: PieceId
    by: PieceId
    defense: int

@dataclass(frozen=True, slots=True)
class TargetLost:
    """A target of the attack in progress is no longer one."""

    piece: PieceId
    power: str

@dataclass(frozen=True, slots=True)
class TargetFound:
    """The attack in progress has another target."""

    target: Target

@dataclass(frozen=True, slots=True)
class TargetRedirected:
    """A piece became the target in the place of another one, and cannot refuse to be (HX-HIT-06)."""

    piece: PieceId
    power: str
    target: Target

@dataclass(frozen=True, slots=True)
class AttackDropped:
    """The attack in progress has no target any more: no roll is made."""

    attacker: PieceId

@dataclass(frozen=True, slots=True)
class AttackRolled:
    """The attack roll is compared with each target's defense (HC-ATK-05, -08, -10, -16)."""

    faces: tuple[int, int]
    total: int
    hits: tuple[PieceId, ...]
    misses: tuple[PieceId, ...]

@dataclass(frozen=True, slots=True)
class HitEvaded:
    """A hit became a miss (HC-ATK-07)."""

    piece: PieceId
    power: str

@dataclass(frozen=True, slots=True)
class HitRedirected:
    """A piece became the hit target in the place of another one, wherever it stands (HX-HIT-06, -07)."""

    piece: PieceId
    power: str
    target: Target

@dataclass(frozen=True, slots=True)
class HitsSettled:
    """Who is hit and who is missed is final (HX-HIT-03)."""

    hits: tuple[PieceId, ...]
    misses: tuple[PieceId, ...]

@dataclass(frozen=True, slots=True)
class KnockBackGained:
    """The attack has the ability to knock back: by doubles, or by a power (HX-KB-04)."""

    piece: PieceId
    source: str

@dataclass(frozen=True, slots=True)
class DamageDivided:
    """What each target hit is dealt (HC-RNG-10, -11; +1 each on a critical hit, HC-ATK-11, AMB-14): what is meant by
    the damage of the attack (HX-DMG-08)."""

    dealt: tuple[tuple[PieceId, int], ...]

@dataclass(frozen=True, slots=True)
class EffectDealt:
    """A power deals damage without an attack to these pieces."""

    piece: PieceId
    power: str
    to: tuple[PieceId, ...]
    damage: int

@dataclass(frozen=True, slots=True)
class UnavoidableDealt:
    """A piece is dealt unavoidable damage (HC-DMG-08)."""

    piece: PieceId
    damage: int
    rule: RuleId

@dataclass(frozen=True, slots=True)
class DamageLessened:
    """A roll takes this much off the damage about to be taken."""

    piece: PieceId
    power: str
    by: int

@dataclass(frozen=True, slots=True)
class DamageTransferred:
    """All damage about to be dealt to a piece is dealt to another one instead."""

    piece: PieceId
    to: PieceId
    power: str

@dataclass(frozen=True, slots=True)
class DamageDealt:
    """Damage was dealt to a piece, and this much of it was taken (HC-DMG-01, -02)."""

    piece: PieceId
    dealt: int
    taken: int
    kind: DamageKind
    rule: RuleId
    by: Seat | None = None

@dataclass(frozen=True, slots=True)
class DialTurned:
    """A dial was turned (HC-DMG-03, -15)."""

    irreversible: ClassVar[bool] = True
    piece: PieceId
    before: int
    after: int
    reason: str = ""

@dataclass(frozen=True, slots=True)
class PowersChanged:
    """Powers came into the window with a click, or were lost (HC-POW-05, HC-DMG-17)."""

    piece: PieceId
    gained: tuple[str, ...]
    lost: tuple[str, ...]

@dataclass(frozen=True, slots=True)
class DamageClicked:
    """A dial made this many turns for damage taken (HX-SEQ-10)."""

    piece: PieceId
    taken: int
    clicked: int
    kind: DamageKind

@dataclass(frozen=True, slots=True)
class KnockedOut:
    """A piece was defeated and left the map (HC-DMG-11)."""

    piece: PieceId
    space: SpaceId | None = None

@dataclass(frozen=True, slots=True)
class VictoryPointsScored:
    """A seat scored (HC-VP-01, -05, -06)."""

    seat: Seat
    points: int
    piece: PieceId

@dataclass(frozen=True, slots=True)
class KnockBackDue:
    """A piece is knocked back without an attack, away from another one (HC-KB-02)."""

    piece: PieceId
    distance: int
    line: tuple[SpaceId, SpaceId]
    by: Seat

@dataclass(frozen=True, slots=True)
class KnockBackSettled:
    """These pieces are knocked back by the attack, each so many squares; nobody, when the attacker does without."""

    piece: PieceId
    distances: tuple[tuple[PieceId, int], ...]

@dataclass(frozen=True, slots=True)
class KnockedBack:
    """A piece was knocked back: the squares it went through, and what stopped it (HC-KB)."""

    piece: PieceId
    path: tuple[SpaceId, ...]
    stop: str
    damage: int = 0

@dataclass(frozen=True, slots=True)
class AttackResolved:
    """The attack is resolved: its last step (HX-ATK-05); then two ones hurt the attacker (HX-HIT-09)."""

    piece: PieceId

CHARACTER = RuleId("HC-VP-01")


def _declared(state: State, event: AttackDeclared) -> State:
    plain = not state.edition.attack.hits.special_dice
    attack = Attack(event.kind, event.attacker, event.attack, event.damage, event.targets, plain=plain)
    return replace(state, attack=attack)


def _shaped(state: State, event: AttackShaped) -> State:
    attack = state.attack
    if attack is None:
        return state
    return _with(
        state,
        power=event.power,
        damage=attack.damage if event.damage is None else event.damage,
        penetrating=attack.penetrating or event.penetrating,
        harmless=attack.harmless or event.harmless,
        whole=attack.whole or event.whole,
        knocks=attack.knocks or event.knocks,
        times=event.times or attack.times,
    )


def _with(state: State, **changes: Any) -> State:
    """The state with the attack in progress changed."""
    assert state.attack is not None
    return replace(state, attack=replace(state.attack, **changes))


def _defense_lent(state: State, event: DefenseLent) -> State:
    targets = tuple(
        replace(one, defense=event.defense) if one.piece == event.piece else one for one in _targets(state)
    )
    return _with(state, targets=targets)


def _targets(state: State) -> tuple[Target, ...]:
    assert state.attack is not None
    return state.attack.targets


def _target_lost(state: State, event: TargetLost) -> State:
    return _with(state, targets=tuple(one for one in _targets(state) if one.piece != event.piece))


def _target_found(state: State, event: TargetFound) -> State:
    return _with(state, targets=(*_targets(state), event.target))


def _target_redirected(state: State, event: TargetRedirected) -> State:
    assert state.attack is not None
    targets = tuple(event.target if one.piece == event.piece else one for one in state.attack.targets)
    return _with(state, targets=targets, chosen=(*state.attack.chosen, event.target.piece))


def _hit_evaded(state: State, event: HitEvaded) -> State:
    assert state.attack is not None
    return _with(state, hits=tuple(one for one in state.attack.hits if one != event.piece))


def _hit_redirected(state: State, event: HitRedirected) -> State:
    attack, to = state.attack, event.target.piece
    assert attack is not None
    hits = dict.fromkeys(to if one == event.piece else one for one in attack.hits)
    targets = (*(one for one in attack.targets if one.piece != to), event.target)
    return _with(state, hits=tuple(hits), targets=targets, sure=(*attack.sure, to))


def _damage_transferred(state: State, event: DamageTransferred) -> State:
    """Side effects go with the damage: the bearer stands where the line of the attack ends."""
    if state.attack is None:
        return state
    end = state.piece(event.to).spaces[0]
    moved = tuple(replace(one, piece=event.to, end=end) for one in _targets(state) if one.piece == event.piece)
    return _with(state, targets=(*_targets(state), *moved))


def _damage_dealt(state: State, event: DamageDealt) -> State:
    """An opponent hurt this piece last of all (HC-VP-06, -11)."""
    piece = state.piece(event.piece)
    if not event.taken or event.by is None or state.is_friend(event.by, piece.seat):
        return state
    hurt = (*(one for one in state.tactics.hurt if one != piece.id), piece.id)
    return replace(state.changed(piece.id, hurt_by=event.by), tactics=replace(state.tactics, hurt=hurt))


def _damage_clicked(state: State, event: DamageClicked) -> State:
    if state.attack is None or event.kind is not DamageKind.ATTACK:
        return state
    return _with(state, clicked=(*state.attack.clicked, (event.piece, event.clicked)))


def _knocked_out(state: State, event: KnockedOut) -> State:
    """The piece leaves the map for the KO area, without its tokens (HC-DMG-11, HX-KO-03, -04)."""
    return letting_fall(state, event.piece).changed(event.piece, ko=True, spaces=(), tokens=0)


def _scored(state: State, event: VictoryPointsScored) -> State:
    return with_points(state, ScoreLine(event.seat, event.points, CHARACTER, event.piece))


def _knocked_back(state: State, event: KnockedBack) -> State:
    if len(event.path) == 1:
        return state
    return state.changed(event.piece, spaces=(event.path[-1],), stirred=True)


FOLDS: Mapping[type, Callable[[State, Any], State]] = {
    AttackDeclared: _declared,
    LeftToPlayers: nothing,
    ValueReckoned: nothing,
    AttackShaped: _shaped,
    DefenseLent: _defense_lent,
    TargetLost: _target_lost,
    TargetFound: _target_found,
    TargetRedirected: _target_redirected,
    AttackDropped: lambda state, event: replace(state, attack=None),
    AttackRolled: lambda state, event: _with(state, faces=event.faces, hits=event.hits),
    HitEvaded: _hit_evaded,
    HitRedirected: _hit_redirected,
    HitsSettled: lambda state, event: _with(state, settled=True),
    KnockBackGained: lambda state, event: _with(state, knocks=True),
    DamageDivided: nothing,
    EffectDealt: nothing,
    UnavoidableDealt: nothing,
    DamageLessened: nothing,
    DamageTransferred: _damage_transferred,
    DamageDealt: _damage_dealt,
    DialTurned: lambda state, event: state.changed(event.piece, click=event.after),
    PowersChanged: nothing,
    DamageClicked: _damage_clicked,
    KnockedOut: _knocked_out,
    VictoryPointsScored: _scored,
    KnockBackDue: nothing,
    KnockBackSettled: nothing,
    KnockedBack: _knocked_back,
    AttackResolved: nothing,
}
