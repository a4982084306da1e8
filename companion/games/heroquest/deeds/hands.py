"""Deeds of the hands: disarm an opponent, change weapons, drink a potion (HQ-DISARM, HQ-WEAPON-01)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.board.facing import is_ahead
from companion.core.ids import RuleId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroquest import actions, gear, reach
from companion.games.heroquest import events as ev
from companion.games.heroquest.attack.legality import target_violations
from companion.games.heroquest.characters import Character
from companion.games.heroquest.commands import ChangeWeapon, DisarmOpponent, DrinkPotion
from companion.games.heroquest.content.kinds import Reach
from companion.games.heroquest.state import State
from companion.games.heroquest.traps import end_turn_now

TRY = "HQ-DISARM-03"
LOOTED = "club"  # HQ-COMBAT-UNARMED-03


def disarm_violations(state: State, figure: Character, command: DisarmOpponent) -> Iterator[Violation]:
    """Why that weapon cannot be struck out of that hand (HQ-DISARM-01, -02, -07, -09)."""
    target = state.find(command.target)
    yield from actions.free_violations(figure, "disarm")
    if "attack" in actions.turn_of(figure).used:
        yield violation("HQ-DISARM-02", figure.id)
    broken = list(target_violations(state, figure, target, command.target))
    yield from broken
    if broken or target is None:
        return
    at, there = figure.square, target.square
    face_to_face = is_ahead(at, figure.facing, there) and is_ahead(there, target.facing, at)
    is_shooter = gear.weapon_of(state, figure).reach is Reach.RANGED
    if not face_to_face or not reach.are_adjacent(state, at, there) or is_shooter:
        yield violation("HQ-DISARM-01", figure.id, target=target.id)
    weapon = gear.weapon_of(state, target)
    if weapon.body or not weapon.id:
        yield violation("HQ-DISARM-09", target.id)


def disarm(t: Teller[State], figure: Character, command: DisarmOpponent) -> Script[None]:
    """Roll for both: the weapon lies on its owner's square, or the turn is over, or neither
    (HQ-DISARM-04..08)."""
    target = t.state.who(command.target)
    actions.spend_free(t, figure.id, "disarm")
    mine = yield from t.roll(("d6",) * gear.attack_dice(t.state, figure), figure.seat, TRY, figure.id)
    theirs = yield from t.roll(("d6",) * gear.attack_dice(t.state, target), target.seat, TRY, target.id)
    difference = sum(map(int, mine)) - sum(map(int, theirs))
    if difference > 0:
        rule = RuleId("HQ-DISARM-04")
        t.tell(ev.Listed(target.id, "weapons", _without(target.weapons, target.weapon), rule))
        t.tell(ev.Noted(target.id, "dropped", f"{target.weapon}@{target.at}", rule))
        t.tell(ev.Noted(target.id, "weapon", "", rule))
    elif difference < 0:
        end_turn_now(t, figure.id, "HQ-DISARM-05")


def _at_its_feet(figure: Character) -> str:
    """The weapon that lies on its square (HQ-DISARM-08)."""
    weapon, _, at = figure.dropped.partition("@")
    return weapon if at == figure.at else ""


def _without(things: tuple[str, ...], thing: str) -> tuple[str, ...]:
    """All but the first of that name."""
    place = things.index(thing) if thing in things else len(things)
    return things[:place] + things[place + 1 :]


def change_violations(state: State, figure: Character, command: ChangeWeapon) -> Iterator[Violation]:
    """Why it may not take that in hand; with enemies in sight it costs an action (HQ-WEAPON-01, HQ-AMB-06)."""
    looted = command.weapon == LOOTED and figure.id in state.loot  # HQ-COMBAT-UNARMED-05
    if command.weapon == figure.weapon or not (command.weapon in ("", *figure.weapons, _at_its_feet(figure)) or looted):
        yield violation("HQ-WEAPON-01", figure.id, weapon=command.weapon)
        return
    if not figure.is_hero:
        yield from actions.spending_violations(figure, "attack")  # HQ-DISARM-08
    elif actions.is_crowded(state, figure):
        yield from actions.spending_violations(figure, "weapon")
    weapon = state.content.weapons.get(command.weapon)
    if figure.is_hero and weapon is not None and weapon.dice > figure.attack:
        yield violation("HQ-ATK-03", figure.id, weapon=weapon.id, dice=weapon.dice, level=figure.attack)
    if weapon is not None and weapon.classes and figure.hero not in weapon.classes:
        yield violation("HQ-HERO-DWARF-01", figure.id, weapon=weapon.id)


def change(t: Teller[State], figure: Character, command: ChangeWeapon) -> None:
    """Take the weapon in hand (HQ-DISARM-08)."""
    rule = RuleId("HQ-WEAPON-01")
    if not figure.is_hero:
        actions.spend(t, figure.id, "attack")
    elif actions.is_crowded(t.state, figure):
        actions.spend(t, figure.id, "weapon")
    if command.weapon and command.weapon not in figure.weapons:
        t.tell(ev.Listed(figure.id, "weapons", (*figure.weapons, command.weapon), rule))
        if command.weapon == _at_its_feet(figure):
            t.tell(ev.Noted(figure.id, "dropped", "", rule))
    t.tell(ev.Noted(figure.id, "weapon", command.weapon, rule))


def drink_violations(state: State, figure: Character, command: DrinkPotion) -> Iterator[Violation]:
    """Why it cannot drink that: it has none (HQ-FREE-01)."""
    yield from actions.free_violations(figure, "drink")
    if not figure.is_hero or command.item not in gear.potions_of(state, figure):
        yield violation("HQ-FREE-01", figure.id)


def drink(t: Teller[State], figure: Character, command: DrinkPotion) -> None:
    """Drink it up; it never lifts its drinker over what it had at most."""
    potion = t.state.content.items[command.item]
    actions.spend_free(t, figure.id, "drink")
    rule = RuleId("HQ-FREE-01")
    t.tell(ev.Listed(figure.id, "items", _without(figure.items, command.item), rule))
    for what, most, more in (("body", figure.body_max, potion.body), ("mind", figure.mind_max, potion.mind)):
        value = min(most, getattr(figure, what) + more)
        if value != getattr(figure, what):
            t.tell(ev.Counted(figure.id, what, value, rule))
