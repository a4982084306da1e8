"""A fimir's marsh magic: its luck first, then one of five spells (HQ-MON-FIMIR).

D8   1-5 it may only strike     6-8 a spell, or a blow all the same (HQ-MON-FIMIR-02)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.core.ids import PieceId, RuleId
from companion.core.procedure import Script, Teller
from companion.games.heroquest import events as ev
from companion.games.heroquest.characters import Character
from companion.games.heroquest.content.dice import BLACK, count
from companion.games.heroquest.state import State
from companion.games.heroquest.traps.brewing import unblockable
from companion.games.heroquest.turns.actions import turn_of

__all__ = ["EFFECTS", "barred", "fate"]

FATE = "HQ-MON-FIMIR-01"
MAGIC_FROM, LIGHTS_TO = 6, 4
LUCK, NO_LUCK = "fate-magic", "fate-blow"
BOG_DICE = 2  # HQ-MON-FIMIR-07


def barred(one: Character) -> bool:
    """Whether its D8 of this turn allows no spell."""
    return NO_LUCK in turn_of(one).free


def fate(t: Teller[State], piece: PieceId) -> Script[bool]:
    """Whether it may cast this turn; the D8 is thrown once (HQ-MON-FIMIR-01)."""
    one = t.state.who(piece)
    if LUCK in turn_of(one).free:
        return True
    (face,) = yield from t.roll(("d8",), one.seat, FATE, piece)
    allowed = int(face) >= MAGIC_FROM
    t.tell(ev.ActionSpent(piece, LUCK if allowed else NO_LUCK, True))
    return allowed


def _lights(t: Teller[State], piece: PieceId, target: PieceId | None) -> Script[None]:
    """Every hero in its place: a D6, and 1 to 4 takes its next turn (HQ-MON-FIMIR-04)."""
    place = t.state.place_of(t.state.who(piece))
    squares = set(place.squares) if place else set()
    for hero in [one for one in t.state.characters if one.is_hero and one.at in squares]:
        (face,) = yield from t.roll(("d6",), hero.seat, "HQ-MON-FIMIR-04", hero.id)
        if int(face) <= LIGHTS_TO:
            t.tell(ev.Marked(hero.id, "hypnotised", True, RuleId("HQ-MON-FIMIR-04")))


def _slime(t: Teller[State], piece: PieceId, target: PieceId | None) -> Script[None]:
    """One hero cannot move until it throws a six; everything else it may do (HQ-MON-FIMIR-05)."""
    assert target is not None
    t.tell(ev.Noted(target, "held", "slime", RuleId("HQ-MON-FIMIR-05")))
    return
    yield


def _gas(t: Teller[State], piece: PieceId, target: PieceId | None) -> Script[None]:
    """It gathers now, and ignites in the master's next turn (HQ-MON-FIMIR-06)."""
    place = t.state.place_of(t.state.who(piece))
    if place is not None:
        t.tell(ev.EffectBrewed("gas", piece, place.id))
    return
    yield


def _bog(t: Teller[State], piece: PieceId, target: PieceId | None) -> Script[None]:
    """Two dice: a black shield escapes, else it sinks and pays for digging itself out (HQ-MON-FIMIR-07)."""
    assert target is not None
    hero = t.state.who(target)
    faces = yield from t.roll(("combat",) * BOG_DICE, hero.seat, "HQ-MON-FIMIR-07", target)
    if not count(faces, BLACK):
        yield from unblockable(t, target, t.state.content.spells["bog"].dice, "HQ-MON-FIMIR-07", piece)


def _mist(t: Teller[State], piece: PieceId, target: PieceId | None) -> Script[None]:
    """The place is full of it for good (HQ-MON-FIMIR-08)."""
    place = t.state.place_of(t.state.who(piece))
    if place is not None:
        t.tell(ev.MistFell(place.id))
    return
    yield


EFFECTS: Mapping[str, Callable[[Teller[State], PieceId, PieceId | None], Script[None]]] = {
    "lights": _lights,
    "slime": _slime,
    "gas": _gas,
    "bog": _bog,
    "mist": _mist,
}
