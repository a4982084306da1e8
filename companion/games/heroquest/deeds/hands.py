"""What hands do: disarm an opponent, change weapons, drink a potion (HQ-DISARM, HQ-WEAPON-01)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.board.facing import is_ahead
from companion.core.ids import RuleId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroquest import events as ev
from companion.games.heroquest.actions import (
    acting,
    free_violations,
    is_crowded,
    spend,
    spend_free,
    spending_violations,
    turn_of,
)
from companion.games.heroquest.attack.legality import target_violations
from companion.games.heroquest.characters import Character
from companion.games.heroquest.commands import ChangeWeapon, DisarmOpponent, DrinkPotion
from companion.games.heroquest.content.kinds import Reach
from companion.games.heroquest.gear import attack_dice, potions_of, weapon_of
from companion.games.heroquest.reach import are_adjacent
from companion.games.heroquest.state import State
from companion.games.heroquest.traps import end_turn_now

TRY = "HQ-DISARM-03"
LOOTED = "club"  # HQ-COMBAT-UNARMED-03


def disarm_violations(state: State, command: DisarmOpponent) -> Iterator[Violation]:
    """Why that weapon cannot be struck out of that hand (HQ-DISARM-01, -02, -07, -09)."""
    yield from acting(state, command.seat, command.piece)
    one, target = state.find(command.piece), state.find(command.target)
    if one is None or one.at is None:
        return
    yield from free_violations(one, "disarm")
    if "attack" in turn_of(one).used:
        yield violation("HQ-DISARM-02", one.id)
    broken = list(target_violations(state, one, target, command.target))
    yield from broken
    if broken or target is None or target.at is None:
        return
    face_to_face = is_ahead(one.at, one.facing, target.at) and is_ahead(target.at, target.facing, one.at)
    if not face_to_face or not are_adjacent(state, one.at, target.at) or weapon_of(state, one).reach is Reach.RANGED:
        yield violation("HQ-DISARM-01", one.id, target=target.id)
    weapon = weapon_of(state, target)
    if weapon.body or not weapon.id:
        yield violation("HQ-DISARM-09", target.id)


def disarm(t: Teller[State], command: DisarmOpponent) -> Script[None]:
    """Roll for both: the weapon lies on its owner's square, or the turn is over, or neither
    (HQ-DISARM-04..08)."""
    one, target = t.state.who(command.piece), t.state.who(command.target)
    spend_free(t, one.id, "disarm")
    mine = yield from t.roll(("d6",) * attack_dice(t.state, one), one.seat, TRY, one.id)
    theirs = yield from t.roll(("d6",) * attack_dice(t.state, target), target.seat, TRY, target.id)
    difference = sum(map(int, mine)) - sum(map(int, theirs))
    if difference > 0:
        rule = RuleId("HQ-DISARM-04")
        t.tell(ev.Listed(target.id, "weapons", _without(target, target.weapon), rule))
        t.tell(
            ev.Noted(target.id, "dropped", f"{target.weapon}@{target.at}", rule),
            ev.Noted(target.id, "weapon", "", rule),
        )
    elif difference < 0:
        end_turn_now(t, one.id, "HQ-DISARM-05")


def _at_its_feet(one: Character) -> str:
    """The weapon that lies on its square (HQ-DISARM-08)."""
    weapon, _, at = one.dropped.partition("@")
    return weapon if at == one.at else ""


def _without(one: Character, weapon: str) -> tuple[str, ...]:
    rest = list(one.weapons)
    if weapon in rest:
        rest.remove(weapon)
    return tuple(rest)


def change_violations(state: State, command: ChangeWeapon) -> Iterator[Violation]:
    """Why it may not take that in hand; with enemies in sight it costs an action (HQ-WEAPON-01, HQ-AMB-06)."""
    yield from acting(state, command.seat, command.piece)
    one = state.find(command.piece)
    if one is None:
        return
    looted = command.weapon == LOOTED and one.id in state.loot  # HQ-COMBAT-UNARMED-05
    if command.weapon == one.weapon or not (command.weapon in ("", *one.weapons, _at_its_feet(one)) or looted):
        yield violation("HQ-WEAPON-01", one.id, weapon=command.weapon)
        return
    if not one.is_hero:
        yield from spending_violations(one, "attack")  # HQ-DISARM-08
    elif is_crowded(state, one):
        yield from spending_violations(one, "weapon")
    weapon = state.content.weapons.get(command.weapon)
    if one.is_hero and weapon is not None and weapon.dice > one.attack:
        yield violation("HQ-ATK-03", one.id, weapon=weapon.id, dice=weapon.dice, level=one.attack)
    if weapon is not None and weapon.classes and one.hero not in weapon.classes:
        yield violation("HQ-HERO-DWARF-01", one.id, weapon=weapon.id)


def change(t: Teller[State], command: ChangeWeapon) -> Script[None]:
    """Take the weapon in hand (HQ-DISARM-08)."""
    one, rule = t.state.who(command.piece), RuleId("HQ-WEAPON-01")
    if not one.is_hero:
        spend(t, one.id, "attack")
    elif is_crowded(t.state, one):
        spend(t, one.id, "weapon")
    if command.weapon and command.weapon not in one.weapons:
        t.tell(ev.Listed(one.id, "weapons", (*one.weapons, command.weapon), rule))
        if command.weapon == _at_its_feet(one):
            t.tell(ev.Noted(one.id, "dropped", "", rule))
    t.tell(ev.Noted(one.id, "weapon", command.weapon, rule))
    return
    yield


def drink_violations(state: State, command: DrinkPotion) -> Iterator[Violation]:
    """Why it cannot drink that: it has none (HQ-FREE-01)."""
    yield from acting(state, command.seat, command.piece)
    one = state.find(command.piece)
    if one is None:
        return
    yield from free_violations(one, "drink")
    if not one.is_hero or command.item not in potions_of(state, one):
        yield violation("HQ-FREE-01", one.id)


def drink(t: Teller[State], command: DrinkPotion) -> Script[None]:
    """Drink it up; it never lifts its drinker over what it had at most."""
    one = t.state.who(command.piece)
    potion = t.state.content.items[command.item]
    spend_free(t, one.id, "drink")
    rest = list(one.items)
    rest.remove(command.item)
    rule = RuleId("HQ-FREE-01")
    t.tell(ev.Listed(one.id, "items", tuple(rest), rule))
    for what, most, more in (("body", one.body_max, potion.body), ("mind", one.mind_max, potion.mind)):
        value = min(most, getattr(one, what) + more)
        if value != getattr(one, what):
            t.tell(ev.Counted(one.id, what, value, rule))
    return
    yield
