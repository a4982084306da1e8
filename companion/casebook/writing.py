"""A case file of a game as it was played: its record up to a ruling, and what was so then, for a judge to go on from.

state ──> turn, round, phase, who stands where, a line of sight that was asked: what the rules must still say of it
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.casebook.language import CaseLanguage, Opening
from companion.casebook.loading import FORMAT
from companion.core.rules import GameState


@dataclass(frozen=True, slots=True)
class Ruling:
    """The subject and source of a case; ``line``: of sight, from where to where, with its verdict."""

    id: str
    title: str
    rule: str
    sources: Sequence[str]
    line: tuple[str, str, str] | None = None


def case_file(
    language: CaseLanguage, opening: Opening, state: GameState, ruling: Ruling, record: str, lines: int
) -> str:
    """The file: one case that ``companion case`` plays, its record in it; ``opening``: as it resumes in that state."""
    rules = [ruling.rule] if ruling.rule in language.rules else []
    head = [
        f"format = {_told(FORMAT)}",
        f"system = {_told(language.system)}",
        "",
        "[[case]]",
        f"id = {_told(ruling.id)}",
        f"title = {_told(ruling.title)}",
        f"rules = {_told(rules)}",
        f"see = {_told(list(ruling.sources))}",
    ]
    facts = [f"expect.{key} = {_told(value)}" for key, value in _standing(opening, state)]
    if ruling.line is not None and language.sight is not None:
        asked = ", ".join(f"{key} = {_told(value)}" for key, value in language.sight(*ruling.line).items())
        facts.append(f"expect.questions = [{{ {asked} }}]")
    kept = f"'''\n{record}'''" if "'''" not in record else _told(record)
    return "\n".join([*head, *facts, f"setup.lines = {lines}", f"setup.record = {kept}", ""])


def _standing(opening: Opening, state: GameState) -> Iterator[tuple[str, object]]:
    """Describe the state of play in the words of ``expect``."""
    flow = state.flow
    if len(flow.active) == 1:
        yield "turn", next(iter(flow.active))
    yield "round", flow.round
    if flow.phase:
        yield "phase", flow.phase
    for piece, spaces in sorted(opening.system.positions(state).items()):
        if piece in opening.pieces and spaces:
            yield f"pieces.{_told(piece)}.at", spaces[0] if len(spaces) == 1 else list(spaces)


def _told(value: object) -> str:
    """The value as TOML has it, which for texts, numbers and lists of them is JSON."""
    return json.dumps(value, ensure_ascii=False)
