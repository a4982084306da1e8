"""The next round, as the rules pair it: the same for the same record and seed, on every machine.

record, points   Swiss, by matching: who has as much as one has, whom one has not met (``pairing``)
round-robin      everybody meets everybody: the circle turns by one place a round
elimination      the best against the last of those who are left
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.tournament.elimination import bracket_round
from companion.tournament.pairing import Entrant, pair, ranked
from companion.tournament.results import WIN, Kind, Outcome, Result
from companion.tournament.state import Bye, Pairing, Player, Round, TournamentState, Way, Why, lot

Meeting = tuple[str, str | None]  # ``None``: a bye


def drafted(state: TournamentState) -> Round:
    """The next round: of the elimination once the cut was made, else in the event's own way."""
    number = len(state.published) + 1
    if state.cut:
        return bracket_round(state, number)
    return _robin(state, number) if state.setup.way is Way.ROUND_ROBIN else _swiss(state, number)


def joins(state: TournamentState) -> bool:
    """Whether a newcomer may have a place in a round that is there already."""
    return state.setup.way is not Way.ROUND_ROBIN and not state.cut


def is_played_out(state: TournamentState) -> bool:
    """Whether everybody has met everybody in a round robin that goes on to no elimination."""
    is_begun = state.setup.way is Way.ROUND_ROBIN and state.published and not state.cut
    return bool(is_begun) and len(state.published) >= rounds_of(len(_circle(state)))


def _swiss(state: TournamentState, number: int) -> Round:
    asked = {bye.player: bye for round_, bye in state.asked_byes if round_ == number}
    entrants = [_entrant(state, player, number) for player in state.active if player.name not in asked]
    pairs = pair(entrants)
    games = [(first, second) for first, second in pairs if second is not None]
    byes = [first for first, second in pairs if second is None]
    tables = _tables(state, [(first.name, second.name) for first, second in games])
    pairings = tuple(
        Pairing(table, (first.name, second.name), _why(state, first, second, number))
        for table, (first, second) in zip(tables, games, strict=True)
    )
    bye = Bye(byes[0].name, _why_bye(state, entrants, byes[0])) if byes else None
    others = tuple(asked[player.name] for player in state.active if player.name in asked)
    return Round(number, tuple(sorted(pairings, key=lambda pairing: pairing.table)), bye, others=others)


def rounds_of(players: int) -> int:
    """Return the number of rounds until everybody has met everybody."""
    return players - 1 + players % 2


def turned(names: Sequence[str], number: int) -> list[Meeting]:
    """Return the meetings of that round: the first name keeps its place, the others go on by one each round."""
    places: list[str | None] = [*names, *([None] if len(names) % 2 else [])]
    first, circle = places[0], places[1:]
    steps = (number - 1) % len(circle)
    row = [first, *circle[len(circle) - steps :], *circle[: len(circle) - steps]]
    half = len(row) // 2
    facing = zip(row[:half], reversed(row[half:]), strict=True)
    pairs = [(one, other) if one is not None else (other, one) for one, other in facing]
    return [(one, other) for one, other in pairs if one is not None]


def _circle(state: TournamentState) -> list[str]:
    """Return the players of a round robin: those who were there for its first round, by lot."""
    names = {player.name for player in state.active}
    if state.published:
        first = state.published[0]
        names = {name for pairing in first.pairings for name in pairing.players}
        names |= {first.bye.player} if first.bye else set()
    players = [player for player in state.players if player.name in names]
    return [one.name for one in sorted(players, key=lambda one: lot(state.setup.seed, "round robin", one.number))]


def _robin(state: TournamentState, number: int) -> Round:
    """A game against somebody who dropped is won without being played, at the last tables."""
    circle, present = _circle(state), {player.name for player in state.active}
    meetings = turned(circle, number)
    games = [(one, other) for one, other in meetings if other is not None and {one, other} & present]
    games.sort(key=lambda names: not set(names) <= present)
    why = Why("pairing.robin", (("round", str(number)), ("rounds", str(rounds_of(len(circle))))))
    pairings = [
        Pairing(table, names, why)
        if set(names) <= present
        else Pairing(table, names, Why("pairing.gone"), _walkover(state, names[0] in present))
        for table, names in zip(_tables(state, games), games, strict=True)
    ]
    bye = next((Bye(one, Why("bye.robin")) for one, other in meetings if other is None and one in present), None)
    return Round(number, tuple(sorted(pairings, key=lambda pairing: pairing.table)), bye)


def _walkover(state: TournamentState, is_first: bool) -> Result:
    points = state.setup.points
    return Result(Outcome.FIRST, (points, 0)) if is_first else Result(Outcome.SECOND, (0, points))


def _entrant(state: TournamentState, player: Player, number: int) -> Entrant:
    games = state.games(player.name)
    met = tuple(game.opponent for game in games if game.opponent is not None)
    points = sum(game.points for game in games)
    score = sum(game.score for game in games)
    if state.setup.way is Way.POINTS:
        score, points = points, score
    order = (-points, lot(state.setup.seed, f"round {number}", player.number))
    return Entrant(player.name, score, order, met, sum(game.kind is Kind.BYE for game in games))


def _tables(state: TournamentState, games: Sequence[tuple[str, str]]) -> list[int]:
    """A table for each game: fixed ones first, then the free ones from 1 on."""
    own = {player.name: player.table for player in state.players if player.table}
    fixed: list[int | None] = []
    for game in games:
        wished = sorted(own[name] for name in game if name in own)
        fixed.append(next((table for table in wished if table not in fixed), None))
    taken = set(fixed)
    free = (table for table in range(1, 2 * len(games) + 1) if table not in taken)
    return [table if table is not None else next(free) for table in fixed]


def _told(state: TournamentState, score: int) -> str:
    """Return the score that players are paired by, as people count it."""
    return str(score) if state.setup.way is Way.POINTS else f"{score / WIN:g}"


def _why(state: TournamentState, first: Entrant, second: Entrant, number: int) -> Why:
    scores = (("first", first.name), ("second", second.name))
    rounds = [game.round for game in state.games(first.name) if game.opponent == second.name]
    if rounds:
        return Why("pairing.rematch", (*scores, ("round", str(rounds[-1]))))
    if number == 1:
        return Why("pairing.lot", (("seed", str(state.setup.seed)),))
    by = "_points" if state.setup.way is Way.POINTS else ""
    if first.score == second.score:
        return Why(f"pairing.equal{by}", (("points", _told(state, first.score)),))
    more, less = _told(state, first.score), _told(state, second.score)
    return Why(f"pairing.apart{by}", (*scores, ("more", more), ("less", less)))


def _why_bye(state: TournamentState, entrants: list[Entrant], entrant: Entrant) -> Why:
    if entrant.byes:
        return Why("bye.again")
    lowest = ranked(entrants)[-1].score
    by = "_points" if state.setup.way is Way.POINTS else ""
    key = "bye.lowest" if entrant.score == lowest else f"bye.next{by}"
    return Why(key, (("points", _told(state, entrant.score)),))
