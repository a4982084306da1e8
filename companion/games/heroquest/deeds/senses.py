"""Listening at doors, looking down corridors, feeling for magic (HQ-LISTEN, HQ-HERO-ELF-07, HQ-HERO-ENCH-03).

1-2 pinch · 3-5 handful · 6-14 band · 15 and more crowd
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.board.dungeon import Place
from companion.core.ids import PieceId
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.heroquest import actions, finds, gear
from companion.games.heroquest.characters import Character
from companion.games.heroquest.commands import Detect, Listen, Scan
from companion.games.heroquest.moves import doors
from companion.games.heroquest.seeing import look
from companion.games.heroquest.state import DoorState, State

WORDS = ((15, "crowd"), (6, "band"), (3, "handful"), (1, "pinch"), (0, "nothing"))  # HQ-LISTEN-01, -02
EXACT_BELOW = 6  # HQ-LISTEN-04
HONEST = "HQ-LISTEN-05"


def heard_word(number: int) -> str:
    return next(word for least, word in WORDS if number >= least)


def listen_violations(state: State, figure: Character, command: Listen) -> Iterator[Violation]:
    """Why it may not listen there: it stands at a shut door (HQ-LISTEN-06)."""
    if not figure.is_hero:
        yield violation("HQ-FREE-01", figure.id)
    yield from actions.free_violations(figure, "listen")
    shut = state.door(command.door) in (DoorState.CLOSED, DoorState.BARRICADED)
    if not doors.touches(state, figure, command.door) or not shut:
        yield violation("HQ-LISTEN-06", figure.id)


def listen(t: Teller[State], figure: Character, command: Listen) -> Script[None]:
    """Have the master answer, with the true word unless it likes another (HQ-LISTEN-05)."""
    actions.spend_free(t, figure.id, "listen")
    squares = t.state.dungeon.place_at[doors.beyond(t.state, figure, command.door)].squares
    there = [other for other in t.state.characters if other.at in squares and not other.is_hero]
    true = heard_word(len(there))
    words = (true, *(word for _, word in WORDS if word != true))
    said = yield from t.choose(t.state.table.gm, HONEST, words, figure.id)
    word = (said or words)[0]
    number, races = None, tuple[str, ...]()
    if figure.hero == "elf" and word == true:  # HQ-LISTEN-03, -04, HQ-HERO-ELF-08
        kinds = {row.race for other in there if (row := gear.row_of(t.state, other)) is not None}
        races = tuple(sorted(kinds & set(figure.known_races)))
        number = len(there) if 0 < len(there) < EXACT_BELOW else None
    t.tell(finds.Heard(figure.id, command.door, word, number, races))


def scan_violations(state: State, figure: Character, command: Scan) -> Iterator[Violation]:
    """Why it may not look so far: elves do, in corridors (HQ-HERO-ELF-07)."""
    yield from actions.free_violations(figure, "scan")
    place = state.place_of(figure)
    if figure.hero != "elf" or place is None or place.is_room:
        yield violation("HQ-HERO-ELF-07", figure.id)


def scan(t: Teller[State], figure: Character, command: Scan) -> None:
    """Look ten squares down the corridor, and say what that brought (HQ-HERO-ELF-07)."""
    actions.spend_free(t, figure.id, "scan")
    known = len(t.state.seen)
    look(t, figure.id, t.state.content.options.elf_sight)
    t.tell(finds.Scanned(figure.id, len(t.state.seen) - known))


def detect_violations(state: State, figure: Character, command: Detect) -> Iterator[Violation]:
    """Why it cannot feel for magic there (HQ-HERO-ENCH-03)."""
    yield from actions.free_violations(figure, "detect")
    if figure.hero != "enchanter" or command.door not in state.doors_known(master=False):
        yield violation("HQ-HERO-ENCH-03", figure.id)
    elif set(_unknown(state, figure, command.door).squares) <= set(state.seen):
        yield violation("HQ-HERO-ENCH-03", command.door)


def _unknown(state: State, figure: Character, door: PieceId) -> Place:
    """The side of the door the heroes know less of."""
    border = state.door_edge(door)
    sides = [state.dungeon.place_at[border.a], state.dungeon.place_at[border.b]]
    return min(sides, key=lambda place: (sum(space in state.seen for space in place.squares), place.id))


def detect(t: Teller[State], figure: Character, command: Detect) -> None:
    """Tell whether there is a spellcaster, and no more."""
    actions.spend_free(t, figure.id, "detect")
    place = _unknown(t.state, figure, command.door)
    there = [other for other in t.state.characters if other.at in place.squares and not other.is_hero]
    present = any(row.caster for other in there if (row := gear.row_of(t.state, other)) is not None)
    t.tell(finds.Sensed(figure.id, place.id, present))
