"""The context of cases: the games of the house, a ledger in memory, maps of any format."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.board.loading import format_map
from companion.casebook.language import CaseContext
from companion.core.ids import EditionId, SystemId
from companion.core.ledger import Ledger
from companion.core.rules import RulesSystem, Violation
from companion.documents import Node
from companion.errors import BrokenSeal, InputError
from companion.games import CASE_LANGUAGES, SYSTEMS, editions_of, find_system
from companion.interchange.maps import load_map
from companion.storage.codec import JsonCodec
from companion.storage.jsonl import parse_sealed_line
from companion.storage.memory import MemoryRecorder
from companion.text.wording import Wording

DEFAULT = SYSTEMS[0].id  # of a case file that names none


def case_context() -> CaseContext:
    """The workshop of this house."""
    return CaseContext(_find_rules, CASE_LANGUAGES, _new_ledger, _load_map, _read_record, _say)


def _find_rules(system: SystemId, edition: EditionId) -> RulesSystem[Any] | None:
    return find_system(system, edition, "") if edition in editions_of(system) else None


def _new_ledger(system: RulesSystem[Any]) -> Ledger:
    return Ledger(MemoryRecorder(), JsonCodec(system.event_types))


def _load_map(path: str) -> dict[str, Any]:
    return format_map(load_map(path)[0])


def _read_record(system: SystemId, node: Node) -> Sequence[Any]:
    recorder, lines = MemoryRecorder(node.place), node.text().strip().encode().splitlines()
    entries = [parse_sealed_line(line + b"\n", version) for version, line in enumerate(lines)]
    whole = [entry for entry in entries if entry is not None]
    if not lines or len(whole) < len(lines):
        node.refuse("the sealed lines of a game's record", f"line {len(whole) + 1} of it" if lines else "none")
    recorder.append(whole, 0)
    rules = find_system(system, editions_of(system)[0], "")  # what is written down is the same in all of them
    try:
        return [one.event for one in Ledger(recorder, JsonCodec(rules.event_types)).read()]
    except (BrokenSeal, InputError) as wrong:
        node.refuse(f"the sealed lines of a {system} game's record", str(wrong))


def _say(broken: Violation, language: str) -> str:
    return Wording(language).violation(broken)
