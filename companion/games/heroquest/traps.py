"""Traps that go off: whom they catch, what they cost, what becomes of them.

set off ─> a dwarf's trap die ─> who is in the area ─> loss, dice, defended dice ─> held, turn's end, rubble ─> spent?
in the master's turn: marsh gas ignites, a sphere rolls on (HQ-MON-FIMIR-06, HQ-TRAP-21)
"""

from __future__ import annotations

from companion.board.facing import step_on
from companion.core.ids import PieceId, RuleId, SpaceId
from companion.core.procedure import Script, Teller
from companion.games.heroquest import events as ev
from companion.games.heroquest import finds, footing, gear
from companion.games.heroquest.attack.defense import defend
from companion.games.heroquest.attack.toll import end_if_over, hurt
from companion.games.heroquest.characters import Character
from companion.games.heroquest.content.dice import SKULL, count
from companion.games.heroquest.content.kinds import TrapKind
from companion.games.heroquest.quest import TrapState
from companion.games.heroquest.seeing import look_around
from companion.games.heroquest.state import Delayed, State

GAS = "HQ-MON-FIMIR-06"
SPHERE = "HQ-TRAP-11"
# the rule that says what a trap of the text does, by its type; a table's own fall under the general one
AREA_RULE = {
    "lance": "HQ-TRAP-01",
    "pit": "HQ-TRAP-02",
    "deep_pit": "HQ-TRAP-06",
    "rockfall": "HQ-TRAP-07",
    "darts": "HQ-TRAP-09",
    "blade": "HQ-TRAP-10",
    "sphere": "HQ-TRAP-11",
    "jaw": "HQ-TRAP-13",
    "fire_cloud": "HQ-TRAP-15",
    "gas": "HQ-TRAP-16",
    "snare": "HQ-HERO-DWARF-07",
}
OWN = "HQ-TRAP-17"


def brew_over(t: Teller[State]) -> Script[None]:
    """Let every delayed effect do its part."""
    for effect in t.state.delayed:
        if t.state.flow.outcome is not None:
            return
        if effect.kind == "gas":
            t.tell(finds.EffectOver("gas", effect.by))
            yield from _ignite(t, effect)
        else:
            yield from roll_on(t, effect.by)


def _ignite(t: Teller[State], effect: Delayed) -> Script[None]:
    assert effect.place is not None
    squares = t.state.dungeon.place(effect.place).squares
    dice = t.state.content.spells["marsh_gas"].dice
    for figure in [other for other in t.state.characters if other.at in squares]:
        if figure.is_hero or t.state.content.monsters[figure.kind].race != "fimir":
            yield from unblockable(t, figure.id, dice, GAS, effect.by, together=True)
    end_if_over(t)


def unblockable(
    t: Teller[State],
    piece: PieceId,
    dice: int,
    rule: str,
    by: PieceId | None = None,
    extra: int = 0,
    *,
    together: bool = False,
) -> Script[int]:
    """The points a character loses to dice that nobody defends against; ``extra`` come without a roll (HQ-TRAP-06)."""
    if t.state.find(piece) is None:
        return 0
    faces = yield from t.roll(("combat",) * dice, t.state.table.gm, rule, piece)
    lost = count(faces, SKULL) + extra
    yield from hurt(t, piece, lost, rule, by, together=together)
    return lost


def roll_on(t: Teller[State], trap: PieceId, spared: PieceId | None = None) -> Script[None]:
    """Roll the sphere on, over whoever stands in its way but the dwarf it spares, until a wall stops it: no furniture
    does (HQ-TRAP-12, HQ-TRAP-21)."""
    sphere = next((effect for effect in t.state.delayed if effect.kind == "sphere" and effect.by == trap), None)
    if sphere is None:
        return
    state = t.state
    at, dice = sphere.at, next(state.trap_kind(row).dice for row in state.traps if row.id == trap)
    assert at is not None
    for _ in range(state.content.options.sphere_speed):
        there = step_on(state.dungeon.board, at, sphere.direction)
        if there is None or t.state.is_shut(at, there):
            t.tell(finds.EffectOver("sphere", trap))
            return
        at = SpaceId(there)
        yield from _roll_over(t, trap, at, dice, spared)
        if t.state.flow.outcome is not None:
            return
    look_around(t)


def spring(
    t: Teller[State], trap: TrapState, piece: PieceId, start: SpaceId | None, *, saved: bool = False
) -> Script[None]:
    """Set the trap off under that character, who came from ``start`` (HQ-TRAP-18).

    ``saved``: its dwarf has failed to disarm it, and gets no second die (HQ-HERO-DWARF-12).
    """
    figure, kind = t.state.who(piece), t.state.trap_kind(trap)
    if trap.status == "hidden":
        t.tell(finds.TrapChanged(trap.id, "revealed", trap.type, trap.squares, piece))
    avoids = False
    if figure.hero == "dwarf" and not saved:  # HQ-HERO-DWARF-02, -10
        (face,) = yield from t.roll(("trap",), figure.seat, "HQ-HERO-DWARF-02", piece)
        avoids = face != "trap"
    victims = [one for one in _victims(t.state, trap, kind, figure) if not (avoids and one.id == piece)]
    t.tell(finds.TrapSprung(trap.id, trap.type, tuple(other.id for other in victims)))
    if kind.area == "path":
        yield from _roll(t, trap, piece if avoids else None)
    for victim in victims:
        yield from _suffer(t, trap, kind, victim.id)
    end_if_over(t)
    yield from _afterwards(t, trap, kind, piece, start, avoids=avoids)
    if kind.once and t.state.flow.outcome is None:  # HQ-TRAP-23
        status = "blocked" if kind.obstructs else "spent"
        t.tell(finds.TrapChanged(trap.id, status, trap.type, trap.squares, piece))


def _victims(state: State, trap: TrapState, kind: TrapKind, figure: Character) -> tuple[Character, ...]:
    """Return the characters in the trap's area, monsters too (HQ-TRAP-22)."""
    if kind.area == "square":
        return (figure,)
    if kind.area == "path":
        return ()
    if kind.area == "place":
        place = state.place_of(figure)
        squares = set(place.squares) if place else set[SpaceId]()
    else:
        squares = set(_line(state, trap, kind.length))
    return tuple(other for other in state.characters if other.at in squares)


def _line(state: State, trap: TrapState, length: int) -> tuple[SpaceId, ...]:
    """The squares of a blade's arc (HQ-TRAP-10)."""
    line = [trap.source or trap.squares[0]]
    while len(line) < length:
        there = step_on(state.dungeon.board, line[-1], trap.direction)
        if there is None or state.is_shut(line[-1], there):
            break
        line.append(there)
    return tuple(line)


def _roll(t: Teller[State], trap: TrapState, spared: PieceId | None) -> Script[None]:
    """A sphere comes out of its wall and rolls its first squares at once (HQ-TRAP-21)."""
    at = trap.source or trap.squares[0]
    t.tell(finds.EffectBrewed("sphere", trap.id, None, at, trap.direction))
    yield from _roll_over(t, trap.id, at, t.state.trap_kind(trap).dice, spared)
    yield from roll_on(t, trap.id, spared)


def _roll_over(t: Teller[State], trap: PieceId, at: SpaceId, dice: int, spared: PieceId | None) -> Script[None]:
    t.tell(finds.SphereRolled(trap, at))
    hit = t.state.at(at)
    if hit is not None and hit.id != spared:
        yield from unblockable(t, hit.id, dice, SPHERE)


def _suffer(t: Teller[State], trap: TrapState, kind: TrapKind, piece: PieceId) -> Script[None]:
    """Throw one victim's dice; those that are defended first (HQ-TRAP-07, HQ-TRAP-13)."""
    if t.state.find(piece) is None or t.state.flow.outcome is not None:
        return
    rule = AREA_RULE.get(trap.type, OWN)
    if kind.defended:
        faces = yield from t.roll(("combat",) * kind.defended, t.state.table.gm, rule, piece)
        skulls = count(faces, SKULL)
        if skulls:
            dice = gear.defense_dice(t.state, t.state.who(piece))
            shields = yield from defend(t, piece, dice, rule, melee=False)
            yield from hurt(t, piece, max(0, skulls - shields.white), rule, together=True)
    figure = t.state.find(piece)
    if figure is None:
        return
    dice = kind.dice + dict(kind.armour).get(gear.armour_weight(t.state, figure), 0)
    if trap.type == "gas" and t.state.content.options.gas_flat_loss:  # HQ-AMB-30
        yield from hurt(t, piece, 1, rule, together=True)
        return
    if dice or kind.loss:
        yield from unblockable(t, piece, dice, rule, trap.by, kind.loss, together=True)


def _afterwards(
    t: Teller[State], trap: TrapState, kind: TrapKind, piece: PieceId, start: SpaceId | None, *, avoids: bool
) -> Script[None]:
    """Hold a victim, end its turn, or push it off its square (HQ-TRAP-24)."""
    figure = t.state.find(piece)
    if figure is None or t.state.flow.outcome is not None:
        return
    if avoids:
        if kind.pit and start is not None and _may_go_back(t.state, figure, start):  # HQ-HERO-DWARF-03, -11
            t.tell(ev.Placed(piece, figure.at, start, figure.facing, RuleId("HQ-HERO-DWARF-03")))
    elif kind.pit:
        t.tell(ev.Marked(piece, "in_pit", True, RuleId("HQ-TRAP-02")))
    elif kind.holds:
        t.tell(ev.Noted(piece, "held", "jaw", RuleId("HQ-TRAP-14")))
        t.tell(ev.MovementStopped(piece, RuleId("HQ-TRAP-14")))
    if kind.ends_turn and not avoids:
        end_turn_now(t, piece, "HQ-TRAP-02")
    if kind.displaces:
        yield from _displaced(t, piece)
    if kind.obstructs:
        for space in trap.squares:
            t.tell(finds.RubbleFell(space))


def _may_go_back(state: State, figure: Character, start: SpaceId) -> bool:
    """Whether it stays where it came from: on its own square, or with the ally it was passing, whom its walk then
    leaves."""
    other = state.at(start)
    walks = figure.turn is not None and figure.turn.moving
    return other in (None, figure) or (other is not None and other.side == figure.side and walks)


def end_turn_now(t: Teller[State], piece: PieceId, rule: str) -> None:
    """Let it do nothing more this turn."""
    figure = t.state.who(piece)
    if figure.turn is not None:
        t.tell(ev.MovementStopped(piece, RuleId(rule)), ev.ActionSpent(piece, "over", True))


def _displaced(t: Teller[State], piece: PieceId) -> Script[None]:
    """Moved to a free square beside it that the master chooses (HQ-TRAP-07)."""
    figure = t.state.who(piece)
    free = footing.free_beside(t.state, figure.square)
    if not free:  # nowhere beside it: the nearest free square of the place
        place = t.state.place_of(figure)
        free = [space for space in (place.squares if place else ()) if footing.is_free(t.state, space)][:1]
    if free:
        to = yield from t.place(t.state.table.gm, "HQ-TRAP-07", piece, free)
        t.tell(ev.Placed(piece, figure.square, to, figure.facing, RuleId("HQ-TRAP-07")))
