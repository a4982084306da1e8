"""Everybody meets everybody; Swiss by victory points; two together on a side; settled before the first round."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from companion.core.rules import Rejected
from companion.tournament import ORGANISER, Outcome, standings
from companion.tournament.byhand import Swap
from companion.tournament.drafting import rounds_of, turned
from companion.tournament.event import Settle
from companion.tournament.pairing import Entrant
from companion.tournament.people import Drop, Register
from companion.tournament.rounds import DraftRound, PublishRound
from companion.tournament.state import TIEBREAKS, Ending, EventOpened, Way
from tests.oracles.pairings import every_pairing, price
from tests.tournament.events import give, opened, play, report

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")
DRAFT, PUBLISH = DraftRound(ORGANISER), PublishRound(ORGANISER)


def robin(players: int) -> Any:
    session = opened(way=Way.ROUND_ROBIN)
    give(session, Register(ORGANISER, NAMES[:players]))
    return session


def decided(session: Any, outcome: Outcome = Outcome.FIRST, points: tuple[int, int] = (100, 50)) -> None:
    """A round is paired, published, and ends like that at every table."""
    for pairing in give(session, DRAFT, PUBLISH).published[-1].pairings:
        if pairing.result is None:
            report(session, pairing.table, outcome, points)


@pytest.mark.parametrize("players", range(2, 24))
def test_each_two_meet_once_and_nobody_twice_a_round(players: int) -> None:
    names = [f"P{number}" for number in range(players)]
    rounds = [turned(names, number) for number in range(1, rounds_of(players) + 1)]
    met = Counter(frozenset((one, other)) for round_ in rounds for one, other in round_ if other is not None)
    assert met == Counter(frozenset(two) for two in combinations(names, 2))
    for round_ in rounds:
        assert sorted(name for two in round_ for name in two if name is not None) == sorted(names)
    byes = Counter(one for round_ in rounds for one, other in round_ if other is None)
    assert byes == (Counter(names) if players % 2 else Counter())


@pytest.mark.rule("TW-EV-24", "TW-EV-25", "TW-EV-26")
def test_a_round_robin_goes_on_until_all_have_met() -> None:
    session = robin(5)
    give(session, DRAFT)
    assert refused(session, Swap(ORGANISER, "Ada", "Ben")) == {"TW-EV-26"}
    for number in range(1, 6):
        decided(session)
        assert session.state.published[-1].pairings[0].why.words == (("round", str(number)), ("rounds", "5"))
        assert refused(session, Register(ORGANISER, ("Zoe",))) == {"TW-EV-24"}
    assert refused(session, DRAFT) == {"TW-EV-25"}
    met = Counter(frozenset(one.players) for round_ in session.state.published for one in round_.pairings)
    assert met == Counter(frozenset(two) for two in combinations(NAMES[:5], 2))


def test_who_drops_out_of_a_round_robin_loses_what_is_left_without_a_game() -> None:
    session = robin(4)
    decided(session)
    gone = session.state.published[0].pairings[0].players
    give(session, *(Drop(ORGANISER, name) for name in gone))
    decided(session)
    given = session.state.published[1].pairings
    assert {one.why.key for one in given} == {"pairing.gone"}, "two who stay, each against one who is gone"
    assert session.state.published[1].missing == ()
    points = {line.player: line.score for line in standings(session.state)}
    stay = [name for name in NAMES[:4] if name not in gone]
    assert sorted(points[name] for name in stay) == [2, 4], "one of them won the first round, both the second"
    decided(session)
    assert {one.why.key for one in session.state.published[2].pairings} == {"pairing.gone"}, "they met in the first"


@pytest.mark.parametrize("seed", range(8))
def test_by_victory_points_no_pairing_costs_less(seed: int) -> None:
    """Brute force over all pairings; the price of a pair is the square of what their victory points are apart."""
    session = play(players=6 + seed % 3, rounds=2, seed=seed, way=Way.POINTS)
    state = session.state
    entrants = []
    for player in state.active:
        games = list(state.games(player.name))
        met = tuple(game.opponent for game in games if game.opponent)
        points, byes = sum(game.points for game in games), len(games) - len(met)
        entrants.append(Entrant(player.name, points, (0,), met, byes))
    by_name = {one.name: one for one in entrants}
    draft = give(session, DRAFT).draft
    assert draft is not None
    found = [(by_name[one], by_name[other]) for one, other in (pairing.players for pairing in draft.pairings)]
    whole = [*found, *([(by_name[draft.bye.player], None)] if draft.bye else [])]
    assert price(whole)[:3] == min(price(pairs)[:3] for pairs in every_pairing(entrants))
    apart = [one.why for one in draft.pairings if one.why.key == "pairing.apart_points"]
    for why in apart:
        words = dict(why.words)
        assert int(words["more"]) == by_name[words["first"]].score


@pytest.mark.rule("TW-EV-01", "TW-EV-21")
def test_two_together_are_one_side() -> None:
    session = opened(side=2)
    give(session, Register(ORGANISER, ("Ada+Ben", "Cleo + Dan")))
    assert [player.name for player in session.state.players] == ["Ada + Ben", "Cleo + Dan"]
    assert refused(session, Register(ORGANISER, ("Eve",))) == {"TW-EV-21"}
    assert refused(session, Register(ORGANISER, ("Eve + Finn + Gus",))) == {"TW-EV-21"}
    assert refused(session, Register(ORGANISER, ("Eve + ben",))) == {"TW-EV-01"}, "Ben plays already"
    assert refused(session, Register(ORGANISER, ("Eve + ",))) == {"TW-EV-01"}
    decided(session)
    assert [line.player for line in standings(session.state)] == list(session.state.published[0].pairings[0].players)


@pytest.mark.rule("TW-EV-21", "TW-EV-22", "TW-EV-23")
def test_how_it_is_played_is_settled_before_the_first_round() -> None:
    session = opened()
    give(session, Register(ORGANISER, NAMES[:4]), DRAFT)
    assert refused(session, settled(Way.RECORD, 2, TIEBREAKS)) == {"TW-EV-21"}, "they are alone"
    assert refused(session, settled(Way.RECORD, 3, TIEBREAKS)) == {"TW-EV-21"}
    assert refused(session, settled(Way.RECORD, 1, ("lot", "lot"))) == {"TW-EV-23"}
    assert refused(session, settled(Way.RECORD, 1, ("beauty",))) == {"TW-EV-23"}
    state = give(session, settled(Way.POINTS, 1, ("victory_point_difference", "lot")))
    assert state.draft is None, "a draft made otherwise is thrown away"
    decided(session)
    assert list(standings(session.state)[0].tiebreaks) == ["victory_point_difference", "lot"]
    assert refused(session, settled(Way.RECORD, 1, TIEBREAKS)) == {"TW-EV-22"}


@pytest.mark.rule("TW-EV-27")
def test_name_time_and_points_are_settled_too() -> None:
    session = opened()
    seed = session.state.setup.seed
    now = session.state.setup
    for wrong in ({"minutes": 0}, {"minutes": 601}, {"points": -1}):
        assert refused(session, Settle(ORGANISER, replace(now, **wrong))) == {"TW-EV-27"}
    wanted = replace(now, name="Saturday", minutes=40, points=400, ending=Ending.AT_ONCE, open_forces=True, seed=99)
    setup = give(session, Settle(ORGANISER, wanted)).setup
    assert (setup.name, setup.minutes, setup.points, setup.ending, setup.open_forces) == (
        "Saturday",
        40,
        400,
        Ending.AT_ONCE,
        True,
    )
    assert setup.seed == seed, "the lots stay"


def settled(way: Way, side: int, tiebreaks: tuple[str, ...]) -> Settle:
    return Settle(ORGANISER, replace(EventOpened(), way=way, side=side, tiebreaks=tiebreaks))


def refused(session: Any, order: Any) -> set[str]:
    decision = session.submit(order)
    assert isinstance(decision, Rejected)
    return {str(broken.rule) for broken in decision.violations}
