"""Cases nobody would write: whatever stands anywhere in one, it passes, fails or is refused; nothing else happens."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.casebook import run_case
from companion.errors import InputError
from tests.casebook.casebooks import WORKSHOP, written
from tests.casebook.test_bad_input import GOOD
from tests.interchange.test_fuzz import places, spoil

pytestmark = pytest.mark.slow

JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 300)
    | st.floats(allow_nan=False)
    | st.text(max_size=4)
    | st.sampled_from(["A", "A1", "(1,1)", "A1:C3", "A1|B1", "move", "pass", "HC-LOS-04", "FigureMoved", "toughness"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["A", "do", "piece", "to", "at", "side", "rule", "event", "legend", "pieces", "line", "is", "force"]
            ),
            inner,
            max_size=3,
        )
    ),
    max_leaves=8,
)

MORE = copy.deepcopy(GOOD)
MORE["case"][0]["expect"] |= {
    "never": [{"event": "KnockedOut", "piece": "A"}],
    "legal": [{"do": "end_turn"}],
    "asks": False,
    "over": False,
    "illegal": [{"do": "move", "piece": "C", "to": ["A1"], "refused": "HC-MOVE-01"}],
    "scores": {"red": 0},
}
MORE["case"][0]["setup"] |= {
    "legend": {"w": {"terrain": ["water"], "elevation": 2}},
    "terrain": {"hindering": ["E1"], "levels": {"3": ["A3"]}},
    "ramps": ["A2|A3"],
    "markers": [{"square": "D1", "kind": "debris"}],
    "seats": ["red", "blue"],
    "turn": "red",
    "objects": [{"square": "D1", "weight": "light"}],
    "round": 2,
    "round_limit": 9,
    "build_total": 300,
    "scores": {"red": 0},
    "figures": {"f": {"points": [60, 40], "starting_lines": [1, 3], "clicks": 4}},
}
MORE["case"][0]["setup"]["pieces"] |= {
    "D": {"side": "red", "figure": "f", "at": ["D2"], "start": 3, "tokens": 1, "stirred": True},
    "E": {
        "side": "blue",
        "ko": True,
        "size": "giant",
        "abilities": ["flight"],
        "symbols": {"attack": "fist"},
        "specials": [{"slot": "trait", "name": "N", "text": "T"}],
    },
}
MORE["case"][0]["steps"][0] |= {"overrule": ["HC-MOVE-01"], "agreed": ["red", "blue"], "judge": "J", "note": "far"}
MORE["case"][0]["steps"][2] |= {"asks": False, "expect": {"events": [{"event": "AttackRolled", "faces": [5, 4]}]}}
MORE["case"][0]["expect"]["questions"] += [
    {"line": ["A", "B"], "verdict": "clear", "crossed": [], "causes": []},
    {"value": 9, "modifiers": [1], "is": 10},
    {"force": {"figures": [{"figure": "lq001"}]}, "points": 300, "legal": True},
    {"within": 1, "of": "A", "count": 5},
    {"directions": ["A", "B"], "are": ["east"]},
    {"knock_back": "B", "from": "A", "squares": 2, "direction": "west", "path": ["E3"], "stop": "occupied"},
]


@settings(max_examples=600, deadline=None)
@given(st.builds(spoil, st.just(MORE), st.sampled_from(places(MORE)), JUNK))
def test_a_spoiled_case_is_played_or_refused(document: Any) -> None:
    try:
        cases = written(document)
    except InputError as wrong:
        assert "\n" not in str(wrong)
        return
    for case in cases:
        if not isinstance(case, InputError):
            assert run_case(case, WORKSHOP).verdict in ("passed", "failed", "refused")
