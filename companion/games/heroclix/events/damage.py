"""Events of damage, dials and knock back, and the state after them. They check nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from companion.core.ids import PieceId, RuleId, Seat, SpaceId
from companion.core.phrases import Name, Phrase
from companion.games.heroclix.events.changes import letting_fall, nothing, with_attack, with_points
from companion.games.heroclix.state.attack import DamageKind
from companion.games.heroclix.state.play import ScoreLine
from companion.games.heroclix.state.state import State


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
    spared: tuple[str, ...] = ()  # the powers that kept some of it off

    @property
    def told(self) -> dict[str, object]:
        """The powers that kept some of it off, in words."""
        is_less = self.spared and self.taken < self.dealt
        return {"why": Phrase("damage.spared", {"powers": self.spared}) if is_less else ""}


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
    """The pieces that the attack knocks back were settled, each with its squares; none,
    when the attacker does without.
    """

    piece: PieceId
    distances: tuple[tuple[PieceId, int], ...]


@dataclass(frozen=True, slots=True)
class KnockedBack:
    """A piece was knocked back: the squares it went through, and what stopped it (HC-KB)."""

    piece: PieceId
    path: tuple[SpaceId, ...]
    stop: str
    damage: int = 0

    @property
    def told(self) -> dict[str, object]:
        """Where it went or stayed, and what stopped it."""
        stop = f"knocked.{self.stop}"
        why = "" if self.stop == "distance" else Phrase(stop)
        went = Phrase("knocked.back", {"to": Name(self.path[-1]), "why": why})
        return {
            "back": went if len(self.path) > 1 else Phrase("knocked.stays", {"to": Name(self.path[-1]), "why": why})
        }


CHARACTER = RuleId("HC-VP-01")


def _damage_transferred(state: State, event: DamageTransferred) -> State:
    """Side effects go with the damage: the bearer stands where the line of the attack ends."""
    attack = state.attack
    if attack is None:
        return state
    end = state.piece(event.to).spaces[0]
    moved = tuple(replace(target, piece=event.to, end=end) for target in attack.targets if target.piece == event.piece)
    return with_attack(state, targets=(*attack.targets, *moved))


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
    return with_attack(state, clicked=(*state.attack.clicked, (event.piece, event.clicked)))


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
}
