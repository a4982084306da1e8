"""The log of a mission of random orders: every number that a line says follows from the lines before it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from companion.core.commands import Choose, ReportDice
from companion.core.dice import DiceRequest
from companion.core.ledger import Ledger
from companion.core.session import Session
from companion.games.gotham.commands import BeginMission, DeclareState, EndTurn
from companion.games.gotham.sample import sample_setup
from companion.games.gotham.system import Gotham
from companion.storage.codec import JsonCodec
from companion.storage.memory import MemoryRecorder
from companion.system import DiceGenerator
from companion.text.wording import Wording
from tests.conftest import StoppedClock
from tests.games.gotham.test_random_games import ENDING
from ui.table.papers import report_of
from ui.table.preview import Moments, played_of

ORDERS = 160
STRUCK = r"(.+?)(?: suffers|'s [Dd]efense\b.*:| has no defense dice:| pays for no defense:)"
OUT = r"(?: – Neutralised)?\."
HURT = re.compile(rf"{STRUCK} (\d+) wounds?[:,] (\d+) of (\d+) left to bear(?:; cubes left: (\d+))?{OUT}")
PUSHED = re.compile(
    r"(.+) uses Push Limits: (\d+) cubes? becomes? .* action; (\d+) of (\d+) wounds left to bear, cubes left: (\d+)\."
)
FELL = re.compile(rf"{STRUCK} \d+ wounds, with only (\d+) left to bear{OUT}")
HEALED = re.compile(r"(.+?)(?: uses .+ and)? heals (\d+) wounds?: (\d+) of \d+ left to bear\.")
SPENT = re.compile(r"(.+?) (?:spends (\d+) cubes? on [\w-]+|pays a cube to .+?) \((\d+) left\).*\.")
RECOVERED = re.compile(r"(.+) recovers (\d+) cubes?: (\d+) available(?:, \d+ in Fatigue)?\.")
KEPT = re.compile(r"(.+) ends the turn with (\d+|no) cubes?(?: left)?((?:, .+ with (?:\d+|none))*)\.")


def told(seed: int) -> list[str]:
    system, rng, dice, setup = Gotham(), random.Random(seed), DiceGenerator(seed), sample_setup()

    def thrown(state: object, asked: DiceRequest) -> ReportDice:
        return ReportDice(asked.roller, dice.roll(asked, system.dice_of(state)))  # type: ignore[arg-type]

    ledger = Ledger(MemoryRecorder(), JsonCodec(system.event_types))
    session = Session(system, ledger, StoppedClock(), setup, seats=setup.seats, automatic={DiceRequest: thrown})
    for _ in range(ORDERS):
        if session.state.flow.outcome is not None:
            break
        offers = [one for seat in setup.seats for one in system.legal_commands(session.state, seat)]
        lively = [one for one in offers if type(one).__name__ not in ENDING]
        session.submit(rng.choice(lively if lively and rng.random() < 0.7 else offers))
    return [words for _, words, _ in Moments(played_of(session)).lines(Wording("en"))]


def out_of_nowhere(lines: list[str]) -> Iterator[str]:
    """Every line that says a number which does not follow."""
    left: dict[str, int] = {}
    cubes: dict[str, int] = {}
    for line in lines:
        if hurt := HURT.fullmatch(line) or PUSHED.fullmatch(line):
            who, dealt, now, most = hurt[1], int(hurt[2]), int(hurt[3]), int(hurt[4])
            if left.get(who, most) - dealt != now:
                yield line
            left[who] = now
            if hurt[5] and who in cubes:
                is_paid = PUSHED.fullmatch(line) is None  # limits may be pushed with tired cubes alone
                if not cubes[who] - dealt <= int(hurt[5]) <= cubes[who] - is_paid:
                    yield line
            if hurt[5]:
                cubes[who] = int(hurt[5])
        elif fell := FELL.fullmatch(line):
            if left.get(fell[1], int(fell[2])) != int(fell[2]):
                yield line
        elif healed := HEALED.fullmatch(line):
            if left.get(healed[1], -1) + int(healed[2]) != int(healed[3]):
                yield line
            left[healed[1]] = int(healed[3])
        elif moved := SPENT.fullmatch(line) or RECOVERED.fullmatch(line):
            change = int(moved[2] or 1) * (1 if " recovers " in line else -1)
            if moved[1] in cubes and cubes[moved[1]] + change != int(moved[3]):
                yield line
            cubes[moved[1]] = int(moved[3])
        elif kept := KEPT.fullmatch(line):
            others = re.findall(r", (.+?) with (\d+|none)", kept[3])
            counts = {capital(who): int(many) if many.isdecimal() else 0 for who, many in (kept.groups()[:2], *others)}
            if any(cubes.get(who, many) != many for who, many in counts.items()):
                yield line


def capital(name: str) -> str:
    return name[:1].upper() + name[1:]


@pytest.mark.slow
@pytest.mark.rule("GO-BASE-FIG-02", "GO-BASE-FIG-05", "GO-REGEN-01")
def test_wounds_and_cubes_follow_from_line_to_line() -> None:
    games = [told(seed) for seed in range(4)]
    assert [line for lines in games for line in out_of_nowhere(lines)] == []
    every = [line for lines in games for line in lines]
    assert any(PUSHED.fullmatch(line) for line in every)
    for kind in (HURT, SPENT, RECOVERED, KEPT):
        assert sum(kind.fullmatch(line) is not None for line in every) > 3, kind.pattern


@pytest.mark.rule("GO-BASE-TURN-01")
@pytest.mark.parametrize(
    ("lang", "last"), [("en", "Round 6 · The heroes' turn"), ("fr", "Round 6 · Le tour des héros")]
)
def test_a_round_that_the_end_cut_off_is_none(lang: str, last: str) -> None:
    """Nobody does anything, the sixth round is over, and the villains have won: a seventh was never played."""
    system, setup = Gotham(), sample_setup()
    ledger = Ledger(MemoryRecorder(), JsonCodec(system.event_types))
    session = Session(system, ledger, StoppedClock(), setup, seats=setup.seats)
    while session.state.flow.outcome is None:
        offers = (one for seat in setup.seats for one in system.legal_commands(session.state, seat))
        session.submit(next(one for one in offers if isinstance(one, BeginMission | DeclareState | EndTurn | Choose)))
    report = report_of(Moments(played_of(session)), Wording(lang))
    assert report.chapters[-1].title == last
    assert not any("Round 7" in line for line in (report.title, *report.sheet))


def test_a_number_that_does_not_follow_is_found() -> None:
    """The two kinds that a reader stumbled upon: a wound healed, and cubes spent, without a line."""
    hurt = ["The Ferrier suffers 2 wounds: 6 of 8 left to bear.", "The Ferrier suffers 1 wound: 6 of 8 left to bear."]
    spent = ["The Ferrier spends 2 cubes on Thought (8 left).", "The Ferrier spends 3 cubes on Melee (3 left)."]
    kept = ["The Wren ends the turn with 1 cube, the Ferrier with 2."]
    assert list(out_of_nowhere([*hurt, *spent, *kept])) == [hurt[1], spent[1], *kept]
