"""``report.html``: what happened, turn by turn, told from the record and the diary. One file, no network."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from companion.cli.demo.chapters import CSS, WORDS
from companion.cli.demo.diary import Note
from companion.cli.demo.show import Played
from companion.cli.demo.svg import Arrow, board_svg, dial_svg, ring_svg, score_svg
from companion.core.events import Recorded
from companion.core.evidence import Evidence
from companion.files import write_file
from companion.games.heroclix.events.attack import AttackDeclared, AttackRolled, KnockedBack
from companion.games.heroclix.events.play import FigureMoved, RoundBegan, TurnBegan
from companion.text.wording import Wording
from ui.presenters.adapter import Telling
from ui.presenters.games import game_of
from ui.presenters.heroclix.sheet import names_in
from ui.presenters.names import initials

__all__ = ["write_report"]


@dataclass
class _Turn:
    """A turn as a chapter: its records, its notes, the version it ended at."""

    title: str
    seat: str = ""
    records: list[Recorded] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)

    @property
    def end(self) -> int:
        return self.records[-1].version if self.records else 0


def write_report(out: Path, played: Played) -> Path:
    """The file of the report, written whole."""
    file = out / "report.html"
    write_file(file, "".join(_page(played)).encode())
    return file


def _page(played: Played) -> Iterator[str]:
    session, diary = played.session, played.diary
    state = session.state
    names = {piece.id: state.figure(piece).name for piece in state.pieces}
    lang = Wording().lang
    wording = Wording(lang, names_in(state, lang))
    words = WORDS[lang]
    outcome = state.flow.outcome
    winner = ", ".join(wording.word("seat", seat) for seat in outcome.winners) if outcome else "-"
    yield f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><title>Tablewright</title>'
    yield f'<meta name="viewport" content="width=device-width"><style>{CSS}</style>'
    yield f"<header><h1>{escape(state.table.board.name)}</h1><p>{words['lead']}</p>"
    yield '<div class="tiles">'
    for seat, points in state.scores:
        yield f'<div class="tile-{seat}"><b>{points}</b>{escape(wording.word("seat", seat))}</div>'
    facts = (
        (winner, words["winner"]), (state.flow.round, words["rounds"]), (diary.read, words["read"]),
        (diary.rolled, words["rolled"]), (diary.asked, words["asked"]), (diary.corrected, words["corrected"]),
    )  # fmt: skip
    yield "".join(f"<div><b>{escape(str(value))}</b>{word}</div>" for value, word in facts)
    yield "</div></header><main>"
    turns = list(_turns(played, wording))
    yield f"<section><h2>{words['score']}</h2>{_score(played, turns)}</section>"
    labels = initials(names)
    for turn in turns:
        yield from _chapter(played, turn, wording, words, labels)
    yield f"<section><h2>{words['dials']}</h2><div class='dials'>"
    for piece in state.pieces:
        figure = state.figure(piece)
        strip = dial_svg(figure, piece.click, piece.start_click, ko=piece.ko, lang=lang)
        yield f'<div class="seat-{piece.seat}"><h3>{escape(figure.name)} · {piece.points}</h3>{strip}</div>'
    yield f"</div></section></main><footer>{words['foot']}</footer></html>"


def _turns(played: Played, wording: Wording) -> Iterator[_Turn]:
    """The chapters: the opening, then one per turn."""
    notes = sorted(played.diary.notes, key=lambda note: note.version)
    turn = _Turn(WORDS[wording.lang]["opening"])
    round_ = 0
    for one in played.session.records:
        if isinstance(one.event, RoundBegan):
            round_ = one.event.round
        if isinstance(one.event, TurnBegan):
            yield _with_notes(turn, notes)
            seat = wording.word("seat", one.event.seat)
            turn = _Turn(f"{WORDS[wording.lang]['round']} {round_} · {seat}", one.event.seat)
        turn.records.append(one)
    yield _with_notes(turn, notes)


def _with_notes(turn: _Turn, notes: list[Note]) -> _Turn:
    """The chapter with the notes made until it ended; those are taken off the list."""
    while notes and notes[0].version <= turn.end:
        turn.notes.append(notes.pop(0))
    return turn


def _chapter(played: Played, turn: _Turn, wording: Wording, words: dict[str, str], labels: Any) -> Iterator[str]:
    session = played.session
    state = session.state_at(turn.end)
    view = session.system.view_for(state, None)
    yield f'<section class="turn seat-{turn.seat}"><h2>{escape(turn.title)}</h2><div class="split"><div class="story">'
    notes, telling = list(turn.notes), game_of(session.system.id).adapter(session).telling
    for one in turn.records:
        while notes and notes[0].version < one.version:
            yield _note(notes.pop(0), words)
        name = type(one.event).__name__
        if len(one.evidence) > 1:  # several sensors said the same: the entry names them all
            yield f'<p class="quiet joined">{escape(_evidence(one.evidence, wording))}</p>'
        if telling(one.event) is not Telling.LINE:
            continue
        cls = {"KnockedOut": "out", "VictoryPointsScored": "out", "LeftToPlayers": "quiet"}.get(name, "")
        source = f' <span class="source">{escape(wording.word("source", one.source))}</span>' if name in _FACTS else ""
        yield f'<p class="{cls}">{escape(wording.event(one.event))}{source}</p>'
    yield "".join(_note(note, words) for note in notes)
    yield f"</div><div>{board_svg(state.table.board, view.pieces, labels, _arrows(turn))}</div></div></section>"


def _evidence(parts: tuple[Evidence, ...], wording: Wording) -> str:
    """Who said what, and how long before the last one."""
    return " · ".join(
        f"{wording.word('source', part.source)} {part.says}" + (f" ({part.at_ms} ms)" if part.at_ms else "")
        for part in parts
    )


_FACTS = {"FigureMoved", "FigureDeployed"}  # facts of the table: the report says where each came from


def _note(note: Note, words: dict[str, str]) -> str:
    match note.kind:
        case "photo" | "dice" if note.picture:
            kind = "dice-photo" if note.kind == "dice" else "photo"
            name = escape(note.picture)
            return f'<a href="pictures/{name}"><img class="{kind}" loading="lazy" alt="" src="pictures/{name}"></a>'
        case "question":
            return f'<p class="asked"><b>?</b> {words["was_asked"]}: {escape(note.words)}</p>'
        case "answer":
            return f'<p class="asked"><b>!</b> {escape(words.get(note.words, note.words))}</p>'
        case "device":
            return f'<p class="device">{escape(note.words)}</p>'
        case "lights" if note.ring:
            return ring_svg(note.ring)
        case _:
            return ""


def _arrows(turn: _Turn) -> list[Arrow]:
    """What is drawn on the board of the turn: moves, knock backs, and each attack along its line of sight."""
    arrows: list[Arrow] = []
    declared: AttackDeclared | None = None
    for one in turn.records:
        match one.event:
            case FigureMoved(_, path, _, _):
                arrows.append(Arrow("move", path))
            case KnockedBack(_, path, _, _) if len(path) > 1:
                arrows.append(Arrow("knock", path))
            case AttackDeclared() as event:
                declared = event
            case AttackRolled(_, _, hits, _) if declared:
                close = declared.kind.value == "close"
                arrows += [
                    Arrow("attack", (aim.start, aim.end), "close" if close else aim.verdict, aim.piece in hits)
                    for aim in declared.targets
                ]
            case _:
                pass
    return arrows


def _score(played: Played, turns: list[_Turn]) -> str:
    points = {seat: [0] for seat in played.session.seats}
    for turn in turns[1:]:
        for seat, value in played.session.state_at(turn.end).scores:
            points[seat].append(value)
    return score_svg({str(seat): run for seat, run in points.items()}, len(turns) - 1, max(map(max, points.values())))
