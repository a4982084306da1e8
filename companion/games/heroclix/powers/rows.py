"""Rows of powers ⇄ rules: every verb is known, every parameter is one of its own; a bad row is refused with its place.

[charge]
action = "power"
verb = "move_then_attack"
attack = "close"
also = [{verb = "stand_firm"}]
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields
from enum import Enum
from functools import lru_cache
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from companion.core.typed import plain
from companion.documents import Node
from companion.games.heroclix.edition import ACTIONS, PowerRule
from companion.games.heroclix.figures.figure import Figure
from companion.games.heroclix.figures.hand import effects_of
from companion.games.heroclix.forces.setup import Tactics
from companion.games.heroclix.position.verb import LendPowers, Verb, Whom
from companion.games.heroclix.powers.altering import LetUse
from companion.games.heroclix.powers.table import VERBS
from companion.games.heroclix.state.play import event_key
from companion.games.heroclix.state.table import Loan

DATA = Path(__file__).parent.parent / "data"
_COMMON = {"action", "optional", "counterable", "opening", "open", "members", "beside", "forbids"}


@lru_cache(maxsize=8)
def load_powers(*names: str) -> Mapping[str, PowerRule]:
    """The rules of the powers in these files of ``data/``; a later file goes before an earlier one."""
    rules: dict[str, PowerRule] = {}
    for name in names:
        rows = tomllib.loads((DATA / name).read_text(encoding="utf-8"))
        rules |= parse_powers(Node(name, "", rows))
    return rules


def parse_powers(node: Node, verbs: Mapping[str, type[Verb]] = VERBS) -> dict[str, PowerRule]:
    """The rules of a document of rows, which name these verbs."""
    return {power: parse_rule(power, row, verbs) for power, row in node.entries()}


def parse_rule(power: str, row: Node, known: Mapping[str, type[Verb]] = VERBS) -> PowerRule:
    """The rule of one row."""
    if not isinstance(row.value, dict):
        row.refuse("an object")
    verbs: list[Any] = []
    if "verb" in row:
        verbs.append(_verb(row, _COMMON | {"also"}, known))
        verbs += [_verb(more, frozenset(), known) for more in (row["also"].items() if "also" in row else ())]
    else:
        row.table({"open"}, _COMMON)  # left to the players, and why
    actions = tuple(row["action"].text().split("|")) if "action" in row else ()
    if any(action not in ACTIONS for action in actions):
        row["action"].refuse(f"some of {', '.join(ACTIONS)}, with | between them")
    return PowerRule(
        power,
        tuple(verbs),
        actions,
        row["optional"].flag() if "optional" in row else True,
        row["counterable"].flag() if "counterable" in row else True,
        row["opening"].flag() if "opening" in row else False,
        row["open"].text() if "open" in row else "",
        row["members"].number(1, 20) if "members" in row else 1,
        row["beside"].word(("any", "cheaper")) if "beside" in row else "",
        row["forbids"].flag() if "forbids" in row else False,
    )


def _verb(row: Node, besides: set[str] | frozenset[str], known: Mapping[str, type[Verb]]) -> Any:
    """One verb with its parameters: those of its class, each of its type."""
    if not isinstance(row.value, dict):
        row.refuse("an object")
    kind = known[row["verb"].word(known)]
    named = {one.name: one for one in fields(kind)}  # type: ignore[arg-type]  # every verb is a dataclass
    required = {name for name, one in named.items() if one.default is MISSING}
    row.table({"verb"} | required, besides | set(named))
    hints = get_type_hints(kind)
    return kind(**{name: _parameter(row[name], hints[name], known) for name in named if name in row})


def _parameter(node: Node, hint: object, known: Mapping[str, type[Verb]]) -> object:
    if hint is Verb:
        return _verb(node, frozenset(), known)
    if hint is bool:
        return node.flag()
    if hint is int:
        return node.number(-999, 999)
    if get_origin(hint) is tuple:
        return tuple(_parameter(entry, get_args(hint)[0], known) for entry in node.items())
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint(node.word({one.value for one in hint}))
    return node.text()


def inline_rules(figures: Iterable[Figure], tactics: Tactics) -> tuple[tuple[str, PowerRule], ...]:
    """The rules of everything in the game that brings rows of its own, by id."""
    found = dict[str, list[str]]()
    for id_, rows in _sources(figures, tactics):
        found.setdefault(id_, []).extend(rows)
    return tuple(sorted((id_, _rule(id_, rows)) for id_, rows in found.items() if rows))


def _sources(figures: Iterable[Figure], tactics: Tactics) -> Iterator[tuple[str, Sequence[str]]]:
    for figure in figures:
        traits = 0
        for special in figure.specials:
            traits += special.slot == "trait"
            key = f"trait.{traits}" if special.slot == "trait" else f"special.{special.slot}"
            yield f"{figure.id}/{key}", effects_of(figure, special)
    yield from ((feat.id, feat.effects) for feat in tactics.feats)
    yield from ((condition.id, condition.effects) for condition in tactics.conditions)
    for colour, row in tactics.event.effects if tactics.event else ():
        yield event_key(colour), (row,)


def rows_of(node: Node) -> tuple[str, ...]:
    """The rows of a document as texts; a row that names no verb, or strange parameters, is refused with its place."""
    rows = tuple(json.dumps(entry.value, sort_keys=True) for entry in node.items())
    for entry in node.items():
        check_rows(entry)
    return rows


def check_rows(node: Node) -> None:
    """Refuse, with its place, a row that names no verb."""
    parse_powers(Node(node.file, node.place, {"row": node.value}))


def _rule(id_: str, rows: Sequence[str]) -> PowerRule:
    """One rule of several rows: the first says how it is used, the others add their verbs."""
    first, *rest = (json.loads(row) for row in rows)
    also: list[Any] = [*first.get("also", ()), *rest]
    row = {**first, "also": also} if also else first
    return parse_powers(Node("the record", id_, {id_: row}))[id_]


def _lending(powers: Mapping[str, PowerRule]) -> Iterator[tuple[str, str, LendPowers]]:
    """Generate what lends something, with its power and the id of the rule that its effects are to friends."""
    for power, rule in sorted(powers.items()):
        lending = [verb for verb in rule.verbs if isinstance(verb, LendPowers)]
        yield from ((power, f"{power}.lent.{number}", verb) for number, verb in enumerate(lending, 1))


def lent_rules(powers: Mapping[str, PowerRule]) -> dict[str, PowerRule]:
    """Return the rules of the effects that friends are lent, by the ids that the loans name."""
    return {
        lent: PowerRule(lent, verb.effects, optional=False, counterable=False)
        for _, lent, verb in _lending(powers)
        if verb.effects
    }


def lends_of(powers: Mapping[str, PowerRule]) -> tuple[Loan, ...]:
    """Return what each power or card lets friends use, for the state to know."""
    within = {Whom.ADJACENT_FRIENDS: 0, Whom.FRIENDS: None}
    return tuple(
        Loan(power, given, within.get(verb.whom, verb.within), tuple(map(plain, verb.keywords)), verb.own)
        for power, lent, verb in _lending(powers)
        for given in [(*verb.powers, *([lent] if verb.effects else []))]
    )


def uses_of(powers: Mapping[str, PowerRule]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the powers that each power, ability or card lets use, for the state to know."""
    found = (
        (power, tuple(one for verb in rule.verbs if isinstance(verb, LetUse) for one in verb.powers))
        for power, rule in sorted(powers.items())
    )
    return tuple((power, given) for power, given in found if given)
