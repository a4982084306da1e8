"""The case language of HeroClix, all editions: every command by its word, expectations, questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from companion.board.spaces import Edge
from companion.casebook import CaseLanguage, Opening
from companion.casebook.facts import questions
from companion.casebook.spelling import Spelling, spell_commands
from companion.casebook.squares import read_border, read_squares, spell
from companion.core.catalogue import Catalogue
from companion.core.ids import PieceId, Seat, SpaceId
from companion.documents import Node
from companion.games.heroclix import commands as cm
from companion.games.heroclix.cases import brought, facts, ground, knocks, pieces, reckonings, setup
from companion.games.heroclix.cases.questions import KINDS
from companion.games.heroclix.cases.setup import open_case, resume_case
from companion.games.heroclix.commands import ObjectId
from companion.games.heroclix.editions.lines import SIGHT
from companion.games.heroclix.figures.collection import DATA
from companion.games.heroclix.forces.setup import HEROCLIX


def _readers(opening: Opening) -> Mapping[Any, Callable[[Node], Any]]:
    known, board = opening.pieces, opening.extra.board

    tactics = opening.setup.tactics
    besides = {*opening.seats, *(feat.id for feat in tactics.feats), *(one.id for one in tactics.conditions)}

    def _is_ground(name: str) -> bool:
        """Whether it is a square or a wall, of which something may be put right by hand."""
        return all(part in board for part in name.split("|"))

    def piece(entry: Node) -> PieceId:
        if entry.text() not in {*known, *opening.extra.objects, *besides} and not _is_ground(entry.text()):
            entry.refuse(f"a piece of the set-up ({', '.join(sorted(known)) or 'it has none'})")
        return PieceId(entry.text())

    return {
        PieceId: piece,
        ObjectId: lambda entry: ObjectId(PieceId(entry.word(opening.extra.objects))),
        Edge: lambda entry: read_border(entry, board),
        SpaceId: lambda entry: read_squares(entry, board)[0],
        tuple[SpaceId, ...]: lambda entry: read_squares(entry, board),
        Seat: lambda entry: Seat(entry.word(opening.seats)),
        str: lambda entry: spell(entry.text()),
    }


HEROCLIX_CASES = CaseLanguage(
    system=HEROCLIX,
    editions=tuple(SIGHT),
    catalogues=lambda: map(Catalogue.from_toml, sorted(DATA.glob("rules-*.toml"))),
    data=DATA,
    commands=spell_commands(
        cm.Command,
        {
            cm.BeginGame: Spelling("begin"),
            cm.MoveFigure: Spelling("move"),
            cm.AdjustDial: Spelling("turn_dial", usual={"reason": ""}),
        },
    ),
    expectations={
        "actions_left": facts.actions_left,
        "event_click": facts.event_click,
        "debris": facts.debris,
        "objects": facts.objects,
        "pieces": facts.pieces,
        "questions": partial(questions, KINDS),
        "scores": facts.scores,
    },
    words={
        "setup": {*ground.KEYS, *setup.KEYS},
        "setup.objects": brought.OBJECT_KEYS,
        "setup.pieces": {*setup.PIECE_KEYS, *pieces.KEYS},
        "expect.pieces": facts.KEYS,
        "expect.objects": facts.OBJECT,
        "expect.questions": {*KINDS, *knocks.STOPS, *reckonings.CARD, *reckonings.REPLACEMENTS},
    },
    open=open_case,
    resume=resume_case,
    sight=lambda start, end, verdict: {"line": [start, end], "verdict": verdict},
    readers=_readers,
    to_act=lambda state: state.active_seat or state.table.seats[0],
    spell=spell,
    asks=("power.",),
)
