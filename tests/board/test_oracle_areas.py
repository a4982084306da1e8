"""Lines over maps of areas against the slow oracle, and against themselves moved, reversed and crowded."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.board import Cause, LineOfSight, SightLine, Verdict
from companion.board.areas import Token, zone_of
from companion.board.areas.outlines import stretches
from companion.board.areas.segments import first_touch, passes
from companion.core.ids import SpaceId, ZoneId
from tests.board.area_scenes import Layout, Motion, pair_of
from tests.oracles.areas import distances, have_common_point, judge_drawn, judge_linked
from tests.thinned import thinned

pytestmark = pytest.mark.slow


def told(line: SightLine) -> list[tuple[str, str]]:
    return [(cause.rule, cause.feature or cause.piece or cause.square or "") for cause in line.causes]


def pairs_of(layout: Layout, dice: random.Random, count: int) -> list[tuple[SpaceId, SpaceId]]:
    names = [SpaceId(name) for name in layout.scene.spaces]
    return [(dice.choice(names), dice.choice(names)) for _ in range(count)]


def compare_drawn(seed: int, pairs: int) -> int:
    """How many lines agreed; an assertion names the first that does not."""
    layout, dice = Layout(seed).skewed(seed), random.Random(seed)
    table = distances(layout.scene)
    used = frozenset(name for name in layout.scene.objects if dice.random() < 0.2)
    melee = seed % 5 == 0
    sight = layout.drawn(melee=melee, used=used)
    for a, b in pairs_of(layout, dice, pairs):
        line = sight.between(a, b)
        causes, crossed, zones = judge_drawn(layout.scene, a, b, melee=melee, used=used)
        words = f"seed {seed}, {a} to {b}: {line}"
        assert told(line) == causes, words
        assert line.verdict is (Verdict.BLOCKED if causes else Verdict.CLEAR), words
        assert list(line.crossed) == crossed, words
        assert list(line.zones) == zones, words
        assert line.range == table[zone_of(a), zone_of(b)], words
    return pairs


def compare_linked(seed: int, pairs: int) -> int:
    layout, dice = Layout(seed).skewed(seed), random.Random(seed)
    table = distances(layout.scene)
    sight = layout.linked()
    for a, b in pairs_of(layout, dice, pairs):
        line = sight.between(a, b)
        causes, zones = judge_linked(layout.scene, a, b)
        words = f"seed {seed}, {a} to {b}: {line}"
        assert told(line) == causes, words
        assert line.verdict is (Verdict.BLOCKED if causes else Verdict.CLEAR), words
        assert list(line.zones) == zones, words
        assert line.range == table[zone_of(a), zone_of(b)], words
    return pairs


@pytest.mark.parametrize("seed", thinned(range(60), 2))
@pytest.mark.rule("GC-LOS-01", "GC-LOS-02", "GC-LOS-03", "GC-LOS-04", "GC-LOS-05", "GC-LOS-06", "GC-LOS-07")
@pytest.mark.rule("GC-LOS-08", "GC-LOS-09", "GC-LOS-10")
def test_drawn_lines_agree_with_the_oracle(seed: int) -> None:
    assert compare_drawn(seed, 40) == 40


@pytest.mark.parametrize("seed", thinned(range(40), 2))
@pytest.mark.rule("GO-BASE-ZONE-06", "GO-BASE-ZONE-07", "GO-WALLBREAK-07")
def test_linked_lines_agree_with_the_oracle(seed: int) -> None:
    assert compare_linked(seed, 30) == 30


@pytest.mark.long
@pytest.mark.parametrize("block", range(25))
def test_seventy_thousand_lines_agree_with_the_oracle(block: int) -> None:
    seeds = range(10_000 + block * 40, 10_040 + block * 40)
    assert sum(compare_drawn(seed, 60) + compare_linked(seed, 10) for seed in seeds) == 2_800


@pytest.mark.parametrize("seed", thinned(range(40), 2))
@pytest.mark.rule("GC-ATK-02", "GC-MAP-05", "GC-MAP-06", "GC-MOVE-11")
def test_adjacency_heeds_closed_doors(seed: int) -> None:
    plain = Layout(seed)
    plain.scene.walls = {name: parts for name, parts in plain.scene.walls.items() if name in plain.scene.parts}
    layout = plain.skewed(seed)
    scene, areas = layout.scene, layout.areas()
    for a in areas.spaces:
        for b in areas.spaces:
            closed = any(have_common_point(scene.spaces[a], scene.spaces[b], *scene.doors[d]) for d in scene.closed)
            assert areas.is_adjacent(a, b) == (frozenset((a, b)) in layout.adjacent and not closed), f"{a} {b}"
    rims: dict[frozenset[str], list[bool]] = {}
    for zones, is_free in free_rims(plain):
        rims.setdefault(zones, []).append(is_free)
    for zones, frees in rims.items():
        one, other = pair_of(zones)
        assert areas.are_adjacent_zones(one, other) == any(frees), f"seed {seed}: {one} {other}"
        assert (other in areas.adjacent_zones(one)) == any(frees)


def free_rims(layout: Layout) -> list[tuple[frozenset[str], bool]]:
    """Every rim of two blocks in two zones, and whether neither wall nor closed door lies on it."""
    covers = [rim for name in layout.scene.parts for rim in layout.scene.walls[name]]
    covers += [layout.scene.doors[name] for name in layout.scene.closed]
    found = []
    for (column, row), zone in layout.owner.items():
        for right, below in ((1, 0), (0, 1)):
            other = layout.owner.get((column + right, row + below), zone)
            corner = (column + 1) * 6, (row + 1) * 6
            rim = ((column + right) * 6, (row + below) * 6), corner
            if other != zone:
                found.append((frozenset((zone, other)), rim not in covers))
    return found


MOTIONS: dict[str, Motion] = {
    "shift": lambda p: (p[0] + 7, p[1] - 11),
    "quarter turn": lambda p: (-p[1], p[0]),
    "half turn": lambda p: (-p[0], -p[1]),
    "mirror": lambda p: (-p[0], p[1]),
    "threefold": lambda p: (3 * p[0], 3 * p[1]),
}


@pytest.mark.parametrize("name", sorted(MOTIONS))
@pytest.mark.parametrize("seed", range(5))
def test_a_moved_map_gives_the_same_lines(seed: int, name: str) -> None:
    layout = Layout(seed)
    other = layout.moved(MOTIONS[name], 3 if name == "threefold" else 1)
    for kind in (Layout.drawn, Layout.linked):
        before, after = kind(layout), kind(other)
        for a in before.areas.spaces[::2]:
            for b in before.areas.spaces:
                assert before.between(a, b) == after.between(a, b), f"{name}, seed {seed}: {a} {b}"


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.rule("GC-LOS-01")
def test_the_line_back_meets_the_same_things(seed: int) -> None:
    layout = Layout(seed).skewed(seed)
    drawn = replace(layout.drawn(), blockers=replace(layout.drawn().blockers, looker="red"))
    linked = layout.linked()
    for a in drawn.areas.spaces[::4]:
        for b in drawn.areas.spaces:
            there, back = drawn.between(a, b), drawn.between(b, a)
            assert (there.verdict, there.range) == (back.verdict, back.range)
            assert there.crossed == back.crossed[::-1]
            assert {name for _, name in told(there)} == {name for _, name in told(back)}
            assert linked.between(a, b).verdict is linked.between(b, a).verdict


@pytest.mark.parametrize("seed", range(10))
def test_one_blocker_more_never_clears(seed: int) -> None:
    layout = Layout(seed).skewed(seed)
    sight = layout.drawn()
    bare = replace(sight, areas=replace(sight.areas, tokens=(), doors=()))
    more = replace(
        sight,
        areas=sight.areas.with_changes(
            doors={door.name: False for door in sight.areas.doors},
            placed=[Token("crate", ((3, 3), (9, 4), (5, 8)))],
        ),
    )
    for a in sight.areas.spaces[::4]:
        for b in sight.areas.spaces:
            few, usual, many = (set(told(one.between(a, b))) for one in (bare, sight, more))
            assert few <= usual <= many, f"seed {seed}: {a} {b}"


@pytest.mark.parametrize("seed", range(10))
def test_every_cause_lies_on_the_line(seed: int) -> None:
    layout = Layout(seed).skewed(seed)
    sight = layout.drawn()
    areas = sight.areas
    for a in areas.spaces[::4]:
        for b in areas.spaces:
            line = sight.between(a, b)
            for cause in line.causes:
                assert is_on_line(layout, areas.site(a).at, areas.site(b).at, cause), f"seed {seed}: {line}"
            assert line.zones[0] == zone_of(a)
            assert zone_of(b) in line.zones


def is_on_line(layout: Layout, a: tuple[int, int], b: tuple[int, int], cause: Cause) -> bool:
    scene = layout.scene
    if cause.piece in scene.figures:
        return passes((a, b), scene.spaces[scene.figures[str(cause.piece)].space], scene.radius) is not None
    if cause.piece:
        return bool(stretches((a, b), tuple(scene.objects[cause.piece])))
    parts = scene.walls.get(str(cause.feature)) or [scene.doors[str(cause.feature)]]
    return any(first_touch((a, b), part) is not None for part in parts)


def test_the_samples_are_mixed() -> None:
    """Enough of every cause, and enough clear lines, else agreement would prove little."""
    seen: dict[str, int] = {}
    ask: tuple[Callable[[Layout], LineOfSight], ...] = (Layout.drawn, Layout.linked)
    for seed in range(40):
        layout = Layout(seed).skewed(seed)
        for kind in ask:
            sight = kind(layout)
            for a, b in pairs_of(layout, random.Random(seed), 30):
                line = sight.between(a, b)
                for rule, _ in told(line) or [("clear", "")]:
                    seen[rule] = seen.get(rule, 0) + 1
    rules = {"GC-LOS-02", "GC-LOS-03", "GC-LOS-04", "GC-LOS-06", "GC-LOS-09", "GO-BASE-ZONE-07", "GO-WALLBREAK-07"}
    assert set(seen) == rules | {"clear"}
    assert min(seen.values()) > 20, seen


def test_zones_without_a_way_have_no_distance() -> None:
    areas = replace(Layout(1).areas(), borders=frozenset())
    with pytest.raises(ValueError, match="no way"):
        areas.distance(ZoneId("z0"), ZoneId("z1"))
