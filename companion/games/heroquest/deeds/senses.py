"""Listening at doors, looking down corridors, feeling for magic (HQ-LISTEN, HQ-HERO-ELF-07, HQ-HERO-ENCH-03).

1-2 pinch · 3-5 handful · 6-14 band · 15 and more crowd
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.board.dungeon import Place
from companion.core.ids import PieceId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroquest import finds
from companion.games.heroquest.actions import acting, free_violations, spend_free
from companion.games.heroquest.characters import Character
from companion.games.heroquest.commands import Detect, Listen, Scan
from companion.games.heroquest.gear import row_of
from companion.games.heroquest.hidden.seeing import look
from companion.games.heroquest.moves.doors import touches
from companion.games.heroquest.state import DoorState, State

WORDS = ((15, "crowd"), (6, "band"), (3, "handful"), (1, "pinch"), (0, "nothing"))  # HQ-LISTEN-01, -02
EXACT_BELOW = 6  # HQ-LISTEN-04
HONEST = "HQ-LISTEN-05"


def heard_word(number: int) -> str:
    """The word for that many monsters."""
    return next(word for least, word in WORDS if number >= least)


def listen_violations(state: State, command: Listen) -> Iterator[Violation]:
    """Why it may not listen there: it stands at a shut door (HQ-LISTEN-06)."""
    yield from acting(state, command.seat, command.piece)
    one = state.find(command.piece)
    if one is None:
        return
    if not one.is_hero:
        yield violation("HQ-FREE-01", one.id)
    yield from free_violations(one, "listen")
    shut = state.door(command.door) in (DoorState.CLOSED, DoorState.BARRICADED)
    if not touches(state, one, command.door) or not shut:
        yield violation("HQ-LISTEN-06", one.id)


def behind(state: State, one: Character, door: PieceId) -> Place:
    """The place behind the door."""
    border = state.door_edge(door)
    return state.dungeon.place_at[border.b if border.a == one.at else border.a]


def listen(t: Teller[State], command: Listen) -> Script[None]:
    """Have the master answer, with the true word unless it likes another (HQ-LISTEN-05)."""
    one = t.state.who(command.piece)
    spend_free(t, one.id, "listen")
    squares = behind(t.state, one, command.door).squares
    there = [other for other in t.state.characters if other.at in squares and not other.is_hero]
    true = heard_word(len(there))
    words = (true, *(word for _, word in WORDS if word != true))
    said = yield from t.choose(t.state.table.gm, HONEST, words, one.id)
    word = (said or words)[0]
    number, races = None, tuple[str, ...]()
    if one.hero == "elf" and word == true:  # HQ-LISTEN-03, -04, HQ-HERO-ELF-08
        kinds = {row.race for other in there if (row := row_of(t.state, other)) is not None}
        races = tuple(sorted(kinds & set(one.known_races)))
        number = len(there) if 0 < len(there) < EXACT_BELOW else None
    t.tell(finds.Heard(one.id, command.door, word, number, races))


def scan_violations(state: State, command: Scan) -> Iterator[Violation]:
    """Why it may not look so far: elves do, in corridors (HQ-HERO-ELF-07)."""
    yield from acting(state, command.seat, command.piece)
    one = state.find(command.piece)
    if one is None:
        return
    yield from free_violations(one, "scan")
    place = state.place_of(one)
    if one.hero != "elf" or place is None or place.is_room:
        yield violation("HQ-HERO-ELF-07", one.id)


def scan(t: Teller[State], command: Scan) -> Script[None]:
    """Look ten squares down the corridor."""
    spend_free(t, command.piece, "scan")
    look(t, command.piece, t.state.content.options.elf_sight)
    return
    yield


def detect_violations(state: State, command: Detect) -> Iterator[Violation]:
    """Why it cannot feel for magic there (HQ-HERO-ENCH-03)."""
    yield from acting(state, command.seat, command.piece)
    one = state.find(command.piece)
    if one is None:
        return
    yield from free_violations(one, "detect")
    is_door = state.door(command.door) not in (None, DoorState.HIDDEN)
    if one.hero != "enchanter" or not is_door:
        yield violation("HQ-HERO-ENCH-03", one.id)
    elif set(_unknown(state, one, command.door).squares) <= set(state.seen):
        yield violation("HQ-HERO-ENCH-03", command.door)


def _unknown(state: State, one: Character, door: PieceId) -> Place:
    """The side of the door the heroes know less of."""
    border = state.door_edge(door)
    sides = [state.dungeon.place_at[border.a], state.dungeon.place_at[border.b]]
    return min(sides, key=lambda place: (sum(space in state.seen for space in place.squares), place.id))


def detect(t: Teller[State], command: Detect) -> Script[None]:
    """Tell whether there is a spellcaster, and no more."""
    one = t.state.who(command.piece)
    spend_free(t, one.id, "detect")
    place = _unknown(t.state, one, command.door)
    there = [other for other in t.state.characters if other.at in place.squares and not other.is_hero]
    present = any(row.caster for other in there if (row := row_of(t.state, other)) is not None)
    t.tell(finds.Sensed(one.id, place.id, present))
    return
    yield
