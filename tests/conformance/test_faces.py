"""Laws for the face of every game: what a screen may know, and what a command will do before anybody confirms it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from importlib import import_module
from itertools import product
from typing import Any

import pytest

from companion.core.face import Face
from companion.core.ids import EditionId, SystemId
from companion.games import SYSTEMS, find_system
from companion.text.wording import LANGUAGES, Wording, told
from tests.conformance.test_laws import SETUPS, walk
from ui.presenters.adapter import ONLOOKERS, Look
from ui.presenters.games import game_of

GAMES = [str(row.id) for row in SYSTEMS]


def system_of(game: str) -> Any:
    row = next(row for row in SYSTEMS if row.id == game)
    return find_system(SystemId(game), EditionId(next(iter(row.editions))), "")


def face_of(game: str, session: Any) -> Any:
    """The game's class of ``Face``, made of a session."""
    module = import_module(f"companion.games.{game}.face.face")
    (kind,) = (
        one for one in vars(module).values() if isinstance(one, type) and issubclass(one, Face) and one is not Face
    )
    return kind(session)


class Moment:
    """A game as it stands, for a face: nothing of what led to it."""

    def __init__(self, system: Any, state: Any) -> None:
        self.system, self.state = system, state
        self.version, self.records = 0, list[Any]()

    def standing(self) -> list[Any]:
        return []


def parts(value: object) -> Iterator[object]:
    """The value and all that it holds."""
    yield value
    if is_dataclass(value) and not isinstance(value, type):
        for one in fields(value):
            yield from parts(getattr(value, one.name))
    elif isinstance(value, tuple | list | frozenset):
        for one in value:
            yield from parts(one)


@pytest.mark.parametrize("game", GAMES)
def test_a_face_offers_what_the_rules_allow_and_foretells_all_of_it(game: str) -> None:
    """In both languages, with words for everything, and a chance that is one."""
    system = system_of(game)
    session = walk(system, 11, 60)
    seen = 0
    for version in range(0, session.version, 7):
        then = session.at(version)
        face, adapter = face_of(game, then), game_of(system.id).adapter(then)
        for seat in SETUPS[game](system).seats:
            offers = list(face.offers(seat))
            assert offers == list(system.legal_commands(then.state, seat))
            side = next(side for side, seats in adapter.sides.items() if seat in seats)
            for command, lang in product(offers[:: max(1, len(offers) // 8)], LANGUAGES):
                coming = face.foretell(seat, command)
                lines = [told(line, Wording(lang, adapter.names(side, lang))) for line in coming.lines]
                assert all(lines) and not any("{" in line or "screen." in line for line in lines), lines
                assert coming.chance is None or 0 <= coming.chance <= 1
                seen += bool(lines)
    assert seen > 4


@pytest.mark.parametrize("game", GAMES)
def test_a_view_and_a_screen_hold_no_whole_state(game: str) -> None:
    system = system_of(game)
    session = walk(system, 12, 40)
    state = type(session.state)
    face, adapter = face_of(game, session), game_of(system.id).adapter(session)
    for seat in (*SETUPS[game](system).seats, None):
        assert not any(isinstance(part, state) for part in parts(face.view(seat)))
    look = Look(ONLOOKERS, (), Wording())
    shown = (adapter.sheet(look), adapter.menu(look), adapter.picture(look, frozenset()))
    assert not any(isinstance(part, state) for part in parts(shown))
    held = {name: value for name, value in vars(adapter).items() if isinstance(value, state | type(session))}
    assert held == {}
    assert isinstance(vars(adapter)["_face"], Face)


@pytest.mark.parametrize("game", GAMES)
def test_every_name_of_a_face_is_said_in_both_languages(game: str) -> None:
    adapter = game_of(SystemId(game)).adapter(walk(system_of(game), 13, 20))
    for side, lang in product(adapter.sides, LANGUAGES):
        names = adapter.names(side, lang)
        assert names and all(isinstance(name, str) and name for name in names.values())
