"""Places: match points, then tiebreaks in the order the event has chosen, each of them a column that can be read.

Where an event is paired by victory points, they come before the match points.


head_to_head               half match points among those who are equal so far, when all of them have met
opponents_match_win        mean of the opponents' shares of match points, none below a third; what does not count in
                           the organiser's table is left out, as byes are where nothing else is said
victory_points             of defeated pieces; a bye gives the points of a whole force
victory_point_difference   own less the opponents'
opponents_opponents        mean of the opponents' own ``opponents_match_win``
clicks_taken               by the own dials in a game, the fewer the better; nothing where a game was not reported
lot                        drawn by the event's seed, the lower the better
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, groupby

from companion.tournament.results import WIN, Game, Kind
from companion.tournament.state import CLICKS, TournamentState, Way, lot

FLOOR = Fraction(1, 3)
FEWEST = (CLICKS, "lot")  # the columns whose least is the best
Number = int | Fraction


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's line: the place, half match points, and every tiebreak (``None``: it says nothing here)."""

    place: int
    player: str
    score: int
    tiebreaks: Mapping[str, Number | None]
    dropped: bool = False

    def plain(self) -> dict[str, object]:
        """The line in plain values, as a file or a page shows it."""
        columns = {name: _plain(value) for name, value in self.tiebreaks.items()}
        points = _plain(Fraction(self.score, WIN))
        return {
            "place": self.place,
            "player": self.player,
            "match_points": points,
            **columns,
            "dropped": self.dropped,
        }


def standings(state: TournamentState) -> list[Standing]:
    """Return the line of every player, the first place first; those who dropped keep theirs."""
    if "standings" not in state.kept:
        state.kept["standings"] = _standings(state)
    found: list[Standing] = state.kept["standings"]
    return found


def _standings(state: TournamentState) -> list[Standing]:
    tables = {name: _COLUMNS[name](state) for name in _COLUMNS if name != "head_to_head"}
    scores = {player.name: sum(game.score for game in state.games(player.name)) for player in state.players}
    groups = [[player.name for player in state.players]]
    for values in (_victory_points(state), scores) if state.setup.way is Way.POINTS else (scores,):
        groups = [part for group in groups for part in _split(group, values)]
    heads: dict[str, Number | None] = dict.fromkeys(scores)
    for column in state.setup.tiebreaks:
        groups = [part for group in groups for part in _parted(state, group, column, tables, heads)]
    dropped = {player.name for player in state.players if player.dropped}
    return [
        Standing(
            place,
            name,
            scores[name],
            {
                column: heads[name] if column == "head_to_head" else tables[column][name]
                for column in state.setup.tiebreaks
            },
            name in dropped,
        )
        for place, name in enumerate((name for group in groups for name in group), start=1)
    ]


def _parted(
    state: TournamentState,
    group: list[str],
    column: str,
    tables: Mapping[str, Mapping[str, Number | None]],
    heads: dict[str, Number | None],
) -> Iterator[list[str]]:
    """Generate the groups of those who are equal so far, parted by one more column."""
    if len(group) == 1:
        yield group
        return
    if column == "head_to_head":
        values = _head_to_head(state, group)
        heads.update(values)
    else:
        told = {name: tables[column][name] for name in group}
        values = {name: value for name, value in told.items() if value is not None}
        if len(values) < len(group):  # one of whom nothing is known is not placed by it, nor are the others
            values = {}
    if column in FEWEST:
        values = {name: -value for name, value in values.items()}
    yield from _split(group, values)


def _split(group: Sequence[str], values: Mapping[str, Number]) -> Iterator[list[str]]:
    """The group parted by these values, the highest first; without one: nothing."""
    ordered = sorted(group, key=lambda name: -values.get(name, 0))
    yield from (list(part) for _, part in groupby(ordered, key=lambda name: values.get(name, 0)))


def _head_to_head(state: TournamentState, group: Sequence[str]) -> dict[str, Number]:
    """Return the half match points in games among them; nothing when two of them have not met."""
    met = {name: {game.opponent for game in state.games(name)} for name in group}
    if any(len(met[name]) < len(group) - 1 for name in group):  # most often, and soon seen
        return {}
    if any(other not in met[one] for one, other in combinations(group, 2)):
        return {}
    among = frozenset(group)
    return {
        name: Fraction(sum(game.score for game in state.games(name) if game.opponent in among), WIN) for name in group
    }


def _compared(state: TournamentState, name: str) -> Iterator[Game]:
    """Generate the games against somebody that count: of these opponents' shares a mean is made."""
    return (game for game in state.games(name) if game.opponent is not None and game.counts)


def _match_win(state: TournamentState) -> dict[str, Fraction]:
    """Return every player's share of the match points in the rounds that count, at least a third."""
    shares, win = {}, max(1, state.setup.table[Kind.WIN].first)
    for player in state.players:
        scores = [game.score for game in state.games(player.name) if game.counts]
        shares[player.name] = max(FLOOR, Fraction(sum(scores), win * len(scores))) if scores else FLOOR
    return shares


def _mean_of_opponents(state: TournamentState, values: Mapping[str, Number]) -> dict[str, Number]:
    means: dict[str, Number] = {}
    for player in state.players:
        opponents = [game.opponent for game in _compared(state, player.name) if game.opponent is not None]
        total = sum((Fraction(values[opponent]) for opponent in opponents), Fraction(0))
        means[player.name] = total / len(opponents) if opponents else Fraction(0)
    return means


def _opponents_match_win(state: TournamentState) -> dict[str, Number]:
    return _mean_of_opponents(state, _match_win(state))


def _opponents_opponents(state: TournamentState) -> dict[str, Number]:
    return _mean_of_opponents(state, _opponents_match_win(state))


def _victory_points(state: TournamentState) -> dict[str, Number]:
    return {player.name: sum(game.points for game in state.games(player.name)) for player in state.players}


def _difference(state: TournamentState) -> dict[str, Number]:
    return {
        player.name: sum(game.points - game.against for game in state.games(player.name) if game.opponent is not None)
        for player in state.players
    }


def _lots(state: TournamentState) -> dict[str, Number]:
    drawn = {player.name: lot(state.setup.seed, "standings", player.number) for player in state.players}
    order = sorted(drawn, key=drawn.__getitem__)
    return {name: place for place, name in enumerate(order, start=1)}


def _clicks(state: TournamentState) -> dict[str, Number | None]:
    """Return the clicks, in the mean of the games against somebody: a bye counts for nothing."""
    means: dict[str, Number | None] = {}
    for player in state.players:
        taken = [game.clicks for game in state.games(player.name) if game.opponent is not None]
        told = [clicks for clicks in taken if clicks is not None]
        means[player.name] = Fraction(sum(told), len(told)) if told and len(told) == len(taken) else None
    return means


_COLUMNS: Mapping[str, Callable[[TournamentState], Mapping[str, Number | None]]] = {
    "opponents_match_win": _opponents_match_win,
    "victory_points": _victory_points,
    "victory_point_difference": _difference,
    "opponents_opponents": _opponents_opponents,
    CLICKS: _clicks,
    "lot": _lots,
}


def _plain(value: Number | None) -> int | float | None:
    if value is None or isinstance(value, int):
        return value
    return int(value) if value.denominator == 1 else round(float(value), 6)
