"""The attack action: alone, held for others to join, or struck together with those who waited."""

from __future__ import annotations

from collections.abc import Iterator

from companion.board.facing import facings_to
from companion.core.ids import PieceId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroquest import events as ev
from companion.games.heroquest.actions import spend, spending_violations
from companion.games.heroquest.attack import legality
from companion.games.heroquest.attack.pool import RANGED, Part, pool_of
from companion.games.heroquest.attack.reactions import assist
from companion.games.heroquest.attack.striking import strike, wide_strike
from companion.games.heroquest.attack.techniques import power_up
from companion.games.heroquest.attack.toll import sacrifice
from companion.games.heroquest.characters import Character
from companion.games.heroquest.commands import Attack, CommitAttack
from companion.games.heroquest.state import State

GROUP = "group"


def attack_violations(state: State, figure: Character, command: Attack | CommitAttack) -> Iterator[Violation]:
    """Why the attack may not be made, or held for others (HQ-AMB-48)."""
    target = state.find(command.target)
    yield from spending_violations(figure, "attack")
    if figure.in_pit:
        yield violation("HQ-TRAP-03", figure.id)
    broken = list(legality.target_violations(state, figure, target, command.target))
    yield from broken
    if broken or target is None:
        return
    manner, weapon = legality.manner_of(state, figure, target)
    yield from legality.weapon_violations(state, figure, weapon, manner)
    yield from legality.reach_violations(state, figure, target, manner)
    if isinstance(command, Attack):
        yield from legality.way_violations(state, figure, command.ways, manner)
        if GROUP in command.ways and not _waiting(state, figure, command.target):
            yield violation("HQ-COMBAT-GROUP-01", figure.id)


def commit(t: Teller[State], figure: Character, command: CommitAttack) -> None:
    spend(t, figure.id, "attack")
    t.tell(ev.AttackCommitted(figure.id, command.target))


def _waiting(state: State, figure: Character, target: PieceId) -> tuple[PieceId, ...]:
    """Return the figures that wait to strike that target with it, and still can (HQ-COMBAT-GROUP-03)."""
    waiting = []
    for held in state.committed:
        other, aim = state.find(held.piece), state.find(target)
        if held.target == target and other is not None and other.side == figure.side and aim is not None:
            manner, _ = legality.manner_of(state, other, aim)
            if not any(legality.reach_violations(state, other, aim, manner)):
                waiting.append(held.piece)
    return tuple(waiting)


def attack(t: Teller[State], figure: Character, command: Attack) -> Script[None]:
    """Make the attack, with all that follows."""
    spend(t, figure.id, "attack")
    face(t, figure.id, command.target, command.facing)
    power_up(t, figure.id, command.ways)
    if "deadly" in command.ways:
        sacrifice(t, figure.id, "HQ-HERO-ENCH-07")
    if "wide" in command.ways:
        yield from wide_strike(t, figure.id, command.target)
    else:
        joined = _waiting(t.state, figure, command.target) if GROUP in command.ways else ()
        for piece in joined:
            face(t, piece, command.target, None)
        own = part_of(t.state, figure.id, command.target, command.ways)
        parts = (*(part_of(t.state, piece, command.target, ()) for piece in joined), own)
        yield from strike(t, parts, command.target)
        _load(t, parts)
    yield from assist(t, figure.id, command.target)


def free_strike(t: Teller[State], piece: PieceId, target: PieceId) -> Script[None]:
    """Make one normal attack that costs no action (HQ-COMBAT-AMBUSH-06)."""
    face(t, piece, target, None)
    parts = (part_of(t.state, piece, target, ()),)
    yield from strike(t, parts, target)
    _load(t, parts)


def part_of(state: State, piece: PieceId, target: PieceId, ways: tuple[str, ...]) -> Part:
    """Return the piece's share of an attack on that one: manner, weapon, dice."""
    figure = state.who(piece)
    manner, weapon = legality.manner_of(state, figure, state.who(target))
    return Part(piece, weapon.id, manner, pool_of(state, figure, weapon, manner, ways), ways)


def _load(t: Teller[State], parts: tuple[Part, ...]) -> None:
    """Note the weapons that must be loaded: they cannot shoot in their owner's next turn (HQ-HERO-DWARF-09)."""
    for part in parts:
        weapon = t.state.content.weapons.get(part.weapon)
        if weapon is not None and weapon.reload and part.manner == RANGED and t.state.find(part.piece):
            t.tell(ev.Shot(part.piece, weapon.id, weapon.reload + 1))


def face(t: Teller[State], piece: PieceId, target: PieceId, wanted: str | None) -> None:
    """Turn the attacker to its target, for free (HQ-MOVE-10)."""
    figure, aim = t.state.who(piece), t.state.who(target)
    sides = facings_to(figure.square, aim.square)
    if figure.facing in sides and wanted not in sides:
        return
    facing = wanted if wanted in sides else sides[0]
    if facing != figure.facing:
        t.tell(ev.Turned(piece, facing))
