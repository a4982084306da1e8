"""Events of an attack, and the state after them. They check nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.core.ids import PieceId
from companion.core.phrases import Name, Phrase, Told, joined
from companion.core.reckoning import Contribution
from companion.games.heroclix.events.changes import nothing, with_attack
from companion.games.heroclix.state.attack import Attack, AttackKind, Target
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
    defenses: tuple[int, ...] = ()  # of the hits, then of the misses; none in a record of before

    @property
    def told(self) -> dict[str, object]:
        """Its outcome for each target, with the defense that the total was compared with."""
        fates = [(piece, "attack.hit") for piece in self.hits] + [(piece, "attack.miss") for piece in self.misses]
        sums = {"value": self.total - sum(self.faces), "dice": sum(self.faces)}
        if len(self.defenses) != len(fates):
            return sums | {"outcome": Phrase("attack.hit" if self.hits else "attack.miss")}
        rows = zip(fates, self.defenses, strict=True)
        told = (Phrase(f"{fate}.against", {"piece": Name(piece), "defense": on}) for (piece, fate), on in rows)
        return sums | {"outcome": joined("; ", *told)}


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
    """The hits and misses are final (HX-HIT-03)."""

    hits: tuple[PieceId, ...]
    misses: tuple[PieceId, ...]

    @property
    def told(self) -> dict[str, object]:
        """Its outcome in a word."""
        return {"outcome": Phrase("attack.hit" if self.hits else "attack.miss")}


@dataclass(frozen=True, slots=True)
class KnockBackGained:
    """The attack has the ability to knock back: by doubles, or by a power (HX-KB-04)."""

    piece: PieceId
    source: str


@dataclass(frozen=True, slots=True)
class DamageDivided:
    """The damage of the attack (HX-DMG-08) was divided among the targets hit (HC-RNG-10, -11; +1 each on a critical
    hit, HC-ATK-11, AMB-14).
    """

    dealt: tuple[tuple[PieceId, int], ...]

    @property
    def told(self) -> dict[str, Told]:
        """Each with its share."""
        shares = (Phrase("damage_share", {"piece": Name(piece), "count": count}) for piece, count in self.dealt)
        return {"dealt": joined(", ", *shares)}


@dataclass(frozen=True, slots=True)
class AttackResolved:
    """The attack is resolved: its last step (HX-ATK-05); then two ones hurt the attacker (HX-HIT-09)."""

    piece: PieceId


def _declared(state: State, event: AttackDeclared) -> State:
    plain = not state.edition.attack.hits.special_dice
    attack = Attack(event.kind, event.attacker, event.attack, event.damage, event.targets, plain=plain)
    return replace(state, attack=attack)


def _shaped(state: State, event: AttackShaped) -> State:
    attack = state.attack
    if attack is None:
        return state
    return with_attack(
        state,
        power=event.power,
        damage=attack.damage if event.damage is None else event.damage,
        penetrating=attack.penetrating or event.penetrating,
        harmless=attack.harmless or event.harmless,
        whole=attack.whole or event.whole,
        knocks=attack.knocks or event.knocks,
        times=event.times or attack.times,
    )


def _defense_lent(state: State, event: DefenseLent) -> State:
    targets = tuple(replace(one, defense=event.defense) if one.piece == event.piece else one for one in _targets(state))
    return with_attack(state, targets=targets)


def _targets(state: State) -> tuple[Target, ...]:
    assert state.attack is not None
    return state.attack.targets


def _target_lost(state: State, event: TargetLost) -> State:
    return with_attack(state, targets=tuple(one for one in _targets(state) if one.piece != event.piece))


def _target_found(state: State, event: TargetFound) -> State:
    return with_attack(state, targets=(*_targets(state), event.target))


def _target_redirected(state: State, event: TargetRedirected) -> State:
    assert state.attack is not None
    targets = tuple(event.target if target.piece == event.piece else target for target in state.attack.targets)
    return with_attack(state, targets=targets, chosen=(*state.attack.chosen, event.target.piece))


def _hit_evaded(state: State, event: HitEvaded) -> State:
    assert state.attack is not None
    return with_attack(state, hits=tuple(hit for hit in state.attack.hits if hit != event.piece))


def _hit_redirected(state: State, event: HitRedirected) -> State:
    attack, to = state.attack, event.target.piece
    assert attack is not None
    hits = dict.fromkeys(to if hit == event.piece else hit for hit in attack.hits)
    targets = (*(target for target in attack.targets if target.piece != to), event.target)
    return with_attack(state, hits=tuple(hits), targets=targets, sure=(*attack.sure, to))


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
    AttackRolled: lambda state, event: with_attack(state, faces=event.faces, hits=event.hits),
    HitEvaded: _hit_evaded,
    HitRedirected: _hit_redirected,
    HitsSettled: lambda state, event: with_attack(state, settled=True),
    KnockBackGained: lambda state, event: with_attack(state, knocks=True),
    DamageDivided: nothing,
    AttackResolved: nothing,
}
