"""Forces with objects, feats, themes …: EX-OBJ-08, EX-FEAT-01, -02, EX-THEME-01, -02, by hand from the catalogue."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.documents import Node
from companion.errors import InputError
from companion.games.heroclix.figures.collection import load_figures
from companion.games.heroclix.figures.figure import Figure, SpecialPower, Value
from companion.games.heroclix.forces.cards import (
    FeatCard,
    Needs,
    ObjectCard,
    Weight,
    can_be_assigned,
    is_met,
    load_cards,
    parse_cards,
)
from companion.games.heroclix.forces.files import parse_force
from companion.games.heroclix.forces.force import FeatChoice, Force, Member
from companion.games.heroclix.forces.rules import GENERIC, check_force, least_for, rerolls_of
from tests.games.heroclix.scene import figure

SHIPPED, CARDS = load_figures(), load_cards()
CREW = ("lq001", "lq002", "lq003", "lq006")


def read(figures: Sequence[Any] = CREW, **more: Any) -> Force:
    entries = [{"figure": one} if isinstance(one, str) else one for one in figures]
    document = {"format": "tablewright/force@1", "figures": entries, **more}
    return parse_force(Node("force.json", "", document), SHIPPED)


def rules(force: Force, build_total: int = 350, **more: Any) -> list[str]:
    return [one.rule for one in check_force(force, build_total, **more).violations]


def team(count: int, *keywords: str, points: int = 10) -> Force:
    one = replace(figure("Twin", points=points), keywords=keywords)
    return Force((Member(one, count=count),), theme=keywords[0])


@pytest.mark.rule("HC-OBJ-01", "HC-OBJ-05", "HC-OBJ-06", "HC-TEAM-07")
@pytest.mark.parametrize(
    ("weights", "broken"),
    [
        ("light heavy immobile", []),  # EX-OBJ-08
        ("light light heavy", []),
        ("light light light", ["HC-OBJ-06"]),
        ("heavy immobile immobile", ["HC-OBJ-06"]),
        ("light", []),  # AMB-27
        ("heavy", []),
        ("immobile", ["HC-OBJ-06"]),
        ("light heavy", []),
        ("light light", ["HC-OBJ-06"]),
        ("heavy immobile", ["HC-OBJ-06"]),
        ("light heavy light heavy", ["HC-OBJ-05"]),
        ("lamp-oil drowned-bell light", []),  # special ones count by their weight
        ("lamp-oil lamp-oil light", ["HC-OBJ-06"]),
    ],
)
def test_objects(weights: str, broken: list[str]) -> None:
    assert rules(read(objects=weights.split())) == broken


@pytest.mark.rule("HC-OBJ-02", "HC-OBJ-07", "HC-TEAM-01")
def test_special_objects_cost_what_their_card_says() -> None:
    assert read(objects=["light", "heavy", "immobile"]).total == 300
    assert read(objects=["lamp-oil", "heavy"]).total == 308
    assert rules(read(objects=["lamp-oil", "heavy"]), 300) == ["HC-TEAM-01"]
    assert CARDS.objects["drowned-bell"] == ObjectCard("drowned-bell", "Drowned Bell", Weight.HEAVY, 12, True)
    unit = replace(figure("Crate"), kind="object", dial=())  # a unit file: the weight is not kept
    assert rules(Force((Member(figure("A")), Member(unit, count=4)))) == ["HC-OBJ-05"]
    assert rules(Force((Member(figure("A")), Member(unit, count=2)))) == []


def feat(points: int, to: tuple[int, ...] = (0,), **more: Any) -> FeatChoice:
    return FeatChoice(FeatCard(f"f{points}", f"Feat {points}", points, **more), to)


@pytest.mark.rule("HC-FEAT-03", "HC-FEAT-10", "HC-FEAT-02", "HC-FEAT-08", "HC-FEAT-01")
def test_a_tenth_of_the_build_total_for_feats() -> None:
    """EX-FEAT-01: 10 and 20 of 300 are legal, 10 and 21 are not; both count in the total."""
    member = (Member(figure("A", points=200)), Member(figure("B", points=40)))
    assert rules(Force(member, feats=(feat(10), feat(20))), 300) == []
    assert rules(Force(member, feats=(feat(10), feat(21))), 300) == ["HC-FEAT-10"]
    assert rules(Force(member, feats=(feat(30), feat(31))), 300) == ["HC-TEAM-01", "HC-FEAT-10"]
    assert Force(member, feats=(feat(10, (0, 1), per_character=True, chooses=(1, 4)),)).total == 260
    assert rules(Force(member, feats=(feat(10), feat(10)))) == ["HC-FEAT-08"]
    assert rules(Force(member, feats=(feat(10), feat(10, (1,))))) == [], "two characters may have one each"
    assert rules(Force(member, feats=(feat(10, ()),))) == ["HC-FEAT-02"]
    assert rules(Force(member, feats=(feat(10, (0, 1)),))) == ["HC-FEAT-02"]


CHARGE_4 = Needs(powers=("charge",), least=(("damage", 4),))


def torn() -> Figure:
    """Charge on click 2 beside damage 3, damage 4 on click 5 without Charge."""
    plain = figure("Torn", damage=3)
    second = replace(plain.dial[1], speed=Value(8, "charge"))
    fifth = replace(plain.dial[4], damage=Value(4))
    return replace(plain, dial=(plain.dial[0], second, *plain.dial[2:4], fifth, plain.dial[5]))


@pytest.mark.rule("HC-FEAT-04", "HC-FEAT-05", "HC-FEAT-06")
def test_prerequisites_show_together() -> None:
    """EX-FEAT-02: on separate clicks they are not enough; on one click, not necessarily the first, they are."""
    apart = torn()
    assert not can_be_assigned(apart, CHARGE_4)
    last = replace(apart.dial[5], speed=Value(8, "charge"), damage=Value(4))
    assert can_be_assigned(replace(apart, dial=(*apart.dial[:5], last)), CHARGE_4)
    card = FeatCard("f", "Feat", 5, needs=CHARGE_4)
    assert rules(Force((Member(apart),), feats=(FeatChoice(card, (0,)),))) == ["HC-FEAT-04"]
    # a special power gives what it names, while it shows, and nothing that it does not name
    special = SpecialPower("damage", "Hold", "card", ("exploit_weakness",))
    white = replace(figure("White", powers={"damage": "special"}), specials=(special,))
    assert can_be_assigned(white, Needs(powers=("exploit_weakness",)))
    assert not can_be_assigned(white, Needs(powers=("support",)))
    assert not can_be_assigned(replace(figure("Grey"), specials=(special,)), Needs(powers=("exploit_weakness",)))


@pytest.mark.rule("HC-FEAT-11", "HC-FEAT-12", "HC-FEAT-13", "HC-FEAT-18")
def test_a_feat_is_used_on_the_click_that_shows_its_prerequisites() -> None:
    """EX-FEAT-03, -04: modifiers can lose a prerequisite, never gain one; a power counts on its clicks only."""
    needs = Needs(least=(("damage", 3),))
    assert not is_met(figure("A", damage=2), 1, needs, {"damage": 3})
    assert is_met(figure("A", damage=3), 1, needs, {"damage": 5})
    assert not is_met(figure("A", damage=3), 1, needs, {"damage": 2})
    plain = figure("B", clicks=6)
    shown = [replace(one, speed=Value(8, "charge")) if 2 <= one.number <= 4 else one for one in plain.dial]
    piece = replace(plain, dial=tuple(shown))
    assert [is_met(piece, click, Needs(powers=("charge",))) for click in (1, 2, 4, 5, 7)] == [
        False,
        True,
        True,
        False,
        False,
    ]


@pytest.mark.rule("HC-THEME-01", "HC-THEME-02", "HC-THEME-03", "HC-THEME-04", "HC-THEME-10", "HC-BYST-03")
def test_themed_teams() -> None:
    """EX-THEME-01, -02: three of a non-generic keyword up to 450; of a generic one four at 350."""
    assert rules(team(3, "Lamplighters"), 450) == []
    assert rules(team(3, "Lamplighters"), 451) == ["HC-THEME-03"]
    assert rules(team(3, "Lamplighters"), 400) == []
    assert rules(team(3, "Robot"), 350) == ["HC-THEME-02"]
    assert rules(team(4, "Robot"), 350) == []
    mixed = (Member(replace(figure("A"), keywords=("robot",))), Member(replace(figure("B"), keywords=("Robot",))))
    assert rules(Force(mixed, theme="ROBOT"), 200) == []
    token = Member(replace(figure("Cat", points=0), kind="bystander"))
    assert rules(Force((*mixed, token), theme="Robot"), 200) == [], "bystanders need no keyword"
    assert rules(Force((*mixed, token), theme="Robot"), 300) == ["HC-THEME-02"], "and do not count"
    assert rules(Force((*mixed, Member(figure("C"))), theme="Robot"), 300) == ["HC-THEME-01"]
    assert [rerolls_of(n) for n in (1, 2, 3, 4, 5)] == [0, 1, 1, 2, 2]
    assert [least_for("Spy", n) for n in (100, 150, 300, 350)] == [1, 2, 3, 4]
    assert [least_for("Undertow", n) for n in (100, 150, 300, 400)] == [1, 1, 2, 3]
    assert len(GENERIC) == 27


@pytest.mark.rule("HC-TA-15", "HC-TA-17", "HC-TEAM-07")
def test_alternate_team_abilities() -> None:
    """One card a team, its cost for each character given it, and only to those who meet what it asks for."""
    oath = {"card": "harbour-oath", "to": ["lq001", "lq002"]}
    assert read(alternates=[oath]).total == 306
    assert rules(read(alternates=[oath])) == []
    assert rules(read(alternates=[oath, {"card": "false-colours", "to": ["lq003"]}])) == ["HC-TA-17"]
    assert rules(read(["lq007"], alternates=[{"card": "harbour-oath", "to": ["lq007"]}])) == ["HC-TA-15"]
    assert rules(read(alternates=[{"card": "harbour-oath"}])) == ["HC-TA-15"]


@pytest.mark.rule("HC-BFC-01", "HC-BFC-08", "HC-EVENT-05", "HC-VP-12")
def test_one_condition_and_none_beside_an_event_dial() -> None:
    assert read(conditions=["sea-fog"]).total == 300
    assert rules(read(conditions=["sea-fog"])) == []
    assert rules(read(conditions=["sea-fog", "sea-fog"])) == ["HC-BFC-01"]
    assert rules(read(event="flood-night")) == []
    assert rules(read(conditions=["sea-fog"], event="flood-night")) == ["HC-EVENT-05"]


@pytest.mark.rule("HC-TEAM-09")
def test_a_format_leaves_tactics_out() -> None:
    force = read(objects=["light"], theme="Lamplighters", conditions=["sea-fog"])
    assert rules(force) == []
    assert rules(force, without=("objects", "feats")) == ["HC-TEAM-09"]
    assert rules(force, without=("objects", "conditions", "themes")) == ["HC-TEAM-09"] * 3


@pytest.mark.rule("HC-FEAT-07")
@pytest.mark.parametrize(
    ("figures", "more", "place"),
    [
        (["nobody"], {}, "figures[0].figure"),
        (CREW, {"feats": [{"feat": "unheard-of"}]}, "feats[0].feat"),
        (CREW, {"feats": [{"feat": "boat-hook", "to": ["lq007"]}]}, "feats[0].to[0]"),  # not of this team
        (CREW, {"feats": [{"feat": "old-ropes", "to": ["lq001", "lq001"]}]}, "feats[0].to[1]"),
        ([{"figure": "lq005", "count": 2}], {"feats": [{"feat": "boat-hook", "to": ["lq005"]}]}, "feats[0].to[0]"),
        ([{"figure": "lq005", "as": "a"}, {"figure": "lq005", "as": "a"}], {}, "figures[1].as"),
        ([{"figure": "lq005", "as": "a", "count": 2}], {}, "figures[0].count"),
        (CREW, {"objects": ["feather"]}, "objects[0]"),
        (CREW, {"objects": "light"}, "objects"),
        (CREW, {"conditions": [7]}, "conditions[0]"),
        (CREW, {"event": "nothing"}, "event"),
        (CREW, {"theme": ""}, "theme"),
        (CREW, {"alternates": [{"card": "harbour-oath", "for": []}]}, "alternates[0].for"),
    ],
)
def test_bad_input_is_refused_with_its_place(figures: Sequence[Any], more: dict[str, Any], place: str) -> None:
    with pytest.raises(InputError) as caught:
        read(figures, **more)
    assert caught.value.place == place


def test_a_name_tells_two_alike_apart() -> None:
    two = [{"figure": "lq005", "as": "left"}, {"figure": "lq005", "as": "right"}]
    force = read([*two, "lq003"], feats=[{"feat": "old-ropes", "to": ["right", "lq003"]}])
    assert force.feats[0].to == (1, 2)


@pytest.mark.parametrize(
    ("card", "place"),
    [
        ({"feats": [{"id": "a", "name": "A", "points": 1}, {"id": "a", "name": "B", "points": 1}]}, "feats[1].id"),
        ({"feats": [{"id": "a", "name": "A", "points": 1, "chooses": [2, 1]}]}, "feats[0].chooses"),
        ({"objects": [{"id": "light", "name": "A", "weight": "light"}]}, "objects[0].id"),
        ({"objects": [{"id": "a", "name": "A", "weight": "round"}]}, "objects[0].weight"),
        ({"events": [{"id": "a", "name": "A", "clicks": 3, "green": [4]}]}, "events[0].green[0]"),
        ({"events": [{"id": "a", "name": "A", "clicks": 3, "green": []}]}, "events[0].green"),
    ],
)
def test_a_card_file_in_bad_order_is_refused(card: dict[str, Any], place: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_cards(Node("cards.json", "", {"format": "tablewright/cards@1", **card}))
    assert caught.value.place == place


@settings(deadline=None)
@given(
    names=st.lists(st.sampled_from(sorted(SHIPPED)), min_size=2, max_size=7),
    drop=st.integers(0, 6),
    total=st.sampled_from([200, 300, 400, 500]),
)
def test_a_legal_force_stays_legal_when_a_figure_stays_at_home(names: list[str], drop: int, total: int) -> None:
    """Except for what counts heads: a theme that is claimed. The last character may not stay at home (HC-TEAM-03)."""
    force = read(names, objects=["light", "heavy"])
    if check_force(force, total).is_legal:
        rest = [name for place, name in enumerate(names) if place != drop % len(names)]
        assert rules(read(rest, objects=["light", "heavy"]), total) == []
