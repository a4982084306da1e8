"""The demonstration of a quest: four turns of heroes and their master's, played by rule and told twice.

game.record      everything, for the master        heroes.record · story.txt     what the heroes saw and heard
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest, Source
from companion.core.ledger import Ledger
from companion.core.rules import Accepted
from companion.core.session import Session
from companion.core.telling import heard_records
from companion.files import write_file
from companion.games.heroquest import commands as cm
from companion.games.heroquest.happened.rounds import TurnOpened
from companion.games.heroquest.hidden.view import QuestView
from companion.games.heroquest.opening import quest_setup, sample_setup
from companion.games.heroquest.state import State
from companion.games.heroquest.system import HeroQuest
from companion.storage.codec import JsonCodec
from companion.storage.jsonl import JsonlRecorder
from companion.system import DiceGenerator, WallClock
from companion.text.wording import Wording

__all__ = ["draw_view", "play_quest"]

MOST = 2000  # decisions, should a game not come to its end
ORDER = (
    cm.BeginQuest, cm.Attack, cm.Cast, cm.OpenDoor, cm.SearchFurniture, cm.SearchRoom, cm.SearchTraps, cm.RollMovement,
    cm.Walk, cm.TakeTurn, cm.EndTurn, cm.EndPhase,
)  # fmt: skip
QUIET = (
    "DiceRequested",
    "DiceReported",
    "ChoiceRequested",
    "ChoiceMade",
    "Undertaken",
    "Finished",
    "ActionSpent",
    "Reacted",
)


def play_quest(out: Path, *, seed: int, quest: str | None, as_json: bool, headless: bool) -> int:
    """The exit status: plays, and leaves two records and a story in ``out``."""
    setup = quest_setup(quest) if quest else sample_setup()
    out.mkdir(parents=True, exist_ok=True)
    for old in out.glob("*.record*"):  # ours, from a run before
        old.unlink()
    system, dice, rng = HeroQuest(), DiceGenerator(seed), random.Random(seed)
    ledger = Ledger(JsonlRecorder(out / "game.record"), JsonCodec(system.event_types))
    session = Session(system, ledger, WallClock(), setup, seats=setup.seats)
    visits: dict[Any, int] = {}
    for _ in range(MOST):
        state: State = session.state
        if state.flow.outcome is not None or state.flow.round > 1:
            break
        rolls = [one for one in state.flow.open if isinstance(one, DiceRequest)]
        if rolls:
            command: Any = ReportDice(rolls[0].roller, dice.roll(rolls[0], system.dice_of(state)))
            decision = session.submit(command, Source.MACHINE)
        else:
            decision = session.submit(_wanted(system, state, rng, visits))
        assert isinstance(decision, Accepted), decision
    story = list(_story(session))
    write_file(out / "story.txt", "\n".join(story).encode() + b"\n")
    heroes = Ledger(JsonlRecorder(out / "heroes.record"), JsonCodec(system.event_types))
    heroes.append(list(heard_records(system, session.records, None)))
    opened = [one.event.piece for one in session.records if isinstance(one.event, TurnOpened)]
    turns = sum(piece in _heroes(setup) for piece in opened)
    if as_json:
        print(json.dumps({"record": str(out / "game.record"), "heroes": str(out / "heroes.record"),
                          "story": str(out / "story.txt"), "turns": turns}))  # fmt: skip
    else:
        print("\n".join(story) if not headless else f"{turns} turns")
        print(f"record {out / 'game.record'}\nstory {out / 'story.txt'}")
    return 0


def _heroes(setup: Any) -> set[str]:
    return {one.piece for one in setup.heroes}


def _wanted(system: HeroQuest, state: State, rng: random.Random, visits: dict[Any, int]) -> Any:
    """What somebody would do now: strike, open, search, walk on to where nobody was; the dull things last."""
    if state.flow.open:
        seat = getattr(state.flow.open[0], "seat", None)
        return rng.choice(list(system.legal_commands(state, seat))) if seat else None
    active = [one for one in state.characters if one.turn is not None and not one.turn.over]
    for one in active:
        offers = [each for each in system.legal_commands(state, one.seat, piece=one.id) if _is_sensible(each)]
        walks = sorted(
            (each for each in offers if isinstance(each, cm.Walk)), key=lambda each: visits.get(each.path, 0)
        )
        for kind in ORDER[1:9]:
            found = walks[:1] if kind is cm.Walk else [each for each in offers if type(each) is kind]
            if found:
                chosen = found[0]
                visits[getattr(chosen, "path", chosen)] = visits.get(getattr(chosen, "path", chosen), 0) + 1
                return chosen
    offers = [each for seat in state.table.seats for each in system.legal_commands(state, seat)]
    return min((each for each in offers if type(each) in ORDER), key=lambda each: ORDER.index(type(each)))


def _is_sensible(command: Any) -> bool:
    return not (isinstance(command, cm.Attack) and command.ways)


def _story(session: Session) -> Sequence[str]:
    """What the heroes saw and heard, turn by turn, with the dungeon as they know it at the end."""
    wording = Wording()
    lines = [str(session.state.quest.name), ""]
    for one in heard_records(session.system, session.records, None):
        name = type(one.event).__name__
        if name == "TurnOpened":
            lines.append("")
        if name not in QUIET and (told := wording.event(one.event)):
            lines.append(told)
    return [*lines, "", *draw_view(session.system.view_for(session.state, None), session.state)]


def draw_view(view: QuestView, state: State) -> list[str]:
    """The dungeon as that view knows it: a letter a square, a name's first letter for whoever stands there."""
    board = state.dungeon.board
    shown = {space: "." for place in view.places for space in place.squares}
    shown |= {space: "#" for piece in view.furniture for space in piece.squares if space in shown}
    shown |= {space: "^" for trap in view.traps for space in trap.squares if space in shown}
    for one in view.characters:
        if one.at is not None and one.at in shown:
            shown[one.at] = one.name[0].upper() if one.side == "heroes" else one.kind[0]
    rows = []
    for row in range(board.rows):
        spaces = board.spaces[row * board.columns :][: board.columns]
        rows.append(" ".join(shown.get(space, " ") for space in spaces).rstrip())
    return rows
