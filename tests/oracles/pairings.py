"""Slow and obvious answers about an event: every way to pair a round, and standings counted from the list of games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from companion.tournament.pairing import Entrant

Round = list[tuple[Entrant, Entrant | None]]


def every_pairing(entrants: Sequence[Entrant]) -> Iterator[Round]:
    """Every way to put all of them into pairs, one of an odd number alone."""
    if not entrants:
        yield []
        return
    first, rest = entrants[0], entrants[1:]
    for place, other in enumerate(rest):
        for others in every_pairing([*rest[:place], *rest[place + 1 :]]):
            yield [(first, other), *others]
    if len(entrants) % 2:
        for others in every_pairing(rest):
            yield [(first, None), *others]


def price(pairs: Round) -> tuple[int, int, int, int]:
    """What a whole round costs: hard rules broken, score of the bye, squares of score differences, of ranks."""
    everybody = [one for pair in pairs for one in pair if one is not None]
    order = sorted(everybody, key=lambda one: (-one.score, one.order))
    hard = bye = scores = ranks = 0
    for first, second in pairs:
        if second is None:
            hard, bye = hard + first.byes, first.score
        else:
            hard += sum(name == second.name for name in first.met)
            scores += (first.score - second.score) ** 2
            ranks += (order.index(first) - order.index(second)) ** 2
    return hard, bye, scores, ranks


Game = tuple[str, str | None, float, int, int]  # player, opponent, match points, own and other victory points


def placed(
    games: Sequence[Game], players: Sequence[str], lots: Sequence[str], *, by_points: bool = False
) -> list[tuple[str, dict[str, object]]]:
    """Names with their columns in the usual order of tiebreaks; ``lots``: the names in the order of their lots.

    ``by_points``: victory points come first, then match points.
    """
    own = {name: [game for game in games if game[0] == name] for name in players}
    points = {name: Fraction(sum(Fraction(game[2]) for game in own[name])) for name in players}
    real = {name: [game for game in own[name] if game[1] is not None] for name in players}
    share = {
        name: max(Fraction(1, 3), sum((Fraction(g[2]) for g in real[name]), Fraction(0)) / len(real[name]))
        if real[name]
        else Fraction(1, 3)
        for name in players
    }

    def mean(name: str, of: dict[str, Fraction]) -> Fraction:
        values = [of[str(game[1])] for game in real[name]]
        return sum(values, Fraction(0)) / len(values) if values else Fraction(0)

    first = {name: mean(name, share) for name in players}
    second = {name: mean(name, first) for name in players}
    gathered = {name: sum(game[3] for game in own[name]) if by_points else 0 for name in players}
    heads: dict[str, Fraction | None] = dict.fromkeys(players)
    for level in {(gathered[name], points[name]) for name in players}:
        tied = [name for name in players if (gathered[name], points[name]) == level]
        met = all(any(game[1] == other for game in own[one]) for one in tied for other in tied if one != other)
        if met and len(tied) > 1:
            for name in tied:
                heads[name] = sum((Fraction(game[2]) for game in own[name] if game[1] in tied), Fraction(0))
    columns = {
        name: {
            "match_points": points[name],
            "head_to_head": heads[name],
            "opponents_match_win": first[name],
            "victory_points": sum(game[3] for game in own[name]),
            "victory_point_difference": sum(game[3] - game[4] for game in real[name]),
            "opponents_opponents": second[name],
            "lot": lots.index(name) + 1,
        }
        for name in players
    }

    def order(name: str) -> tuple[object, ...]:
        row = columns[name]
        return -gathered[name], *((row[key] if key == "lot" else -Fraction(row[key] or 0)) for key in row)

    return [(name, dict(columns[name])) for name in sorted(players, key=order)]
