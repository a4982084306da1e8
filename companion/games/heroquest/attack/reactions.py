"""Reactions: answers in the other side's turn, each in a window that everybody sees.

counter · shot answered · assistance: who throws itself among enemies is struck by those it came within reach of
normal combat dice only, no D20, no finishing blow, no answer (HQ-COMBAT-COUNTER-07, HQ-COMBAT-OPP-08, HQ-CRIT-04)
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.ids import PieceId, RuleId
from companion.core.procedure import Script, Teller
from companion.games.heroquest import actions, gear, reach
from companion.games.heroquest import events as ev
from companion.games.heroquest.attack.defense import parry
from companion.games.heroquest.attack.toll import engage, hurt
from companion.games.heroquest.characters import Character
from companion.games.heroquest.content.dice import BLACK, SKULL, count
from companion.games.heroquest.state import State

FREE_ATTACK = "HQ-COMBAT-COUNTER-01"
CASE_A, CASE_B = "HQ-COMBAT-COUNTER-02", "HQ-COMBAT-COUNTER-03"
SHOT = "HQ-COMBAT-RANGED-05"
YES = "yes"
ASSIST, SUM = "HQ-COMBAT-ASSIST-01", "HQ-COMBAT-ASSIST-03"


def wants_to(t: Teller[State], piece: PieceId, rule: str) -> Script[bool]:
    """Whether its player takes the chance (HQ-COMBAT-COUNTER-08)."""
    figure = t.state.who(piece)
    answer = yield from t.choose(figure.seat, rule, (YES,), piece, optional=True)
    return answer == (YES,)


def marks_of(t: Teller[State], piece: PieceId, marks: tuple[str, ...]) -> tuple[str, ...]:
    """The marks that are damage: bare hands hit with black shields alone (HQ-COMBAT-UNARMED-04)."""
    return (BLACK,) if gear.is_unarmed(t.state, t.state.who(piece)) else marks


def roll_damage(t: Teller[State], piece: PieceId, target: PieceId, rule: str, marks: tuple[str, ...]) -> Script[int]:
    """The damage of a reaction's roll: the weapon's printed dice, as normal ones (HQ-AMB-44)."""
    figure = t.state.who(piece)
    weapon = reach.melee_weapon(t.state, figure, t.state.who(target))
    dice = gear.attack_dice(t.state, figure, weapon)
    faces = yield from t.roll(("combat",) * dice, figure.seat, rule, piece)
    damage = sum(count(faces, mark) for mark in marks)
    t.tell(ev.ReactionRolled(piece, target, damage, RuleId(rule)))
    return damage


def answer(t: Teller[State], piece: PieceId, target: PieceId, rule: str, damage: int) -> Script[None]:
    """Let the damage of a reaction be parried; what is left is lost."""
    engage(t, piece, target)
    through = yield from parry(t, target, damage)
    yield from hurt(t, target, through, rule, piece)


def counter(t: Teller[State], piece: PieceId, attacker: PieceId, rolled: int | None) -> Script[None]:
    """Let the defender counter, when it can reach its attacker and wants to (HQ-COMBAT-COUNTER-11).

    ``rolled``: the black shields of its defense roll (case B); ``None``: the attack failed by itself (case A).
    """
    figure, other = t.state.find(piece), t.state.find(attacker)
    if figure is None or other is None or t.state.flow.outcome is not None or not reach.reaches(t.state, figure, other):
        return
    if rolled == 0:  # HQ-COMBAT-COUNTER-04
        return
    rule = CASE_A if rolled is None else CASE_B
    with t.window(rule, figure.seat, piece):
        if (yield from wants_to(t, piece, FREE_ATTACK)):
            if rolled is None:
                damage = yield from roll_damage(t, piece, attacker, CASE_A, (BLACK,))
            else:
                damage = rolled
                t.tell(ev.ReactionRolled(piece, attacker, damage, RuleId(CASE_B)))
            yield from answer(t, piece, attacker, rule, damage)


def shot_answered(t: Teller[State], shooter: PieceId) -> Script[None]:
    """Let an opponent strike a shooter who is engaged in melee and cannot defend (HQ-COMBAT-RANGED-05)."""
    state = t.state
    figure = state.find(shooter)
    if figure is None:
        return
    foes = (foe for foe in state.enemies(figure) if reach.are_engaged(state, foe.id, shooter))
    able = [foe for foe in foes if reach.reaches(state, foe, figure)]
    if not able:
        return
    with t.window(SHOT, able[0].seat):
        chosen = yield from t.choose(able[0].seat, SHOT, [other.id for other in able], shooter)
        assert chosen is not None
        piece = PieceId(chosen[0])
        damage = yield from roll_damage(t, piece, shooter, "HQ-COMBAT-RANGED-07", marks_of(t, piece, (SKULL,)))
        yield from hurt(t, shooter, damage, SHOT, piece)


def helpers_against(state: State, figure: Character, target: PieceId) -> Iterator[Character]:
    """The enemies that may assist the target: newly in reach, free, not yet heard from (HQ-COMBAT-ASSIST-05)."""
    turn = actions.turn_of(figure)
    if figure.turn is None or not turn.stepped:
        return
    for other in state.enemies(figure):
        if other.id == target or other.id in turn.near or other.id in turn.struck_by:
            continue
        busy = [foe for foe in reach.engaged_with(state, other.id) if foe != figure.id]
        if not busy and reach.reaches(state, other, figure) and (other.revealed or not figure.is_hero):
            yield other


def assist(t: Teller[State], piece: PieceId, target: PieceId) -> Script[None]:
    """After the attack and its counter, let the others strike; the sum is parried once
    (HQ-COMBAT-ASSIST-02..06)."""
    figure = t.state.find(piece)
    if figure is None or t.state.flow.outcome is not None:
        return
    able = [other.id for other in helpers_against(t.state, figure, target)]
    if not able:
        return
    with t.window(ASSIST, t.state.who(able[0]).seat):
        total, last = 0, None
        for helper in able:
            if not (yield from wants_to(t, helper, ASSIST)):
                continue
            marks = marks_of(t, helper, t.state.content.options.assistance_symbols)
            total += yield from roll_damage(t, helper, piece, SUM, marks)
            t.tell(ev.Reacted(helper, piece))
            engage(t, helper, piece)
            last = helper
        through = yield from parry(t, piece, total)
        yield from hurt(t, piece, through, SUM, last)
