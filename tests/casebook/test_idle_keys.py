"""Set-up keys that would mean nothing are refused in one line; those that are read change what a case begins with."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from companion.core.ids import SystemId
from companion.core.rules import History
from companion.documents import Node
from tests.casebook.casebooks import WORKSHOP, played

TWO_MAINS = """[case.setup]
phase = 'strategy'
zones = { a = 2 }
cards = { x = { hero = 'R', technique = { speed = 1 } }, y = { hero = 'S', technique = { speed = 1 } } }
[case.setup.pieces]
R = { at = 'a.1', hand = ['x'] }
S = { at = 'a.2', hand = ['y'] }
"""

IDLE = [
    ("guardians", TWO_MAINS, "case[0].setup.pieces.S"),
    ("gotham", "[case.setup.pieces]\nA = { cubes = 6, lost = 1 }", "case[0].setup.pieces.A.lost"),
    (
        "gotham",
        "[case.setup.pieces]\nA = { cubes = 6 }\nV = { life = 3, fatigue = 1 }",
        "case[0].setup.pieces.V.fatigue",
    ),
    ("gotham", "[case.setup.pieces]\nV = { tile = 'docker', life = 3 }", "case[0].setup.pieces.V.life"),
    (
        "gotham",
        "[case.setup]\nphase = 'states'\nturn = 'villains'\n[case.setup.pieces]\nA = { cubes = 6 }",
        "setup.turn",
    ),
    ("gotham", "[case.setup]\nphase = 'states'\n[case.setup.pieces]\nA = { cubes = 6, state = 'active' }", "A.state"),
    ("gotham", "[case.setup.pieces]\nA = { cubes = { wounds = 2 }, wounds = 1 }", "case[0].setup.pieces.A.wounds"),
    (
        "guardians",
        "[case.setup]\nphase = 'strategy'\nzones = { a = 2 }\n[case.setup.pieces]\nR = { at = 'a.1', left = ['x'] }",
        "R.left",
    ),
    (
        "guardians",
        "[case.setup]\nphase = 'strategy'\nactive = 'R'\nzones = { a = 2 }\n[case.setup.pieces]\nR = { at = 'a.1' }",
        "setup.active",
    ),
    (
        "guardians",
        "[case.setup]\nzones = { a = 2 }\n[case.setup.pieces]\nR = { at = 'a.1' }\nn = { kind = 'minion', wounds = 1 }",
        "n.wounds",
    ),
    (
        "heroquest",
        "[case.setup]\nsquares = ['..']\n[case.setup.pieces]\nA = { hero = 'elf_4', at = 'A1', rolled = 5 }",
        "A.rolled",
    ),
    (
        "heroquest",
        "[case.setup]\nsquares = ['..']\nbegun = false\nround = 2\npieces.A = { hero = 'elf_4', at = 'A1' }",
        "setup.round",
    ),
    (
        "heroclix",
        "[case.setup]\nmap = '8x8'\n[case.setup.pieces]\nA = { side = 'red', ko = true, tokens = 1 }",
        "A.tokens",
    ),
]


@pytest.mark.parametrize(("game", "setup", "place"), IDLE)
def test_a_key_that_means_nothing_is_refused_with_its_place(game: str, setup: str, place: str) -> None:
    rule = {"gotham": "GO-GEN-01", "guardians": "GC-CHAR-05", "heroquest": "HQ-GEN-01", "heroclix": "HC-ACT-01"}[game]
    text = f"system = '{game}'\n[[case]]\nid = 'x'\ntitle = 'x'\nrules = ['{rule}']\nexpect.over = false\n{setup}\n"
    (result,) = played(text)
    assert result.error is not None and str(result.error).count("\n") == 0
    assert result.error.place.endswith(place), result.error


def test_a_state_that_nobody_declared_yet_may_be_said() -> None:
    setup = "setup = { phase = 'states', pieces = { A = { cubes = 6, state = '' } } }\nexpect.pieces.A.state = ''\n"
    (result,) = played(f"system = 'gotham'\n[[case]]\nid = 'x'\ntitle = 'x'\nrules = ['GO-GEN-01']\n{setup}")
    assert result.error is None and not result.failures


def test_what_comes_from_the_case_it_is_like_is_no_slip() -> None:
    head = "system = 'heroquest'\n[[case]]\nid = 'a'\ntitle = 'a'\nrules = ['HQ-ACT-01']\nexpect.phase = 'heroes'\n"
    board = "setup = { squares = ['..'], turn = 'A', pieces = { A = { hero = 'elf_4', at = 'A1' } } }\n"
    other = "[[case]]\nid = 'b'\nlike = 'a'\ntitle = 'b'\nsetup.phase = 'master'\nexpect.phase = 'master'\n"
    assert [one.verdict for one in played(head + board + other)] == ["passed", "passed"]


# keys of pieces with a value that is not the usual one: by game, by kind of piece
PIECES: dict[tuple[str, str], dict[str, Any]] = {
    ("gotham", "A"): {"wounds": 1, "fatigue": 1, "state": "resting", "lying": True, "binds": 2, "cards": ["kit"]}
    | {
        "aside": ["luck"],
        "bonus_used": True,
        "friend": "owl",
        "threat": 2,
        "size": 2,
        "saturation": 2,
        "traits": ["harmless"],
    },
    ("gotham", "V"): {"lost": 1, "lying": True, "binds": 2, "acted": ["move"], "over": True, "life": 5, "bonus": 2},
    ("guardians", "R"): {"hand": ["one"], "left": ["one"], "discard": ["one"], "wounds": 1, "damage": 1, "actions": 1}
    | {
        "achieved": True,
        "article": "blue",
        "rank": "rookie",
        "used": ["one"],
        "tokens": {"speed": 1},
        "out": True,
        "speed": 4,
    },
    ("guardians", "n"): {"damage": 1, "out": True, "tokens": {"speed": 1}, "attack": 5, "at": "a.6"},
    ("heroquest", "A"): {"facing": "N", "used": ["attack"], "rolled": 5, "body": 2, "gold": 9, "items": ["hook"]},
    ("heroquest", "o"): {"facing": "N", "revealed": False, "body": 2, "held": "jaw", "diseased": 1},
    ("heroclix", "A"): {"click": 2, "tokens": 1, "stirred": True, "range": 2, "targets": 2, "points": 30, "clicks": 4},
}
SETUPS: dict[str, dict[str, Any]] = {
    "gotham": {
        "zones": ["a", "b"],
        "cards": {"kit": {"skills": {"hack": 1}}},
        "pieces": {"A": {"cubes": 6, "skills": {"luck": 1}}, "V": {"life": 3}},
    },
    "guardians": {
        "zones": {"a": 6},
        "cards": {"one": {"technique": {"speed": 1}, "hero": "R"}},
        "pieces": {
            "R": {"side": "red", "at": "a.1"},
            "B": {"side": "blue", "at": "a.2"},
            "n": {"kind": "minion", "at": "a.3"},
        },
    },
    "heroquest": {
        "squares": ["....", "...."],
        "turn": "A",
        "pieces": {"A": {"hero": "elf_4", "at": "A1"}, "o": {"monster": "orc", "at": "C1"}},
    },
    "heroclix": {"map": "8x8", "pieces": {"A": {"side": "red", "at": "A1"}, "B": {"side": "blue", "at": "F6"}}},
}


def begins_with(game: str, setup: dict[str, Any]) -> str:
    language = WORKSHOP.languages[SystemId(game)]
    opening = language.open(Node("a case", "setup", setup), Node("a case", "edition", None), WORKSHOP)
    history = History(opening.system, opening.setup)
    history.extend(opening.prelude)
    return repr(history.state)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "piece"), PIECES)
def test_a_key_that_is_taken_changes_what_the_case_begins_with(game: str, piece: str) -> None:
    plain, idle = begins_with(game, SETUPS[game]), list[str]()
    for key, value in PIECES[game, piece].items():
        setup = deepcopy(SETUPS[game])
        setup["pieces"][piece][key] = value
        if begins_with(game, setup) == plain:
            idle.append(key)
    assert idle == []
