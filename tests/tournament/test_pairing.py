"""Rounds cost least: against every pairing there is, against another matching, and by the rules of an event."""

from __future__ import annotations

import random
import time
from dataclasses import replace

import networkx
import pytest

from companion.tournament import pairing
from companion.tournament.pairing import Entrant, cost, pair, ranked
from tests.oracles.pairings import every_pairing, price
from tests.tournament.events import play


def field_of(players: int, rounds: int, seed: int) -> list[Entrant]:
    """Entrants after some rounds in which everybody met somebody at random."""
    rng = random.Random(seed)
    names = [f"P{number}" for number in range(players)]
    met: dict[str, list[str]] = {name: [] for name in names}
    byes, scores = dict.fromkeys(names, 0), dict.fromkeys(names, 0)
    for _ in range(rounds):
        rng.shuffle(names)
        for first, second in zip(names[::2], names[1::2], strict=False):
            met[first].append(second)
            met[second].append(first)
            scores[rng.choice((first, second))] += 2
        if players % 2:
            byes[names[-1]] += 1
            scores[names[-1]] += 2
    return [
        Entrant(name, scores[name], (rng.randrange(10), number), tuple(met[name]), byes[name])
        for number, name in enumerate(names)
    ]


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("seed", range(6))
def test_up_to_eight_players_no_pairing_costs_less(players: int, seed: int) -> None:
    entrants = field_of(players, rounds=seed, seed=seed)
    found = pair(entrants)
    assert sorted(one.name for two in found for one in two if one) == sorted(one.name for one in entrants)
    assert price(found) == min(map(price, every_pairing(entrants)))


@pytest.mark.long
@pytest.mark.parametrize("players", [9, 10])
@pytest.mark.parametrize("seed", range(4))
def test_up_to_ten_players_no_pairing_costs_less(players: int, seed: int) -> None:
    entrants = field_of(players, rounds=seed + 2, seed=seed)
    assert price(pair(entrants)) == min(map(price, every_pairing(entrants)))


def by_networkx(entrants: list[Entrant]) -> tuple[int, int, int, int]:
    """The least cost by another matching of the same prices."""
    order: list[Entrant | None] = [*ranked(entrants)]
    rank = {one.name: place for place, one in enumerate(order) if one}
    if len(order) % 2:
        order.append(None)
    graph = networkx.Graph()
    for one, first in enumerate(order):
        for other, second in enumerate(order[one + 1 :], start=one + 1):
            assert first is not None
            hard, bye, scores, ranks = cost(first, second, rank)
            graph.add_edge(one, other, weight=-(((hard * 10**3 + bye) * 10**6 + scores) * 10**9 + ranks))
    matching = networkx.max_weight_matching(graph, maxcardinality=True)
    pairs = [(order[min(edge)], order[max(edge)]) for edge in matching]
    return price(pairs)


@pytest.mark.parametrize("players", [16, 23, 32])
def test_larger_fields_cost_what_another_matching_costs(players: int) -> None:
    entrants = field_of(players, rounds=5, seed=players)
    assert price(pair(entrants)) == by_networkx(entrants)


@pytest.mark.long
@pytest.mark.parametrize("players", [64, 101, 200])
def test_large_fields_cost_what_another_matching_costs(players: int) -> None:
    entrants = field_of(players, rounds=6, seed=players)
    assert price(pair(entrants)) == by_networkx(entrants)


def test_the_order_of_the_list_does_not_matter() -> None:
    entrants = field_of(17, rounds=4, seed=3)
    pairs = pair(entrants)
    random.Random(1).shuffle(entrants)
    assert pair(entrants) == pairs


@pytest.mark.parametrize("seed", range(12))
def test_nobody_meets_twice_or_has_two_byes_while_that_can_be_avoided(seed: int) -> None:
    """Rounds well below the number of players: there always is a way, with drops and late entries too."""
    session = play(players=11 + seed % 4, rounds=5, seed=seed)
    games = [tuple(sorted(one.players)) for round_ in session.state.published for one in round_.pairings]
    assert len(set(games)) == len(games)
    byes = [round_.bye.player for round_ in session.state.published if round_.bye]
    assert len(set(byes)) == len(byes)
    for round_ in session.state.published:
        names = [name for one in round_.pairings for name in one.players] + ([round_.bye.player] if round_.bye else [])
        assert len(set(names)) == len(names)
        assert sorted(one.table for one in round_.pairings) == list(range(1, len(round_.pairings) + 1))


@pytest.mark.long
def test_ten_thousand_events_break_no_hard_rule() -> None:
    for seed in range(10_000):
        session = play(players=6 + seed % 7, rounds=3, seed=seed)
        games = [tuple(sorted(one.players)) for round_ in session.state.published for one in round_.pairings]
        byes = [round_.bye.player for round_ in session.state.published if round_.bye]
        assert len(set(games)) == len(games), seed
        assert len(set(byes)) == len(byes), seed


@pytest.mark.parametrize(("players", "rounds", "spread"), [(150, 5, 0), (161, 60, 0), (190, 4, 900), (333, 9, 0)])
def test_a_great_field_costs_what_every_pair_looked_at_costs(
    players: int, rounds: int, spread: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neighbours first, and ever further; ``spread``: scores of victory points, which hardly two share."""
    rng, entrants = random.Random(players), field_of(players, rounds, players)
    entrants = [replace(one, score=one.score + rng.randrange(spread + 1)) for one in entrants]
    near = price(pair(entrants))
    monkeypatch.setattr(pairing, "WHOLE", players + 1)
    assert near == price(pair(entrants))


@pytest.mark.slow
def test_two_thousand_are_paired_at_once() -> None:
    """The goal is 8 s for the whole round; the pairs take half a second of one core."""
    entrants = field_of(2000, 6, 1)
    began = time.process_time()
    assert len(pair(entrants)) == 1000
    assert time.process_time() - began < 4
