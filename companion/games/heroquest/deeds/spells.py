"""Spells: an enchanter's mana, an elf's spell points, what monsters know (HQ-HERO-ENCH-02, HQ-HERO-ELF-01).

effect   bolt and magic: an attack · heal · lights · slime · gas · bog · mist
fimir    its luck first, a D8: 1-5 it may only strike, 6-8 a spell, or a blow all the same (HQ-MON-FIMIR-02)
mind     an enchanter heals itself or is elsewhere at the price of a point (HQ-HERO-ENCH-05, -06, -10, -11)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from companion.board.facing import FACINGS
from companion.core.ids import PieceId, RuleId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroquest import actions, finds, footing, gear, reach
from companion.games.heroquest import events as ev
from companion.games.heroquest.attack.attack import face
from companion.games.heroquest.attack.legality import (
    mist_violations,
    repeated_violations,
    sacrifice_violations,
    target_violations,
)
from companion.games.heroquest.attack.pool import MAGIC, Part, magic_pool
from companion.games.heroquest.attack.striking import strike
from companion.games.heroquest.attack.toll import sacrifice
from companion.games.heroquest.characters import Character
from companion.games.heroquest.commands import Cast, Heal, Teleport
from companion.games.heroquest.content.dice import BLACK, count
from companion.games.heroquest.moves.walking import moving_violations, set_down
from companion.games.heroquest.state import State
from companion.games.heroquest.traps import unblockable

FATE = "HQ-MON-FIMIR-01"
# of the D8, from which magic works this turn; of the D6, up to which a hero loses its turn
MAGIC_FROM, LIGHTS_TO = 6, 4
LUCK, NO_LUCK = "fate-magic", "fate-blow"
BOG_DICE = 2  # HQ-MON-FIMIR-07
MAGIC_ATTACK = "magic"  # an enchanter's own: as many dice as mana (HQ-HERO-ENCH-02)
AIMLESS = ("gas", "mist", "lights")  # effects on a whole place


def fate(t: Teller[State], piece: PieceId) -> Script[bool]:
    """Whether it may cast this turn; the D8 is thrown once (HQ-MON-FIMIR-01)."""
    figure = t.state.who(piece)
    if LUCK in actions.turn_of(figure).free:
        return True
    (face,) = yield from t.roll(("d8",), figure.seat, FATE, piece)
    allowed = int(face) >= MAGIC_FROM
    t.tell(ev.ActionSpent(piece, LUCK if allowed else NO_LUCK, True))
    return allowed


def _lights(t: Teller[State], piece: PieceId, target: PieceId | None) -> Script[None]:
    """Every hero in its place: a D6, and 1 to 4 takes its next turn (HQ-MON-FIMIR-04)."""
    place = t.state.place_of(t.state.who(piece))
    squares = set(place.squares) if place else set()
    for hero in [figure for figure in t.state.characters if figure.is_hero and figure.at in squares]:
        (face,) = yield from t.roll(("d6",), hero.seat, "HQ-MON-FIMIR-04", hero.id)
        if int(face) <= LIGHTS_TO:
            t.tell(ev.Marked(hero.id, "hypnotised", True, RuleId("HQ-MON-FIMIR-04")))


def _slime(t: Teller[State], piece: PieceId, target: PieceId | None) -> None:
    """Hold one hero until it throws a six; everything else it may do (HQ-MON-FIMIR-05)."""
    assert target is not None
    t.tell(ev.Noted(target, "held", "slime", RuleId("HQ-MON-FIMIR-05")))


def _gas(t: Teller[State], piece: PieceId, target: PieceId | None) -> None:
    """Let gas gather; it ignites in the master's next turn (HQ-MON-FIMIR-06)."""
    place = t.state.place_of(t.state.who(piece))
    if place is not None:
        t.tell(finds.EffectBrewed("gas", piece, place.id))


def _bog(t: Teller[State], piece: PieceId, target: PieceId | None) -> Script[None]:
    """Throw two dice: a black shield escapes, else it sinks and pays for digging itself out (HQ-MON-FIMIR-07)."""
    assert target is not None
    hero = t.state.who(target)
    faces = yield from t.roll(("combat",) * BOG_DICE, hero.seat, "HQ-MON-FIMIR-07", target)
    if not count(faces, BLACK):
        yield from unblockable(t, target, t.state.content.spells["bog"].dice, "HQ-MON-FIMIR-07", piece)


def _mist(t: Teller[State], piece: PieceId, target: PieceId | None) -> None:
    """The place is full of it for good (HQ-MON-FIMIR-08)."""
    place = t.state.place_of(t.state.who(piece))
    if place is not None:
        t.tell(finds.MistFell(place.id))


Effect = Callable[[Teller[State], PieceId, PieceId | None], Script[None] | None]
EFFECTS: Mapping[str, Effect] = {"lights": _lights, "slime": _slime, "gas": _gas, "bog": _bog, "mist": _mist}


def cast_violations(state: State, figure: Character, command: Cast) -> Iterator[Violation]:
    """Why the spell may not be cast: not known, not paid for, no line (HQ-ACT-02)."""
    yield from actions.spending_violations(figure, "attack")
    yield from _price_violations(state, figure, command)
    if command.number and command.spell != MAGIC_ATTACK:
        yield violation("TW-ORDER-01", figure.id, waivable=False, found=command.number)
    yield from repeated_violations(figure, command.ways)
    for way in command.ways:
        if way != "deadly" or not is_bolt(state, command):
            yield violation("TW-ORDER-01", figure.id, waivable=False, found=way)
        else:
            yield from sacrifice_violations(state, figure)
    if gear.has_technique(state, figure, "marsh_magic") and NO_LUCK in actions.turn_of(figure).free:
        yield violation("HQ-MON-FIMIR-01", figure.id)
    yield from _aim_violations(state, figure, command)


def _price_violations(state: State, figure: Character, command: Cast) -> Iterator[Violation]:
    if command.spell == MAGIC_ATTACK:
        if figure.hero != "enchanter" or not 1 <= command.number <= figure.mana:
            yield violation("HQ-HERO-ENCH-02", figure.id, dice=command.number, mana=figure.mana)
        return
    if command.spell not in figure.spells:
        yield violation("HQ-ACT-01", figure.id)
        return
    cost = state.content.spells[command.spell].cost
    if figure.is_hero and cost > figure.spell_points:
        yield violation("HQ-HERO-ELF-01", figure.id, cost=cost, points=figure.spell_points)


def _aim_violations(state: State, figure: Character, command: Cast) -> Iterator[Violation]:
    spell = state.content.spells.get(command.spell)
    effect = spell.effect if spell else "bolt"
    if effect in AIMLESS:
        if command.target is not None:
            yield violation("TW-ORDER-01", figure.id, waivable=False, found=command.target)
        return
    target = state.find(command.target) if command.target is not None else None
    if effect == "heal":
        if target is None or target.side != figure.side:
            yield violation("HQ-ATK-04", figure.id, waivable=False, target=command.target or "-")
        return
    broken = list(target_violations(state, figure, target, command.target or "-"))
    yield from broken
    if broken or target is None or figure.square is None or target.at is None:
        return
    if effect in ("slime", "bog"):
        if not target.is_hero or state.place_of(target) != state.place_of(figure):
            yield violation("HQ-MON-FIMIR-05", target.id)
        return
    if not reach.has_line(state, figure.square, target.at):
        yield violation("HQ-ATK-04", figure.id, target=target.id)
    if not reach.reaches(state, figure, target):
        yield from mist_violations(state, figure, target)


def cast(t: Teller[State], figure: Character, command: Cast) -> Script[None]:
    """Cast the spell, unless its caster's luck forbids it (HQ-MON-FIMIR-01)."""
    if gear.has_technique(t.state, figure, "marsh_magic") and not (yield from fate(t, figure.id)):
        return
    actions.spend(t, figure.id, "attack")
    if "deadly" in command.ways:
        sacrifice(t, figure.id, "HQ-HERO-ENCH-07")
    if command.spell == MAGIC_ATTACK:
        t.tell(ev.Counted(figure.id, "mana", figure.mana - command.number, RuleId("HQ-HERO-ENCH-02")))
        yield from _bolt(t, command)
        return
    spell = t.state.content.spells[command.spell]
    if figure.is_hero and spell.cost:
        t.tell(ev.Counted(figure.id, "spell_points", figure.spell_points - spell.cost, RuleId("HQ-HERO-ELF-01")))
    if spell.effect == "bolt":
        yield from _bolt(t, command)
    elif spell.effect == "heal":
        assert command.target is not None
        friend = t.state.who(command.target)
        if (body := min(friend.body_max, friend.body + spell.points)) != friend.body:
            t.tell(ev.Counted(friend.id, "body", body, RuleId("HQ-HERO-ELF-01")))
    else:
        yield from EFFECTS[spell.effect](t, figure.id, command.target) or ()


def _bolt(t: Teller[State], command: Cast) -> Script[None]:
    """A magic attack; an enchanter's spares its friends (HQ-HERO-ENCH-08, HQ-COMBAT-FRIENDLY-06)."""
    assert command.target is not None
    face(t, command.piece, command.target, None)
    yield from strike(t, (bolt_of(t.state, command),), command.target)


def bolt_of(state: State, command: Cast) -> Part:
    """The dice of a magic attack: as many as the mana spent, or those of the spell (HQ-HERO-ENCH-02)."""
    spell = state.content.spells.get(command.spell)
    dice = command.number if spell is None else spell.dice
    pool = magic_pool(state, state.who(command.piece), dice, command.ways)
    return Part(command.piece, command.spell, MAGIC, pool, command.ways)


def is_bolt(state: State, command: Cast) -> bool:
    """Whether it is an attack, aimed at somebody."""
    spell = state.content.spells.get(command.spell)
    return command.target is not None and (spell is None or spell.effect == "bolt")


def heal_violations(state: State, figure: Character, command: Heal) -> Iterator[Violation]:
    """Why it cannot heal itself: no wound, or a mind point already given this turn (HQ-FREE-07, HQ-HERO-ENCH-11)."""
    yield from actions.free_violations(figure, "heal")
    yield from sacrifice_violations(state, figure)
    if figure.body >= figure.body_max:
        yield violation("HQ-HERO-ENCH-11", figure.id)


def heal(t: Teller[State], figure: Character, command: Heal) -> None:
    """Turn a mind point into a body point (HQ-HERO-ENCH-06)."""
    actions.spend_free(t, figure.id, "heal")
    sacrifice(t, figure.id, "HQ-HERO-ENCH-06")
    t.tell(ev.Counted(figure.id, "body", figure.body + 1, RuleId("HQ-HERO-ENCH-06")))


def teleport_violations(state: State, figure: Character, command: Teleport) -> Iterator[Violation]:
    """Why it cannot be there: not seen before, taken, or farther than its dice (HQ-HERO-ENCH-05, -10, HQ-MOVE-06)."""
    yield from moving_violations(figure)
    yield from sacrifice_violations(state, figure)
    turn = actions.turn_of(figure)
    if command.to not in state.seen or not footing.is_free(state, command.to):
        yield violation("HQ-HERO-ENCH-10", command.to)
    elif turn.stepped or reach.distance(figure.square, command.to) > (turn.rolled or 0):
        yield violation("HQ-HERO-ENCH-05", command.to)
    if command.facing is not None and command.facing not in FACINGS:
        yield violation("HQ-GEN-07", figure.id, waivable=False)


def teleport(t: Teller[State], figure: Character, command: Teleport) -> Script[None]:
    """Put the enchanter on the square: the move is used, no step was made (HQ-HERO-ENCH-10)."""
    sacrifice(t, figure.id, "HQ-HERO-ENCH-05")
    rule = RuleId("HQ-HERO-ENCH-05")
    t.tell(ev.Placed(figure.id, figure.square, command.to, command.facing or figure.facing, rule))
    t.tell(ev.MovementStopped(figure.id, RuleId("HQ-MOVE-06")))
    yield from set_down(t, figure.id, None)
