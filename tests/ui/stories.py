"""The four games as the demonstrations play them, told: by lines, as a report, as a theatre."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib import import_module
from typing import Any

from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest
from companion.core.ledger import Ledger
from companion.core.session import Session
from companion.games import find_system
from companion.storage.codec import JsonCodec
from companion.storage.memory import MemoryRecorder
from companion.system import DiceGenerator
from companion.text.wording import Wording
from tests.conftest import StoppedClock
from ui.cli.demo.script import Options
from ui.presenters.adapter import ONLOOKERS
from ui.table.papers import Report, report_of
from ui.table.preview import Moments, played_of
from ui.web.theatre import sealed_as, theatre_page

GAMES = ("gotham", "guardians", "heroclix", "heroquest")
ROUNDS = {"gotham": 3}  # its end; of the others the first two
SEEDS = {("heroquest", 12): 57}  # a quest that is won, and gold brought home; of others 22


@cache
def played(name: str, rounds: int = 0) -> Session:
    """The game of a demonstration, its dice thrown by the machine, to its end or for some rounds."""
    rounds = rounds or ROUNDS.get(name, 2)
    script, dice = import_module(f"ui.cli.demo.{name}").SCRIPT(Options()), DiceGenerator(SEEDS.get((name, rounds), 22))
    system = find_system(script.setup.system, script.setup.edition, name)

    def thrown(state: object, asked: DiceRequest) -> ReportDice:
        return ReportDice(asked.roller, dice.roll(asked, system.dice_of(state)))

    ledger = Ledger(MemoryRecorder(), JsonCodec(system.event_types))
    seats = script.setup.seats
    session = Session(system, ledger, StoppedClock(), script.setup, seats=seats, automatic={DiceRequest: thrown})
    while session.state.flow.outcome is None and session.state.flow.round <= rounds:
        for command in script.deeds(session):
            session.submit(command)
    return session


def lines(name: str, lang: str, side: str = ONLOOKERS) -> list[str]:
    return [words for _, words, _ in Moments(played_of(played(name)), side).lines(Wording(lang))]


class Undrawn(Moments):
    """The moments without their boards."""

    def drawn(self, *_: object, **__: object) -> tuple[str, str]:
        return "", ""


def report(name: str, lang: str) -> Report:
    return report_of(Undrawn(played_of(played(name))), Wording(lang))


def theatre(name: str, lang: str) -> Any:
    """The contents of a theatre."""
    made = played_of(played(name))
    page = theatre_page(made, sealed_as(made, made.records), side=ONLOOKERS, pictures={}, lang=lang)
    return json.loads(re.search(r'id="told">(.*?)</script>', page, re.DOTALL)[1])  # type: ignore[index]


def shown(name: str) -> list[tuple[str, str]]:
    """The headings of a theatre, each with the line that stands under it."""
    return [(step["title"]["en"], " ".join(step["says"]["en"])) for step in theatre(name, "en")["steps"]]
