"""The report of a game: what stands beside the record is told where it happened; a side reads what it heard."""

from __future__ import annotations

import re

from companion.core.commands import Concede
from companion.games.heroclix.face.opening import MAP
from companion.games.heroclix.sample import sample_setup as clix
from companion.games.heroquest import commands as cm
from companion.games.heroquest.sample import sample_setup as quest
from companion.system import DiceGenerator
from companion.text.wording import Wording
from ui.cli.demo.playable import play_opening
from ui.table.bootstrap import open_table
from ui.table.papers import Beside, report_of, report_page
from ui.table.preview import Moments, played_of
from ui.table.settings import TableConfig


def test_notes_marks_and_drawings_stand_where_they_belong() -> None:
    table, wording = open_table(TableConfig(), clix(MAP)), Wording("en")
    play_opening(table.session, DiceGenerator(5))
    table.session.submit(Concede(table.session.seats[0]))
    report = report_of(Moments(played_of(table.session)), wording)
    first, second, *_ = report.chapters[0].lines
    last = report.chapters[-1].lines[-1]
    beside = Beside(
        tiles=(("", 3, "throws"),),
        notes={first.version: ["<i>between</i>"], last.version: ["<i>at the end</i>"]},
        marks={second.version: "<i>camera</i>"},
        kinds={last.version: "out"},
        score="<svg></svg>",
        after=("<i>after</i>",),
    )
    page = report_page(report, wording, beside).decode()
    assert page.count("<title>HeroClix") == 1
    order = [
        "throws",
        "Who plays, and for what",
        "Objective: ",
        "<svg></svg>",
        "The opening",
        "<i>between</i>",
        "<i>camera</i>",
        'class="out"',
    ]
    order += ["<i>at the end</i>", "<i>after</i>", 'id="words"']
    places = [page.rindex(word) for word in order]
    assert places == sorted(places)
    assert report.chapters[-1].scores == tuple(table.session.state.scores)
    table.close()


def test_signs_stay_with_their_words_on_a_french_page() -> None:
    table, wording = open_table(TableConfig(), clix(MAP)), Wording("fr")
    play_opening(table.session, DiceGenerator(5))
    page = report_page(report_of(Moments(played_of(table.session)), wording), wording).decode().partition("<header>")[2]
    assert page.count("\N{NO-BREAK SPACE}:") > 5
    assert re.findall(r"[^>]{0,20} [:;!?»][^<]{0,20}|« ", page) == []
    table.close()


def test_a_side_reads_what_it_heard_and_the_others_do_not() -> None:
    table = open_table(TableConfig(), quest())
    session = table.session
    session.submit(cm.BeginQuest(session.seats[0]))
    shown = {side: Moments(played_of(session), side).drawn(session, Wording("en"))[1] for side in ("master", "heroes")}
    assert len(shown["master"]) > len(shown["heroes"]), "the master's dungeon is drawn whole"
    told = {side: len(Moments(played_of(session), side).lines(Wording("en"))) for side in ("master", "heroes")}
    assert told["heroes"] <= told["master"]
    table.close()
