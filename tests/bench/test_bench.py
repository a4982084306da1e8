"""The report's shape and arithmetic, with a clock that shows what it is told and with tiny runs: nothing is timed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.command_line import companion
from ui.bench import AREAS, crowd, rows_of, rules, sight, start, storage, tablet
from ui.bench.demo import resident_mb
from ui.bench.rows import Row, capped, fixed_loop, limited, side_by_side

pytestmark = pytest.mark.slow

KEYS = {"name", "ours", "unit", "peer", "peer_name", "ratio", "goal", "met"}


@pytest.mark.parametrize(
    ("ours", "peer", "goal", "ratio", "met"),
    [
        (3.0, 2.0, 1.5, 1.5, True),
        (3.1, 2.0, 1.5, 1.55, False),
        (1.0, 4.0, 0.25, 0.25, True),
        (1.0, 0.0, 9.0, None, False),
    ],
)
def test_a_row_divides_ours_by_the_peers(ours: float, peer: float, goal: float, ratio: float | None, met: bool) -> None:
    row = Row("append", ours, "us", peer, "bare write", goal)
    assert row.met is met
    assert row.as_json() == {
        "name": "append",
        "ours": ours,
        "unit": "us",
        "peer": peer,
        "peer_name": "bare write",
        "ratio": ratio,
        "goal": goal,
        "met": met,
    }


def test_a_limit_may_be_reached_and_not_passed() -> None:
    assert limited("start", 0.6, "s", 0.6, slowness=lambda: 1.0).met
    assert not limited("start", 0.61, "s", 0.6, slowness=lambda: 1.0).met
    assert capped("memory", 0.6, "MB", 0.6).met
    assert not capped("memory", 0.61, "MB", 0.6).met


def test_a_limit_in_time_grows_on_a_slow_machine_and_shrinks_on_a_fast_one() -> None:
    assert limited("far", 55, "ms", 80, fixed=30, slowness=lambda: 0.5).peer == 55  # 30 of delay, half of 50
    slow = limited("start", 0.9, "s", 0.6, slowness=lambda: 2.0)
    fast = limited("start", 0.9, "s", 0.6, slowness=lambda: 0.5)
    assert (slow.peer, slow.ratio, slow.met) == (1.2, 0.75, True)
    assert (fast.peer, fast.ratio, fast.met) == (0.3, 3.0, False)
    assert "limit of 0.6 s" in slow.peer_name
    assert "x 2.00" in slow.peer_name


def test_the_fixed_loop_is_always_the_same_work() -> None:
    """The recurrence t = 31 t + 7 (k mod 1000) mod 1009 (mod 1000003), worked by another way: all terms of the sum at
    once, each with its power of 31."""
    prime, steps = 1_000_003, 200_000
    terms = ((k % 1000) * 7 % 1009 * pow(31, steps - 1 - k, prime) for k in range(steps))
    assert fixed_loop() == sum(terms) % prime


def test_runners_take_turns_and_medians_are_compared() -> None:
    """Three runners of 10, 20 and 30 ns, one slow round of the first and a slow warm-up that does not count."""
    now, order = [0], list[str]()

    def runner(name: str, cost: int) -> None:
        order.append(name)
        now[0] += 10_000 if len(order) in (1, 4) else cost

    runners = [lambda n: runner("a", 10), lambda n: runner("b", 20), lambda n: runner("c", 30)]
    found = side_by_side(runners, 5, warm_up=1, clock=lambda: now[0])
    assert found == (10 / 1e9, 20 / 1e9, 30 / 1e9)
    assert order[:9] == ["a", "b", "c", "b", "c", "a", "c", "a", "b"]


def test_memory_of_a_process_and_its_descendants(tmp_path: Path) -> None:
    for pid, parent, held in [(7, 1, 1000), (8, 7, 200), (9, 8, 30), (10, 1, 4000)]:
        (tmp_path / str(pid)).mkdir()
        (tmp_path / str(pid) / "status").write_text(f"Name:\tx\nPPid:\t{parent}\nVmRSS:\t {held} kB\n")
    (tmp_path / "self").mkdir()
    assert resident_mb(7, tmp_path) == 1230 * 1024 / 1e6


def test_tiny_runs_give_all_their_rows() -> None:
    tiny = {
        "storage": list(storage.measure(appends=2, events=3, openings=1)),
        "sight": list(sight.measure(runs=1)),
        "rules": list(rules.measure(choices=40, folds=2)),
        "start": list(start.measure(runs=1)),
    }
    for area, rows in tiny.items():
        assert len(rows) == AREAS[area][1]
        assert all(row.ours > 0 and row.peer > 0 and row.name and row.unit for row in rows)


@pytest.mark.long
def test_a_small_crowd_around_a_real_window_gives_its_rows() -> None:
    rows = list(crowd.measure(rounds=2, taps=4))
    assert len(rows) == AREAS["crowd"][1]
    assert all(row.ours >= 0 and row.peer > 0 for row in rows)


@pytest.mark.long
def test_a_finger_plays_a_table_that_nobody_sees() -> None:
    hour = tablet.played(60)
    assert hour["events"] > 60, "37 of the opening, and what the taps did"
    assert hour["games"] == 1
    assert hour["tap"] > hour["tap_median"] > hour["redraw_median"] > 0
    assert hour["after"] > 50


@pytest.mark.parametrize(("ours", "status"), [(1.0, 0), (2.0, 1)])
def test_the_command(monkeypatch: pytest.MonkeyPatch, ours: float, status: int) -> None:
    def measured(area: str) -> Iterator[Row]:
        yield Row(f"{area} one", 0.5, "s", 1.0, "a peer", 1.0)
        yield limited(f"{area} two", ours, "s", 1.5, slowness=lambda: 1.0)

    monkeypatch.setattr("ui.cli.bench.rows_of", measured)
    one = companion("bench", "storage", "--json")
    assert one.status == status
    assert [set(row) for row in one.document] == [KEYS, KEYS]
    assert one.err == "", "no progress bar in a pipe"
    everything = companion("bench", "--json")
    assert [row["name"].split()[0] for row in everything.document[::2]] == list(AREAS)
    assert "a peer" in companion("bench", "sight").out
    assert companion("bench", "weather").status == 2


def test_every_area_has_its_module() -> None:
    for area in AREAS:
        assert isinstance(rows_of(area), Iterator)
    assert list(AREAS) == sorted(AREAS)
