"""Several looks at one throw count together: `?` is a die that nobody could read, `/` a leaning one."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.evidence import Evidence
from companion.core.rules import Accepted
from companion.table.follow import Follower
from companion.table.observation import LEANS, DiceSeen, DieSeen, ReadVerdict
from tests.games.heroclix.opening import opened
from tests.table.test_follow import ROSTER, fight


def look(source: str, faces: str, at_s: float = 2.0) -> DiceSeen:
    """What that source reads; anything it cannot read makes it ask."""
    dice = tuple(
        DieSeen(face if face.isdigit() else None, 0, 0, 9, 9, {LEANS: 1.0} if face == "/" else {})
        for face in faces.split()
    )
    is_read = len(dice) == 2 and all(die.face for die in dice)
    verdict = ReadVerdict.READ if is_read else ReadVerdict.ASK
    return DiceSeen(source, at_s, verdict, dice, None if is_read else "the die leans" if "/" in faces else "glare")


@pytest.mark.parametrize(
    ("anna", "bert", "read"),
    [
        ("5 2", "2 5", "2 5"),
        ("5 ?", "? 2", "2 5"),  # a five and a two are certain, and there are two dice
        ("5", "2", "2 5"),  # each saw one die only
        ("5 ?", "5 ?", "glare"),  # one five seen twice, or two of them
        ("5 5", "5 ?", "5 5"),
        ("5 2", "5 ?", "2 5"),
        ("5 2", "5 3", "the looks at this throw disagree (anna: 5 2; bert: 5 3)"),
        ("5 2", "? 3", "the looks at this throw disagree (anna: 5 2; bert: ? 3)"),
        ("5 2", "5 2 1", "the looks at this throw disagree (anna: 5 2; bert: 5 2 1)"),
        ("5 2", "5 /", "the die leans"),  # it may be cocked, whatever the other one reads
    ],
)
def test_two_looks(anna: str, bert: str, read: str, clock: Any) -> None:
    for first, second in (("anna", "bert"), ("bert", "anna")):
        table = asked(clock)
        looks = {"anna": look("anna", anna), "bert": look("bert", bert)}
        table.see(looks[first])
        table.see(looks[second])
        if table.proposal is not None:
            assert " ".join(sorted(table.proposal.command.result.faces)) == read
        else:
            assert table.question is not None
            told = table.question.why
            assert told == read or sorted(told) == sorted(read), told  # in the order they were taken


def asked(clock: Any) -> Follower:
    """A table at which two dice are asked for."""
    table = Follower(opened(clock), ROSTER)
    fight(table)
    return table


def test_the_entry_names_both(clock: Any) -> None:
    table = asked(clock)
    version = table.session.version
    table.see(look("anna", "5 2", 2.0))
    table.see(look("bert", "2 5", 3.0))
    assert isinstance(table.confirm(), Accepted)
    entry = next(one for one in table.session.records[version + 1 :] if one.evidence)
    assert entry.evidence == (Evidence("anna", "5 2", -1000, 0), Evidence("bert", "2 5", 0, 0))


def test_a_look_of_long_ago_or_at_dice_that_moved_counts_no_more(clock: Any) -> None:
    table = asked(clock)
    table.see(look("anna", "5 2", 2.0))
    table.see(look("bert", "6 6", 40.0))
    assert table.proposal is not None
    table.see(DiceSeen("bert", 41.0, ReadVerdict.GONE, (), "the dice moved"))
    table.see(look("anna", "1 1", 42.0))
    assert table.proposal is not None and table.proposal.command.result.faces == ("1", "1")
    table.see(look("bert", "1 2", 43.0))
    assert table.proposal is None
    table.dismiss()  # thrown again
    table.see(look("bert", "1 2", 44.0))
    assert table.proposal is not None
