"""Lists of players on the command line: read, told line by line, never taken for something else."""

from __future__ import annotations

import json

import pytest

from tests.cli.command_line import companion


def check(text: str, *options: str) -> tuple[int, dict[str, object]]:
    answer = companion("check-force", "-", "--json", *options, stdin=text)
    return answer.status, answer.document


def test_a_list_is_checked_like_a_force_file() -> None:
    assert check("2x lq005 Harbour Watch 40\nLQ003 Breakwater 65\nTotal: 145") == (
        0,
        {
            "legal": True,
            "total": 145,
            "actions": 3,
            "violations": [],
            "figures": [
                {"figure": "lq005", "points": 40, "count": 2, "line": 1},
                {"figure": "lq003", "points": 65, "count": 1, "line": 2},
            ],
            "problems": [],
        },
    )
    assert check("lq003 65", "--points", "60")[0] == 1, "HC-TEAM-01"


def test_what_is_not_understood_is_told_with_its_line_and_the_rest_is_checked() -> None:
    status, found = check("Brekwater (65)\nlq002 Gull-Wing\nlq003 60\nTotal: 75")
    assert (status, found["total"]) == (1, 75)
    problems = found["problems"]
    assert isinstance(problems, list)
    assert [(one["line"], one["choices"][:1]) for one in problems] == [
        (1, ["lq003 Breakwater (100)"]),
        (3, ["lq003 Breakwater (100)"]),
        (4, []),
    ]
    told = companion("check-force", "-", "--lang", "fr", stdin="lq002\nlq003 60").out
    assert "ligne 2 : « lq003 60 » : Breakwater coûte 100/65, et non 60" in told


def test_a_cost_that_nobody_wrote_is_told_as_taken_with_the_others() -> None:
    taken = {"figure": "lq003", "points": 100, "others": [65], "line": 2}
    assert check("lq002 75\nBreakwater")[1]["taken"] == [taken]
    assert "taken" not in check("lq003 65")[1]
    told = companion("check-force", "-", stdin="lq002 75\nBreakwater").out
    assert "Breakwater: no cost is written, so its dearest line is taken, 100; it has others: 65" in told
    crew = {"format": "tablewright/force@1", "figures": [{"figure": "lq003"}]}
    assert check(json.dumps(crew))[1]["taken"] == [taken | {"line": None}]


@pytest.mark.parametrize(
    "text", ["", "eggs and milk\ntwelve of them", "[1, 2]", '{"units": [{"id": "zz"}]}', "Total: 300"]
)
def test_where_nothing_is_understood_one_line_says_so(text: str) -> None:
    answer = companion("check-force", "-", stdin=text)
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)


def test_an_id_is_found_in_any_capitals() -> None:
    assert companion("show", "figure", "LQ003", "--json").document["id"] == "lq003"
    crew = {"format": "tablewright/force@1", "figures": [{"figure": "LQ003"}]}
    assert check(json.dumps(crew))[1]["figures"] == [{"figure": "lq003", "points": 100, "count": 1, "line": None}]
