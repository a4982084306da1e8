"""The rules that a game in progress names: of its figures, of its aims, of what happened."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ui.presenters.adapter import GameAdapter, Look
from ui.presenters.rules import Answer, answer_of, glossary


def rules_in_play(
    game: GameAdapter, look: Look, system: str, edition: str, log: Iterable[str] = ()
) -> tuple[Answer, ...]:
    """Return what the sheets, the aims and the log of a game in progress name, as that side knows them, by the
    alphabet.
    """
    told: list[str] = [*game.aims(look), *log]
    for one in game.roster(look):
        if (sheet := game.sheet(replace(look, chosen=one.piece, command=None))) is not None:
            told += (sheet.line, *sheet.notes, *(f"{slot.label}\n{slot.power}" for slot in sheet.slots), one.unit)
    lang = look.wording.lang
    return tuple(answer_of(entry, lang) for entry in glossary("\n".join(dict.fromkeys(told)), system, lang, edition))
