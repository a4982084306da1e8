"""A day of an event, slow and obvious: a list of orders, carried out one after another on a plain table each time.

An order taken back is struck out of the list, and the day is carried out again from the morning: what cannot be done
any more is struck out too. Pairs stay as they were drawn. Nothing here knows the real rules' code.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.oracles.pairings import Game, placed

Order = tuple[Any, ...]
Said = tuple[str, tuple[int, int], str]  # who won, victory points, and the kind of that
FORCE = 300


@dataclass
class Table:
    """The organiser's table: names, who is gone, rounds with their pairs, results, claims, calls."""

    lots: Mapping[int, int] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    gone: set[int] = field(default_factory=set)
    rounds: list[dict[int, tuple[int, int]]] = field(default_factory=list)  # published: table -> the two
    byes: list[dict[int, str]] = field(default_factory=list)  # "left": over, when the others were paired
    asked: dict[tuple[int, int], str] = field(default_factory=dict)  # byes in rounds to come
    cut: tuple[int, ...] = ()  # who went on to the elimination, the best first
    lives: int = 1
    thirds: dict[int, int | None] = field(default_factory=dict)  # its rounds: where the third place is played
    drawn: list[int] = field(default_factory=list)  # the order that drew each
    results: dict[tuple[int, int], tuple[Said, bool]] = field(default_factory=dict)
    claims: dict[tuple[int, int], tuple[int, Said]] = field(default_factory=dict)
    calls: dict[int, dict[str, Any]] = field(default_factory=dict)
    minutes: dict[tuple[int, int], int] = field(default_factory=dict)

    def told(self) -> Any:
        """Everything, to be compared."""
        people = self.names, self.gone, self.asked, self.cut, self.lives, self.thirds, self.alive
        return people, self.rounds, self.byes, self.results, self.claims, self.calls, self.minutes

    @property
    def alive(self) -> list[int]:
        """Who is neither out of the elimination nor gone."""
        lost = dict.fromkeys(self.cut, 0)
        for (number, at), ((outcome, _, _), _) in self.results.items():
            if number in self.thirds and at != self.thirds[number]:
                lost[self.rounds[number - 1][at][1 if outcome == "first" else 0]] += 1
        return [one for one in self.cut if lost[one] < self.lives and one not in self.gone]

    def standings(self) -> list[tuple[str, dict[str, object]]]:
        """The places before the elimination, counted from the games one by one."""
        games: list[Game] = []
        for number, (pairs, byes) in enumerate(zip(self.rounds, self.byes, strict=True), 1):
            if number in self.thirds:
                continue
            for one, kind in byes.items():
                points = {"left": 1, "bye": 1, "missed": 0}.get(kind, 0.5)
                games.append((str(one), None, points, FORCE if points == 1 else 0, 0))
            for at, pair in pairs.items():
                if (number, at) in self.results:
                    games += _both(pair, self.results[number, at][0])
        everybody = sorted(self.names)
        return placed(games, [*map(str, everybody)], [str(one) for one in sorted(everybody, key=self.lots.__getitem__)])


def _both(pair: tuple[int, int], said: Said) -> Iterator[Game]:
    outcome, points, kind = said
    one, other = {"first": (1.0, 0.0), "second": (0.0, 1.0), "draw": (0.5, 0.5)}.get(outcome, (0.0, 0.0))
    if kind in ("no_show", "forfeit") and not any(points) and one != other:
        points = int(FORCE * one), int(FORCE * other)
    yield str(pair[0]), str(pair[1]), one, points[0], points[1]
    yield str(pair[1]), str(pair[0]), other, points[1], points[0]


def carried_out(orders: list[Order], lots: Mapping[int, int]) -> tuple[Table, list[Order]]:
    """The table after these orders, and those that could not be carried out; ``lots``: of every player's number."""
    table, struck = Table(lots=lots), list[Order]()
    for order in orders:
        if not _done(table, order):
            struck.append(order)
    return table, struck


def _done(table: Table, order: Order) -> bool:
    now = len(table.rounds)
    match order:
        case (_, "enter", number, name, kind):
            if name in table.names.values():
                return False
            table.names[number] = name
            for played, byes in enumerate(table.byes, 1):
                if played not in table.thirds:
                    byes[number] = kind
        case (_, "rename", number, name):
            if number not in table.names or name in table.names.values():
                return False
            table.names[number] = name
        case (_, "drop", number):
            if number not in table.names or number in table.gone:
                return False
            table.gone.add(number)
        case (_, "return", number):
            if number not in table.gone:
                return False
            table.gone.discard(number)
        case (drawn, "round", number, pairs, byes, is_cut, third):
            everybody = {one for pair in pairs.values() for one in pair} | byes.keys()
            if number != now + 1 or not _is_played(table) or not everybody <= table.names.keys():
                return False
            there = table.alive if table.cut else table.names.keys() - table.gone
            if len(there) < 2 or is_cut != bool(table.cut):
                return False
            table.drawn.append(drawn)
            table.rounds.append(dict(pairs))
            table.byes.append(dict(byes))
            if is_cut:
                table.thirds[number] = third
            table.asked = {key: kind for key, kind in table.asked.items() if key[0] > number}
        case (_, "cut", size, lives, players):
            there = [int(name) for name, _ in table.standings() if int(name) not in table.gone]
            if table.cut or now == 0 or not _is_played(table) or size > len(there) or tuple(there[:size]) != players:
                return False
            table.cut, table.lives = players, lives
        case (_, "swap", number, one, other, drawn):
            return number == now and table.drawn[-1] == drawn and _swapped(table, one, other)
        case (_, "bye", number, player, kind):
            is_known = 1 <= number <= now and player in table.names and number not in table.thirds
            if not is_known or any(player in pair for pair in table.rounds[number - 1].values()):
                return False
            table.byes[number - 1][player] = kind
        case (_, "ask", number, player, kind):
            if number <= now or player not in table.names:
                return False
            table.asked[number, player] = kind
        case (_, "result", number, at, pair, said):
            if not 1 <= number <= now or table.rounds[number - 1].get(at) != pair or _is_no_end(table, number, said):
                return False
            table.results[number, at] = said, True
            for call in table.calls.values():
                if (call["round"], call["table"], call["kind"], call["open"]) == (number, at, "result", True):
                    call["open"] = False
        case (_, "claim", number, at, pair, player, said, effect):
            if number != now or table.rounds[-1].get(at) != pair or _is_no_end(table, number, said):
                return False
            return _claimed(table, number, player, said, effect)
        case (_, "call", number, at, id_, kind):
            if number != now or at not in table.rounds[-1]:
                return False
            table.calls[id_] = {"round": number, "table": at, "kind": kind, "open": True, "judges": (), "rulings": 0}
        case (_, "take", id_, judge):
            if id_ not in table.calls or not table.calls[id_]["open"] or judge in table.calls[id_]["judges"][-1:]:
                return False
            table.calls[id_]["judges"] += (judge,)
        case (_, "close", id_, minutes):
            if id_ not in table.calls or not table.calls[id_]["open"]:
                return False
            call = table.calls[id_]
            call["open"], call["rulings"] = False, call["rulings"] + 1
            if minutes:
                _more(table, call["round"], call["table"], minutes)
        case (_, "time", number, at, minutes):
            if number != now or at not in table.rounds[-1]:
                return False
            _more(table, number, at, minutes)
    return True


def _is_played(table: Table) -> bool:
    now = len(table.rounds)
    return now == 0 or all((now, at) in table.results for at in table.rounds[-1])


def _is_no_end(table: Table, number: int, said: Said) -> bool:
    """Whether nobody won, in an elimination."""
    return number in table.thirds and said[0] not in ("first", "second")


def _swapped(table: Table, one: int, other: int) -> bool:
    """The two change places; what was said at their tables is void, and a table with a result stays as it is."""
    number, pairs, byes = len(table.rounds), table.rounds[-1], table.byes[-1]
    places = {player: at for at, pair in pairs.items() for player in pair}
    tables = {places[player] for player in (one, other) if player in places}
    is_there = all(player in places or byes.get(player) == "left" for player in (one, other))
    if not is_there or any((number, at) in table.results for at in tables):
        return False
    turned = {one: other, other: one}
    if len(tables) == 1 and places.get(one) == places.get(other):
        return True  # they play each other, and go on doing so
    for at in tables:
        first, second = pairs[at]
        pairs[at] = turned.get(first, first), turned.get(second, second)
    table.byes[-1] = {turned.get(player, player) if kind == "left" else player: kind for player, kind in byes.items()}
    table.claims = {key: said for key, said in table.claims.items() if key[0] != number or said[0] not in tables}
    return True


def _more(table: Table, number: int, at: int, minutes: int) -> None:
    if number != len(table.rounds):  # the clock is one, of the round that is played
        return
    table.minutes = {key: value for key, value in table.minutes.items() if key[0] == number}
    table.minutes[number, at] = table.minutes.get((number, at), 0) + minutes


def _claimed(table: Table, number: int, player: int, said: Said, effect: str) -> bool:
    """``effect``: what the claim brought about when it was made; another one now is another order."""
    if number != len(table.rounds):
        return False
    at = next((one for one, pair in table.rounds[-1].items() if player in pair), None)
    if at is None:
        return False
    others = [
        told for (of, who), (where, told) in table.claims.items() if (of, where) == (number, at) and who != player
    ]
    noted = table.results.get((number, at))
    is_open = any(
        (call["round"], call["table"], call["kind"], call["open"]) == (number, at, "result", True)
        for call in table.calls.values()
    )
    brings = "nothing"
    if noted is not None and noted[1]:
        brings = "call" if said != noted[0] and not is_open else "nothing"
    elif others and others[0] == said:
        brings = "result"
    elif others and not is_open:
        brings = "call"
    kind, _, id_ = effect.partition(" ")
    if kind != brings:
        return False
    table.claims[number, player] = (at, said)
    if brings == "result":
        table.results[number, at] = (said, False)
        for call in table.calls.values():
            is_of_this = (call["round"], call["table"], call["kind"]) == (number, at, "result")
            if is_of_this and call["open"] and not call["judges"]:
                call["open"] = False
    elif brings == "call":
        table.calls[int(id_)] = {
            "round": number,
            "table": at,
            "kind": "result",
            "open": True,
            "judges": (),
            "rulings": 0,
        }
    return True
