"""What cases are played with: the games of the house, a ledger in memory, maps of any format."""

from __future__ import annotations

from typing import Any

from companion.casebook.language import Workshop
from companion.core.ids import EditionId, SystemId
from companion.core.ledger import Ledger
from companion.core.rules import RulesSystem, Violation
from companion.games import CASE_LANGUAGES, SYSTEMS, editions_of, find_system

DEFAULT = SYSTEMS[0].id  # of a case file that names none


def house_workshop() -> Workshop:
    """The workshop of this house."""
    return Workshop(_find_rules, CASE_LANGUAGES, _new_ledger, _load_map, _say)


def _find_rules(system: SystemId, edition: EditionId) -> RulesSystem[Any] | None:
    return find_system(system, edition, "") if edition in editions_of(system) else None


def _new_ledger(system: RulesSystem[Any]) -> Ledger:
    from companion.storage.codec import JsonCodec
    from companion.storage.memory import MemoryRecorder

    return Ledger(MemoryRecorder(), JsonCodec(system.event_types))


def _load_map(path: str) -> dict[str, Any]:
    from companion.board.loading import format_map
    from companion.interchange.maps import load_map

    return format_map(load_map(path)[0])


def _say(broken: Violation, language: str) -> str:
    from companion.text.wording import Wording

    return Wording(language).violation(broken)
