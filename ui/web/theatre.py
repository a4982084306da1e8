"""A record as one page that plays itself: it can be sent to a friend, and needs no server.

record ──told again──> a presenter ──> who plays for what; steps: board in layers, title, lines, what each rests on
                                                                                              └──> theatre.html
lines and seals go along: the page checks the chain by itself

What is shown is what onlookers saw, or a side; no secret is in the file, for its lines are those that were heard.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any, cast

import msgspec

from companion.core.consent import Consents
from companion.core.events import BroughtBack, DiceReported, Recorded, Ruled, TakenBack
from companion.core.face import Telling
from companion.core.flow import Flow
from companion.core.ids import Seat
from companion.core.ledger import Entry, Ledger
from companion.core.rewatched import Rewatched
from companion.core.rules import RulesSystem
from companion.core.telling import heard_records
from companion.painting.design import stylesheet
from companion.painting.font import embedded
from companion.storage.codec import JsonCodec
from companion.storage.memory import MemoryRecorder
from companion.table.follow import Follower
from companion.text.wording import LANGUAGES, Wording
from ui.presenters.adapter import ONLOOKERS, Look
from ui.presenters.aims import who_plays
from ui.presenters.games import game_of
from ui.presenters.log import Log
from ui.presenters.models import TableModel
from ui.presenters.seat_voice import SeatVoice
from ui.presenters.table import TablePresenter
from ui.web.frames import Painter

STAGE = Path(__file__).parent / "stage"
PICTURE_BYTES, PICTURES = 3 << 20, 60
_NUMBER = re.compile(r"\d+")  # of a title: the actions that are left
SHOWN = ("ground", "figures", "legend", "standing", "scores")  # of a step beside its title and its lines


@dataclass(frozen=True, slots=True)
class Played:
    """A record: its game, its lines as envelopes and as they were sealed."""

    system: RulesSystem[Any]
    records: tuple[Recorded, ...]
    seats: tuple[Seat, ...]
    head: str


def sides_of(played: Played) -> Mapping[str, tuple[Seat, ...]]:
    """Return the sides from which a game may be looked at."""
    return game_of(played.system.id).adapter(Rewatched(played.system, played.records, played.seats)).sides


def heard_of(played: Played, side: str) -> tuple[Recorded, ...]:
    """The record as that side heard it: the record itself where nothing was kept from it."""
    viewer = next(iter(sides_of(played).get(side, ())), None)
    heard = tuple(heard_records(played.system, played.records, viewer))
    is_all = [one.event for one in heard] == [one.event for one in played.records]
    return played.records if is_all else heard


def sealed_as(played: Played, records: Sequence[Recorded]) -> list[Entry]:
    """Return these lines of the game with seals of their own; of the whole record they are the record's."""
    recorder = MemoryRecorder()
    Ledger(recorder, JsonCodec(played.system.event_types)).append(records)
    return list(recorder.read())


def theatre_page(played: Played, sealed: Sequence[Entry], *, side: str, pictures: Mapping[str, Path], lang: str) -> str:
    """The page; ``sealed`` are the lines of ``heard_of`` that side."""
    told = dict(_told(played, side, pictures, lang))
    told |= {
        "lines": [entry.line.decode() for entry in sealed],
        "seals": [entry.seal for entry in sealed],
        "head": played.head,
        "lang": lang,
        "words": {language: Wording(language).family("theatre") for language in LANGUAGES},
    }
    data = json.dumps(told, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    files = (STAGE.parent / "static" / "glide.js", STAGE / "theatre.js", STAGE / "theatre.css")
    glide, script, style = (file.read_text(encoding="utf-8") for file in files)
    script = glide + script
    style = embedded() + stylesheet() + style
    policy = (
        f"default-src 'none'; img-src data:; font-src data:; script-src 'sha256-{_hash(script)}'; "
        f"style-src 'sha256-{_hash(style)}'; base-uri 'none'; form-action 'none'"
    )
    title = escape(cast("Mapping[str, str]", told["title"])[lang])
    return (
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8">'
        f'<meta http-equiv="content-security-policy" content="{policy}">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>'
        f'<style>{style}</style></head><body><script type="application/json" id="told">{data}</script>'
        f'<script type="module">{script}</script></body></html>'
    )


class _Headline:
    """The title over a step: of the turn that the story has come to, though by what is told another may have begun."""

    def __init__(self) -> None:
        self.titles: Mapping[str, str] = {}
        self._turn: object = None

    def follow(self, flow: Flow, titles: Mapping[str, str], *, is_heading: bool) -> None:
        """Take the titles of that moment, unless they name another turn before its heading has."""
        turn = (flow.round, flow.phase, flow.turn, flow.active)
        is_counting = turn == self._turn and all(
            _NUMBER.sub("", title) == _NUMBER.sub("", titles[lang]) for lang, title in self.titles.items()
        )
        is_new = is_heading or flow.outcome is not None or self._turn is None
        if is_new or is_counting:
            self.titles = titles
        if is_heading:
            self._turn = turn


def _stories(played: Played, side: str) -> Mapping[str, tuple[Wording, Mapping[int, str]]]:
    """Return for each language its words, with the names that the side knows in the end, and the lines of the story by
    their versions.
    """
    whole = Rewatched(played.system, played.records, played.seats)
    while whole.step() is not None:
        pass
    game = game_of(played.system.id).adapter(whole)
    log = Log(whole, next(iter(game.sides.get(side, ())), None), game)
    stories: dict[str, tuple[Wording, Mapping[int, str]]] = {}
    for lang in LANGUAGES:
        wording = Wording(lang, game.names(side, lang))
        wording.gather(played.seats)
        stories[lang] = wording, {version: words for version, words, _ in log.told(wording)}
    return stories


def _letters(model: TableModel) -> str:
    """Return the letters on the board with whose they are, as the page keeps them."""
    named = {token.label: token.name for token in model.board.tokens}
    named |= {one.label: one.name for one in model.board.objects if one.name and one.label.isalnum()}
    return json.dumps(sorted(named.items()), ensure_ascii=False)


def _standing(model: TableModel) -> str:
    """Return the letters of everybody, what is left of each, and whether it is out of play, as the page keeps them."""
    rows = [(one.label, one.name, one.words, one.health, one.is_out) for one in model.roster]
    return json.dumps(rows, ensure_ascii=False)


def _told(played: Played, side: str, pictures: Mapping[str, Path], lang: str) -> Iterator[tuple[str, object]]:
    """Generate the contents of the page, by name; its title in that language."""
    session = Rewatched(played.system, played.records, played.seats)
    follower, stories = Follower(session, {}), _stories(played, side)
    by_lang = {
        spoken: TablePresenter(
            session,
            follower,
            lang=spoken,
            sides=(side,),
            voice=SeatVoice(session, Consents(session), ONLOOKERS, sides_of(played).get(side, ())),
        )
        for spoken in LANGUAGES
    }
    game, doer = by_lang[lang].game, None  # in a turn of several, who of them acts
    about = {spoken: list(who_plays(game, Look(side, (), words))) for spoken, (words, _) in stories.items()}
    drawn: dict[str, int] = {}
    legends, rosters = dict[str, int](), dict[str, int]()  # each that comes again is kept once
    painters, steps = {spoken: Painter() for spoken in LANGUAGES}, list[dict[str, Any]]()
    is_told = stories[lang][1]
    record: Recorded | None = session.records[0]
    ordered: str | None = None
    told_of: str | None = None
    headline = _Headline()
    while record is not None:
        said, ahead = record.version in is_told, played.records[record.version + 1 : record.version + 2]
        is_on_the_way = game.telling(record.event) is Telling.STEP
        what = "dice" if isinstance(record.event, DiceReported) else "table"
        seen = [(source, what) for one in record.evidence if (source := _picture(pictures.get(one.key)))]
        if (
            not said and steps and seen and isinstance(record.event, DiceReported)
        ):  # told in one line with the one before
            steps[-1] |= {"pictures": [*steps[-1]["pictures"], *seen]}
        if not said and steps and (is_on_the_way or (ahead and game.telling(ahead[0].event) is Telling.SILENT)):
            record = session.step()  # nothing is said of it, and what comes next is shown in its place
            continue
        models = {lang: presenter.model() for lang, presenter in by_lang.items()}
        news = {spoken: [told[record.version]] if said else [] for spoken, (_, told) in stories.items()}
        is_order, ordered = record.command_id != ordered, record.command_id
        rests = {spoken: list(_rests_on(record, words, is_order)) for spoken, (words, _) in stories.items()}
        letters = {spoken: legends.setdefault(_letters(model), len(legends)) for spoken, model in models.items()}
        standing = {spoken: rosters.setdefault(_standing(model), len(rosters)) for spoken, model in models.items()}
        is_heading = game.telling(record.event) is Telling.HEADING
        headline.follow(
            session.state.flow, {lang: model.title for lang, model in models.items()}, is_heading=is_heading
        )
        doer = game.doer(record.event, session.state) or (None if is_heading or session.state.flow.outcome else doer)
        step = _drawn(models, painters, drawn) | {
            "title": headline.titles,
            "doer": {spoken: words.names.get(doer, doer) if doer else "" for spoken, (words, _) in stories.items()},
            "legend": letters,
            "standing": standing,
            "at": record.at,
            "says": news,
            "rests": rests,
            "pictures": seen,
        }
        shown = {name: step[name] for name in SHOWN}
        if said or not steps:
            steps.append(step)
            told_of = record.command_id
        elif record.command_id == told_of or not ahead:  # the line of another order is still to come
            steps[-1] |= shown  # its line says it all
        record = session.step()
    for one in steps:
        one["pictures"] = [_captioned(source, what, one["says"], stories) for source, what in one["pictures"]]
    yield "title", {spoken: presenter.model().title for spoken, presenter in by_lang.items()}
    yield "about", about
    yield "steps", steps
    yield "drawn", list(drawn)
    yield "legends", [json.loads(letters) for letters in legends]
    yield "rosters", [json.loads(rows) for rows in rosters]


def _drawn(
    models: Mapping[str, TableModel], painters: Mapping[str, Painter], drawn: dict[str, int]
) -> dict[str, object]:
    """The table as it stands, with the names of each language; a drawing that comes again is kept once."""
    places: dict[str, dict[str, int]] = {"ground": {}, "figures": {}}
    for lang, model in models.items():
        layers = painters[lang].layers(model.board)
        for name, place in places.items():
            place[lang] = drawn.setdefault(msgspec.json.decode(layers[name])["svg"], len(drawn))
    return places | {
        "scores": {lang: [f"{word} {points}" for _, word, points in model.scores] for lang, model in models.items()},
    }


def _rests_on(record: Recorded, wording: Wording, is_order: bool) -> Iterator[str]:
    """Generate the sources of an entry: who or what said so, each sensor, who agreed; of what an order led to, and of
    dice nobody: another may have given the last answer.
    """
    is_thrown = isinstance(record.event, DiceReported)  # its line says how, and by whom
    if is_order and not is_thrown:
        yield wording.word("source", record.source)
    if is_order and not is_thrown and record.by is not None:
        yield wording.say("theatre.by", who=wording.word("seat", record.by))
    for one in record.evidence:
        signed = f" · {wording.say('theatre.signed')}" if one.is_verified else ""
        yield f"{wording.word('device', one.source)}{signed}"
    if isinstance(record.event, Ruled | TakenBack | BroughtBack) and (record.event.agreed or record.event.judge):
        who = [wording.word("seat", seat) for seat in record.event.agreed]
        yield wording.say("theatre.agreed", who=tuple([*who, record.event.judge] if record.event.judge else who))


def _captioned(
    source: str, what: str, says: Mapping[str, list[str]], stories: Mapping[str, tuple[Wording, Mapping[int, str]]]
) -> dict[str, object]:
    """A picture with what it shows, in each language: its step's line tells what dice came to, whole at last."""
    shows = {lang: pictured(what, " ".join(says[lang]), words) for lang, (words, _) in stories.items()}
    return {"source": source, "shows": shows}


def pictured(what: str, line: str, wording: Wording) -> str:
    """Say what a photograph shows: the ``table``, or ``dice``, with the line that tells what they came to."""
    shown = wording.say(f"report.pictured_{what}")
    return wording.pair(shown, line) if what == "dice" and line else shown


def _picture(path: Path | None) -> str:
    """The picture as a data address; empty when there is none, or a very large one."""
    if path is None or path.stat().st_size > PICTURE_BYTES:
        return ""
    kind = "png" if path.suffix == ".png" else "jpeg"
    return f"data:image/{kind};base64,{b64encode(path.read_bytes()).decode()}"


def _hash(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()
