"""Spells: an enchanter's mana, an elf's spell points, what monsters know (HQ-HERO-ENCH-02, HQ-HERO-ELF-01).

effect   bolt and magic: an attack · heal · lights · slime · gas · bog · mist
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.ids import RuleId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroquest import events as ev
from companion.games.heroquest.attack.attack import face
from companion.games.heroquest.attack.legality import mist_violations, sacrifice_violations, target_violations
from companion.games.heroquest.attack.pool import MAGIC, magic_pool
from companion.games.heroquest.attack.rolling import Part
from companion.games.heroquest.attack.striking import strike
from companion.games.heroquest.characters import Character
from companion.games.heroquest.commands import Cast
from companion.games.heroquest.gear import has_technique
from companion.games.heroquest.heroes.sacrifice import sacrifice
from companion.games.heroquest.monsters.fimir import EFFECTS, barred, fate
from companion.games.heroquest.reach import has_line, reaches
from companion.games.heroquest.state import State
from companion.games.heroquest.turns.actions import acting, spend, spending_violations

__all__ = ["MAGIC_ATTACK", "cast", "cast_violations"]

MAGIC_ATTACK = "magic"  # an enchanter's own: as many dice as mana (HQ-HERO-ENCH-02)
ATTACKS = ("bolt",)


def cast_violations(state: State, command: Cast) -> Iterator[Violation]:
    """Why the spell may not be cast: not known, not paid for, no line (HQ-ACT-02)."""
    yield from acting(state, command.seat, command.piece)
    one = state.find(command.piece)
    if one is None or one.at is None:
        return
    yield from spending_violations(one, "attack")
    yield from _price_violations(state, one, command)
    if "deadly" in command.ways:
        yield from sacrifice_violations(state, one)
    if has_technique(state, one, "marsh_magic") and barred(one):
        yield violation("HQ-MON-FIMIR-01", one.id)
    yield from _aim_violations(state, one, command)


def _price_violations(state: State, one: Character, command: Cast) -> Iterator[Violation]:
    if command.spell == MAGIC_ATTACK:
        if one.hero != "enchanter" or not 1 <= command.number <= one.mana:
            yield violation("HQ-HERO-ENCH-02", one.id, dice=command.number, mana=one.mana)
        return
    if command.spell not in one.spells:
        yield violation("HQ-ACT-01", one.id)
        return
    cost = state.content.spells[command.spell].cost
    if one.is_hero and cost > one.spell_points:
        yield violation("HQ-HERO-ELF-01", one.id, cost=cost, points=one.spell_points)


def _aim_violations(state: State, one: Character, command: Cast) -> Iterator[Violation]:
    spell = state.content.spells.get(command.spell)
    effect = spell.effect if spell else "bolt"
    if effect in ("gas", "mist", "lights"):
        return
    target = state.find(command.target) if command.target is not None else None
    if effect == "heal":
        if target is None or target.side != one.side:
            yield violation("HQ-ATK-04", one.id, waivable=False, target=command.target or "-")
        return
    broken = list(target_violations(state, one, target, command.target or "-"))
    yield from broken
    if broken or target is None or one.at is None or target.at is None:
        return
    if effect in ("slime", "bog"):
        if not target.is_hero or state.place_of(target) != state.place_of(one):
            yield violation("HQ-MON-FIMIR-05", target.id)
        return
    if not has_line(state, one.at, target.at):
        yield violation("HQ-ATK-04", one.id, target=target.id)
    if not reaches(state, one, target):
        yield from mist_violations(state, one, target)


def cast(t: Teller[State], command: Cast) -> Script[None]:
    """Nothing: the spell has worked, or its caster's luck forbade it (HQ-MON-FIMIR-01)."""
    one = t.state.who(command.piece)
    if has_technique(t.state, one, "marsh_magic"):
        allowed = yield from fate(t, one.id)
        if not allowed:
            return
    spend(t, one.id, "attack")
    if "deadly" in command.ways:
        sacrifice(t, one.id, "HQ-HERO-ENCH-07")
    if command.spell == MAGIC_ATTACK:
        t.tell(ev.Counted(one.id, "mana", one.mana - command.number, RuleId("HQ-HERO-ENCH-02")))
        yield from _bolt(t, command, command.number)
        return
    spell = t.state.content.spells[command.spell]
    if one.is_hero and spell.cost:
        t.tell(ev.Counted(one.id, "spell_points", one.spell_points - spell.cost, RuleId("HQ-HERO-ELF-01")))
    if spell.effect == "bolt":
        yield from _bolt(t, command, spell.dice)
    elif spell.effect == "heal":
        assert command.target is not None
        friend = t.state.who(command.target)
        if (body := min(friend.body_max, friend.body + spell.points)) != friend.body:
            t.tell(ev.Counted(friend.id, "body", body, RuleId("HQ-HERO-ELF-01")))
    else:
        yield from EFFECTS[spell.effect](t, one.id, command.target)


def _bolt(t: Teller[State], command: Cast, dice: int) -> Script[None]:
    """A magic attack; an enchanter's spares its friends (HQ-HERO-ENCH-08, HQ-COMBAT-FRIENDLY-06)."""
    assert command.target is not None
    face(t, command.piece, command.target, None)
    pool = magic_pool(t.state, t.state.who(command.piece), dice, command.ways)
    yield from strike(t, (Part(command.piece, command.spell, MAGIC, pool, command.ways),), command.target)
