"""The elimination: who meets whom in it, its bracket, and the place that everybody has at the end.

one lost game   the best against the last of those who are left; those who lost before the final for the third place
two             those without a loss among themselves, those with one among themselves; the last two for the end, and
                once more where both have lost one then
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.tournament.standings import Standing, standings
from companion.tournament.state import THIRD, Bye, Pairing, Round, TournamentState, Why


def bracket_round(state: TournamentState, number: int) -> Round:
    """Return the next round of the elimination; where the number of those who meet is odd, the best has a bye."""
    seeds = {name: place for place, name in enumerate(state.cut, 1)}
    meetings: list[tuple[str, str, str]] = []
    byes: list[Bye] = []
    for group in _groups(state):
        waiting = list(group)
        if len(waiting) % 2:
            byes.append(Bye(_next_bye(state, waiting), Why("bye.cut")))
            waiting.remove(byes[-1].player)
        meetings += [(one, other, "pairing.cut") for one, other in _facing(state, waiting)]
    meetings += [(*pair, THIRD) for pair in _third(state)]
    pairings = tuple(
        Pairing(table, (one, other), Why(key, (("first", str(seeds[one])), ("second", str(seeds[other])))))
        for table, (one, other, key) in enumerate(meetings, 1)
    )
    return Round(number, pairings, byes[0] if byes else None, is_cut=True, others=tuple(byes[1:]))


def _groups(state: TournamentState) -> list[list[str]]:
    """Return those who meet among themselves, the best first: by the games they lost; the last two meet."""
    alive, losses = state.alive, state.losses
    groups = [[name for name in alive if losses[name] == lost] for lost in range(state.lives)]
    return [list(alive)] if len(alive) <= 2 else [group for group in groups if group]


def _next_bye(state: TournamentState, waiting: Sequence[str]) -> str:
    """Return the best of those who had the fewest byes in the elimination."""
    had = [bye.player for round_ in state.published if round_.is_cut for bye in round_.byes]
    return min(waiting, key=lambda name: (had.count(name), waiting.index(name)))


def _facing(state: TournamentState, waiting: Sequence[str]) -> list[tuple[str, str]]:
    """Return the best against the last; who met in the elimination already meets another one where that can be."""
    met = {frozenset(one.players) for round_ in state.published if round_.is_cut for one in round_.pairings}
    found = _apart(tuple(waiting), met) if state.lives > 1 else None
    return found or list(zip(waiting, reversed(waiting), strict=True))[: len(waiting) // 2]


def _apart(waiting: tuple[str, ...], met: set[frozenset[str]]) -> list[tuple[str, str]] | None:
    if not waiting:
        return []
    first, rest = waiting[0], waiting[1:]
    for other in reversed(rest):
        if frozenset((first, other)) not in met:
            others = _apart(tuple(name for name in rest if name != other), met)
            if others is not None:
                return [(first, other), *others]
    return None


def _third(state: TournamentState) -> Iterator[tuple[str, str]]:
    """Generate the two who lost in the round before the final, where they play for the third place."""
    before = state.published[-1]
    if not (state.third and len(state.alive) == 2 and before.is_cut):
        return
    gone = {player.name for player in state.players if player.dropped}
    beaten = {name for pairing in before.pairings for name in pairing.players} - set(state.alive) - gone
    losers = [name for name in state.cut if name in beaten]
    if len(losers) == 2:
        yield losers[0], losers[1]


@dataclass(frozen=True, slots=True)
class Match:
    """A game of the bracket: the two with their places before it, who won (``None``: not played), what it is about."""

    table: int
    players: tuple[str, str]
    seeds: tuple[int, int]
    winner: int | None
    is_third: bool
    losses: int  # of each of the two before it, the fewer of both


def bracket(state: TournamentState) -> list[tuple[int, list[Match]]]:
    """Return the rounds of the elimination so far, by number, each with its games."""
    seeds = {name: place for place, name in enumerate(state.cut, 1)}
    lost = dict.fromkeys(state.cut, 0)
    rounds = []
    for round_ in (one for one in state.published if one.is_cut):
        matches = []
        for one in round_.pairings:
            winner, is_third = one.result.outcome.winner if one.result else None, one.why.key == THIRD
            first, second = one.players
            places = seeds.get(first, 0), seeds.get(second, 0)
            least = min(lost.get(first, 0), lost.get(second, 0))
            matches.append(Match(one.table, one.players, places, winner, is_third, least))
        for match in matches:
            if match.winner is not None and not match.is_third:
                lost[match.players[1 - match.winner]] += 1
        rounds.append((round_.number, matches))
    return rounds


def final_places(state: TournamentState) -> list[tuple[int, Standing]]:
    """Return everybody by final place: as far as the elimination was played by when one was out, then by the rounds
    before it. Those who went out in the same round share no place: the better before the elimination is ahead.
    """
    lines = standings(state)
    if not state.cut:
        return [(line.place, line) for line in lines]
    reached = _reached(state)
    order = sorted(lines, key=lambda line: (-reached.get(line.player, -1), line.place))
    for _, matches in bracket(state):
        for match in matches:
            if match.is_third and match.winner is not None:
                _put_before(order, match.players[match.winner], match.players[1 - match.winner])
    return list(enumerate(order, 1))


def final_rows(state: TournamentState) -> list[dict[str, object]]:
    """Return the lines of the standings in plain values, by final place once there is an elimination."""
    return [line.plain() | {"place": place} for place, line in final_places(state)]


def _reached(state: TournamentState) -> dict[str, int]:
    """Return how far each of the elimination came: the number of its last round in which one was still in it."""
    last, alive = len(state.published) + 1, {*state.alive, state.winner}
    reached = {name: last if name in alive else 0 for name in state.cut}
    for number, matches in bracket(state):
        for match in matches:
            for name in match.players if not match.is_third else ():
                if name not in alive:
                    reached[name] = max(reached.get(name, 0), number)
        for round_ in (one for one in state.published if one.number == number):
            for bye in round_.byes:
                reached[bye.player] = max(reached.get(bye.player, 0), number)
    return reached


def _put_before(order: list[Standing], winner: str, loser: str) -> None:
    names = [line.player for line in order]
    first, second = names.index(winner), names.index(loser)
    if first > second:
        order[first], order[second] = order[second], order[first]
