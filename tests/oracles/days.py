"""A day of an event, slow and obvious: a list of orders, carried out one after another on a plain table each time.

An order taken back is struck out of the list, and the day is carried out again from the morning: what cannot be done
any more is struck out too. Pairs stay as they were drawn. Nothing here knows the real rules' code.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Order = tuple[Any, ...]


@dataclass
class Table:
    """The organiser's table: names, who is gone, rounds with their pairs, results, claims, calls."""

    names: dict[int, str] = field(default_factory=dict)
    gone: set[int] = field(default_factory=set)
    rounds: list[dict[int, tuple[int, int]]] = field(default_factory=list)  # published: table -> the two
    byes: list[dict[int, str]] = field(default_factory=list)
    drawn: list[int] = field(default_factory=list)  # the order that drew each
    results: dict[tuple[int, int], tuple[str, tuple[int, int], bool]] = field(default_factory=dict)
    claims: dict[tuple[int, int], tuple[int, str, tuple[int, int]]] = field(default_factory=dict)
    calls: dict[int, dict[str, Any]] = field(default_factory=dict)
    minutes: dict[tuple[int, int], int] = field(default_factory=dict)

    def told(self) -> Any:
        """Everything, to be compared."""
        claims = {key: (table, who, points) for key, (table, who, points) in self.claims.items()}
        return self.names, self.gone, self.rounds, self.byes, self.results, claims, self.calls, self.minutes


def carried_out(orders: list[Order]) -> tuple[Table, list[Order]]:
    """The table after these orders, and those that could not be carried out."""
    table, struck = Table(), list[Order]()
    for order in orders:
        if not _done(table, order):
            struck.append(order)
    return table, struck


def _done(table: Table, order: Order) -> bool:
    now = len(table.rounds)
    match order:
        case (_, "enter", number, name):
            if name in table.names.values():
                return False
            table.names[number] = name
            for byes in table.byes:
                byes[number] = "missed"
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
        case (drawn, "round", number, pairs, byes):
            everybody = {one for pair in pairs.values() for one in pair} | byes.keys()
            is_played = now == 0 or all((now, one) in table.results for one in table.rounds[-1])
            if number != now + 1 or not is_played or not everybody <= table.names.keys():
                return False
            if len(table.names.keys() - table.gone) < 2:
                return False
            table.drawn.append(drawn)
            table.rounds.append(dict(pairs))
            table.byes.append(dict(byes))
        case (_, "swap", number, one, other, drawn):
            return number == now and table.drawn[-1] == drawn and _swapped(table, one, other)
        case (_, "bye", number, player, kind):
            is_known = 1 <= number <= now and player in table.names
            if not is_known or any(player in pair for pair in table.rounds[number - 1].values()):
                return False
            table.byes[number - 1][player] = kind
        case (_, "result", number, at, pair, outcome, points):
            if not 1 <= number <= now or table.rounds[number - 1].get(at) != pair:
                return False
            table.results[number, at] = (outcome, points, True)
            for call in table.calls.values():
                if (call["round"], call["table"], call["kind"], call["open"]) == (number, at, "result", True):
                    call["open"] = False
        case (_, "claim", number, at, pair, player, outcome, points, effect):
            if number != now or table.rounds[-1].get(at) != pair:
                return False
            return _claimed(table, number, player, outcome, points, effect)
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


def _swapped(table: Table, one: int, other: int) -> bool:
    """The two change places; what was said at their tables is void, and a table with a result stays as it is."""
    number, pairs, byes = len(table.rounds), table.rounds[-1], table.byes[-1]
    places = {player: at for at, pair in pairs.items() for player in pair}
    tables = {places[player] for player in (one, other) if player in places}
    is_there = all(player in places or byes.get(player) == "bye" for player in (one, other))
    if not is_there or any((number, at) in table.results for at in tables):
        return False
    turned = {one: other, other: one}
    if len(tables) == 1 and places.get(one) == places.get(other):
        return True  # they play each other, and go on doing so
    for at in tables:
        first, second = pairs[at]
        pairs[at] = turned.get(first, first), turned.get(second, second)
    table.byes[-1] = {turned.get(player, player) if kind == "bye" else player: kind for player, kind in byes.items()}
    table.claims = {key: said for key, said in table.claims.items() if key[0] != number or said[0] not in tables}
    return True


def _more(table: Table, number: int, at: int, minutes: int) -> None:
    if number != len(table.rounds):  # the clock is one, of the round that is played
        return
    table.minutes = {key: value for key, value in table.minutes.items() if key[0] == number}
    table.minutes[number, at] = table.minutes.get((number, at), 0) + minutes


def _claimed(table: Table, number: int, player: int, outcome: str, points: tuple[int, int], effect: str) -> bool:
    """``effect``: what the claim brought about when it was made; another one now is another order."""
    if number != len(table.rounds):
        return False
    at = next((one for one, pair in table.rounds[-1].items() if player in pair), None)
    if at is None:
        return False
    others = [
        said for (of, who), (where, *said) in table.claims.items() if of == number and where == at and who != player
    ]
    noted = table.results.get((number, at))
    is_open = any(
        (call["round"], call["table"], call["kind"], call["open"]) == (number, at, "result", True)
        for call in table.calls.values()
    )
    brings = "nothing"
    if noted is not None and noted[2]:
        brings = "call" if (outcome, points) != noted[:2] and not is_open else "nothing"
    elif others and others[0] == [outcome, points]:
        brings = "result"
    elif others and not is_open:
        brings = "call"
    kind, _, id_ = effect.partition(" ")
    if kind != brings:
        return False
    table.claims[number, player] = (at, outcome, points)
    if brings == "result":
        table.results[number, at] = (outcome, points, False)
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
