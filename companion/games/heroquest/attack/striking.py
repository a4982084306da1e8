"""An attack from its declaration to its last consequence.

declared ─> stance · submersion · D20 ─> dice ─┬─ no skull: stray arrow, counter (case A)
                                               ├─ finishing blow
                                               └─ defense ─> hide, shield ─> loss ─> counter (case B)
─> an engaged shooter is struck ─> assistance

x x x      a wide strike: one roll, its skulls shared before any defense among those on the five squares ahead and
x M x      beside; the three behind are out of reach (HQ-MON-TECH-05, -18)
"""

from __future__ import annotations

from companion.board.facing import is_in_front
from companion.core.ids import PieceId
from companion.core.procedure import Script, Teller
from companion.games.heroquest import actions, gear, reach
from companion.games.heroquest import events as ev
from companion.games.heroquest.attack import position
from companion.games.heroquest.attack.defense import DEFENSE, Shields, defend
from companion.games.heroquest.attack.pool import MELEE, RANGED, Part, Rolled, pool_of, roll_part
from companion.games.heroquest.attack.reactions import counter, shot_answered
from companion.games.heroquest.attack.techniques import BITE, bitten, resisted, shielded, stance
from companion.games.heroquest.attack.toll import end_if_over, engage, hurt, kill, stray
from companion.games.heroquest.characters import Character
from companion.games.heroquest.state import State

FINISH, HIT = "HQ-COMBAT-FINISH-01", "HQ-ATK-07"
CHOSEN = "HQ-COMBAT-SUBMERGE-03"
LEAST_DICE = 2  # HQ-COMBAT-FINISH-02
SHARE = "HQ-MON-TECH-18"


def strike(t: Teller[State], parts: tuple[Part, ...], target: PieceId) -> Script[None]:
    """Make one attack of one or several on one target, with all that follows from it.

    However many strike, the dice are one sum and the defense is one (HQ-COMBAT-GROUP-02, HQ-COMBAT-SUBMERGE-02).
    """
    victim = t.state.who(target)
    pieces = tuple(part.piece for part in parts)
    hand_to_hand = tuple(t.state.who(part.piece) for part in parts if part.manner == MELEE)
    busy = [part.piece for part in parts if part.manner == RANGED and _is_hindered(t.state, part.piece)]
    t.tell(ev.StrikeDeclared(pieces, target, parts[-1].weapon, parts[-1].manner))
    roused(t, target)
    yield from stance(t, target)
    submerged = bool(hand_to_hand) and position.is_submerged(t.state, victim)
    faced = (yield from _faced(t, parts, target)) if submerged else None
    rule = None if submerged else position.surprise_rule(t.state, hand_to_hand, victim, melee=bool(hand_to_hand))
    surprise = yield from position.surprised(t, target, t.state.who(pieces[0]).seat, rule)
    rolls: list[Rolled] = []
    for part in parts:
        rolls.append((yield from roll_part(t, part, target, perfect=surprise == position.PERFECT)))
    skulls = sum(roll.skulls for roll in rolls)
    free = sum(roll.skulls if submerged and roll.part.piece != faced else roll.unblockable for roll in rolls)
    critical, extra = sum(roll.critical for roll in rolls), sum(roll.bonus for roll in rolls)
    t.tell(ev.StrikeRolled(pieces, target, skulls, free, critical, extra))
    for figure in hand_to_hand:
        engage(t, figure.id, target)
    for one_roll in rolls:
        if one_roll.part.manner == RANGED and not one_roll.own:  # HQ-COMBAT-GROUP-07
            yield from stray(t, one_roll.part.piece, target, one_roll.faces)
    may_answer = not submerged and rule is None  # HQ-COMBAT-BACK-05, HQ-COMBAT-SUBMERGE-04, HQ-COMBAT-COUNTER-06
    if t.state.find(target) is not None and t.state.flow.outcome is None:
        if skulls:
            yield from _land(t, rolls, target, skulls, free, surprise, may_answer=may_answer, melee=bool(hand_to_hand))
        elif may_answer:
            yield from _countered(t, pieces, target, None)
    for piece in busy:
        yield from shot_answered(t, piece)


def roused(t: Teller[State], piece: PieceId) -> None:
    """Who is attacked lies in ambush no more (HQ-COMBAT-AMBUSH-07)."""
    figure = t.state.find(piece)
    if figure is not None and figure.ambush is not None:
        t.tell(ev.AmbushEnded(piece))


def _is_hindered(state: State, piece: PieceId) -> bool:
    """Whether somebody fights the shooter hand to hand (HQ-COMBAT-RANGED-01, -05, -06)."""
    figure = state.who(piece)
    if figure.hero == "enchanter":
        return False
    foes = (foe for foe in state.enemies(figure) if reach.are_engaged(state, foe.id, piece))
    return any(reach.reaches(state, foe, figure) for foe in foes)


def _faced(t: Teller[State], parts: tuple[Part, ...], target: PieceId) -> Script[PieceId | None]:
    """The one attacker a submerged character defends against, never one behind it (HQ-COMBAT-SUBMERGE-03, -05)."""
    victim = t.state.who(target)
    able = [part.piece for part in parts if not position.comes_from_behind(t.state.who(part.piece), victim)]
    return (yield from actions.pick(t, victim.seat, CHOSEN, able, target)) if able else None


def may_finish(state: State, target: PieceId, skulls: int, dice: int) -> bool:
    """Whether the blow kills without a defense (HQ-COMBAT-FINISH-01..04); ``dice``: as HQ-AMB-38 counts them."""
    figure = state.who(target)
    if figure.body != 1 or skulls < 1 or skulls < dice:
        return False
    return figure.is_hero or dice >= LEAST_DICE


def _land(
    t: Teller[State],
    rolls: list[Rolled],
    target: PieceId,
    skulls: int,
    free: int,
    surprise: str,
    *,
    may_answer: bool,
    melee: bool,
) -> Script[None]:
    dice = max(0, gear.defense_dice(t.state, t.state.who(target)) - (surprise == position.WEAKER))
    by = yield from _credited(t, rolls)
    if may_finish(t.state, target, skulls, dice):  # nothing stands between any more (HQ-COMBAT-FINISH-05)
        t.tell(ev.FinishingBlow(target, by))
        yield from kill(t, target, FINISH, by)
        return
    shields = Shields()
    if surprise not in (position.NO_DEFENSE, position.PERFECT) and skulls > free:
        shields = yield from defend(t, target, dice, DEFENSE, melee=melee)
    lost = free + max(0, skulls - free - shields.white)
    lost = resisted(t, target, lost, shields.black)
    lost = yield from shielded(t, target, lost, by)
    before = t.state.who(target).body
    yield from hurt(t, target, lost, HIT, by)
    end_if_over(t)  # a living shield may have been what the quest was about
    if lost and any(BITE in roll.part.ways for roll in rolls):
        yield from bitten(t, target)
    victim = t.state.find(target)
    if victim is not None and victim.body == before and may_answer:  # HQ-COMBAT-COUNTER-04, -10
        yield from _countered(t, tuple(roll.part.piece for roll in rolls), target, shields.black)


def _credited(t: Teller[State], rolls: list[Rolled]) -> Script[PieceId]:
    """Return the piece that is credited with the kill: the one that dealt most; players agree on a tie (HQ-AMB-46)."""
    most = max(roll.skulls for roll in rolls)
    best = [roll.part.piece for roll in rolls if roll.skulls == most]
    return (yield from actions.pick(t, t.state.who(best[0]).seat, "HQ-COMBAT-GROUP-05", best))


def _countered(t: Teller[State], pieces: tuple[PieceId, ...], target: PieceId, black: int | None) -> Script[None]:
    """Let the target counter one of its attackers in reach, of its choice (HQ-AMB-46, HQ-COMBAT-COUNTER-09)."""
    state = t.state
    victim = state.who(target)
    able = [piece for piece in pieces if state.find(piece) and reach.reaches(state, victim, state.who(piece))]
    if not able or black == 0:
        return
    aimed = yield from actions.pick(t, victim.seat, "HQ-COMBAT-COUNTER-01", able, target)
    yield from counter(t, target, aimed, black)


def in_front(state: State, figure: Character) -> tuple[Character, ...]:
    """The enemies on the five squares, in reach."""
    ahead = (foe for foe in state.enemies(figure) if is_in_front(figure.square, figure.facing, foe.square))
    return tuple(foe for foe in ahead if reach.reaches(state, figure, foe))


def wide_strike(t: Teller[State], piece: PieceId, main: PieceId) -> Script[None]:
    """Share the skulls: each victim defends and may counter by itself; with no skull only the main target may."""
    figure = t.state.who(piece)
    victims = tuple(other.id for other in in_front(t.state, figure))
    t.tell(ev.StrikeDeclared((piece,), main, figure.weapon, MELEE))
    roused(t, main)
    part = Part(piece, figure.weapon, MELEE, pool_of(t.state, figure, gear.weapon_of(t.state, figure), MELEE, ()))
    rolled = yield from roll_part(t, part, main, perfect=False)
    t.tell(ev.StrikeRolled((piece,), main, rolled.skulls, 0, rolled.critical, rolled.bonus))
    engage(t, piece, main)
    if rolled.skulls == 0:
        yield from counter(t, main, piece, None)
        return
    shares = dict.fromkeys(victims, 0)
    for _ in range(rolled.skulls):
        aimed = yield from actions.pick(t, figure.seat, SHARE, victims, piece)
        shares[aimed] += 1
    for victim, skulls in shares.items():
        if skulls and t.state.find(victim) is not None and t.state.flow.outcome is None:
            yield from _share(t, piece, victim, skulls)


def _share(t: Teller[State], piece: PieceId, victim: PieceId, skulls: int) -> Script[None]:
    roused(t, victim)
    engage(t, piece, victim)
    dice = gear.defense_dice(t.state, t.state.who(victim))
    if may_finish(t.state, victim, skulls, dice):
        t.tell(ev.FinishingBlow(victim, piece))
        yield from kill(t, victim, "HQ-COMBAT-FINISH-01", piece)
        return
    shields = yield from defend(t, victim, dice, DEFENSE, melee=True)
    lost = max(0, skulls - shields.white)
    yield from hurt(t, victim, lost, "HQ-MON-TECH-05", piece)
    if not lost and shields.black:
        yield from counter(t, victim, piece, shields.black)
