"""A campaign: four adventures from Rookie to Veteran, kept in a document (GC-RANK)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from companion.documents import Node
from companion.errors import InputError
from companion.games.guardians.campaign import (
    ADVENTURES,
    Campaign,
    Career,
    enlist,
    format_campaign,
    format_whole,
    grown,
    promoted,
    read_campaign,
    read_whole,
)
from companion.games.guardians.content.content import default_document, parse_content
from companion.games.guardians.content.kinds import Rank

CONTENT = parse_content(Node("shipped", "", default_document()))


def first(names: Sequence[str], count: int) -> Sequence[str]:
    return names[:count]


@pytest.mark.rule("GC-RANK-05", "GC-RANK-06", "GC-RANK-07", "GC-RANK-08", "GC-RANK-09", "GC-RANK-10")
def test_four_adventures() -> None:
    career = enlist("anvil", CONTENT, first)
    assert career.removed == ("anvil-charge", "anvil-hammer") or len(career.removed) == 2
    ranks, owned = [career.rank.value], [len(career.added)]
    career = grown(career, CONTENT, first, give="anvil-stubborn", take=career.removed[1])
    assert career.added == ("anvil-shoulder",)
    assert not career.may_be_veteran
    for _ in range(ADVENTURES - 1):
        ranks.append(career.rank.value)
        owned.append(len(career.added))
        career = grown(career, CONTENT, first)
    assert ranks == ["rookie", "rookie", "hero", "hero"]
    assert owned == [2, 1, 0, 1]
    assert (career.removed, len(career.added), career.adventures) == ((), 2, 4)
    assert career.rank is Rank.HERO
    assert promoted(career).rank is Rank.VETERAN
    assert grown(career, CONTENT, first).added == career.added


@pytest.mark.rule("GC-RANK-06", "GC-RANK-08", "GC-RANK-11")
def test_a_player_may_keep_the_cards() -> None:
    """« vous pouvez » : the adventure counts all the same."""
    rookie = enlist("anvil", CONTENT, first)
    assert grown(rookie, CONTENT, first, declines=True) == replace(rookie, adventures=1)
    hero = Career("anvil", Rank.HERO, adventures=2)
    assert grown(hero, CONTENT, first, declines=True) == replace(hero, adventures=3)


@pytest.mark.rule("GC-RANK-06")
@pytest.mark.parametrize(
    ("rank", "swap"),
    [
        (Rank.ROOKIE, {"give": "anvil-hammer"}),
        (Rank.ROOKIE, {"take": "anvil-rust"}),
        (Rank.ROOKIE, {"take": "anvil-stomp"}),
        (Rank.ROOKIE, {"give": "anvil-shoulder", "declines": True}),
        (Rank.HERO, {"give": "anvil-shoulder"}),
        (Rank.HERO, {"take": "anvil-charge"}),
    ],
)
def test_only_a_rookies_own_cards_change(rank: Rank, swap: dict[str, Any]) -> None:
    """Nothing is taken that it has not, and nothing comes back that was not out."""
    career = replace(enlist("anvil", CONTENT, lambda names, count: ["anvil-charge", "anvil-grit"]), rank=rank)
    with pytest.raises(InputError, match=r"heroes\.anvil: found .* \(GC-RANK-06\)"):
        grown(career, CONTENT, first, **swap)


@pytest.mark.rule("GC-RANK-09")
def test_a_campaign_says_who_took_part() -> None:
    campaign = Campaign({hero: enlist(hero, CONTENT, first) for hero in ("anvil", "briar")}).set_out(["anvil"])
    assert read_whole(Node("c.json", "", format_whole(campaign)), CONTENT) == campaign
    after = campaign.learnt(CONTENT, first, {})
    assert [after.careers[hero].adventures for hero in ("anvil", "briar")] == [1, 0]
    assert after.playing == ()
    with pytest.raises(InputError, match=r"heroes\.briar: found who was not there"):
        campaign.learnt(CONTENT, first, {}, ["briar"])
    with pytest.raises(InputError, match="both its Veteran cards"):
        campaign.promoted("anvil")
    with pytest.raises(InputError, match=r"playing\[0\]"):
        read_whole(Node("c.json", "", {**format_whole(campaign), "playing": ["oriel"]}), CONTENT)


@pytest.mark.rule("GC-RANK-11")
def test_a_campaign_is_kept_and_may_be_written_by_hand() -> None:
    careers = {hero: enlist(hero, CONTENT, first) for hero in ("anvil", "briar")}
    kept = json.loads(json.dumps(format_campaign(careers)))
    assert read_campaign(Node("c.json", "", kept), CONTENT) == careers


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"heroes": {"nobody": {"rank": "hero"}}}, "heroes.nobody"),
        ({"heroes": {"anvil": {"rank": "legend"}}}, "heroes.anvil.rank"),
        ({"heroes": {"anvil": {"rank": "hero", "added": ["briar-oak"]}}}, r"heroes.anvil.added\[0\]"),
        ({"heroes": {"anvil": {"rank": "hero", "added": ["anvil-hammer"]}}}, r"heroes.anvil.added\[0\]"),
        ({"heroes": {"anvil": {"rank": "rookie", "added": ["anvil-shoulder"] * 5}}}, r"heroes.anvil.added\[1\]"),
        ({"heroes": {"anvil": {"rank": "rookie", "removed": ["anvil-rust"]}}}, r"heroes.anvil.removed\[0\]"),
    ],
)
def test_a_bad_campaign_is_named_with_its_place(change: dict[str, object], place: str) -> None:
    document = {"format": "tablewright/guardians-campaign@1", **change}
    with pytest.raises(InputError, match=place):
        read_campaign(Node("c.json", "", document), CONTENT)
