"""Perft files: set-ups drawn as text with the counts of their decision trees; the same tree by the game's own rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

from companion.core.commands import ReportDice
from companion.core.dice import DICE, DiceRequest, DiceResult
from companion.core.rules import Accepted
from tests.games.heroclix.scene import GAME, Scene, figure
from tests.oracles import decisions as oracle
from tests.oracles.sight import Scene as Ground

SIDES = {"A": "red", "B": "red", "X": "blue", "Y": "blue"}


@dataclass
class Case:
    id: str
    rows: list[str] = field(default_factory=list)
    counts: dict[int, int] = field(default_factory=dict)

    def squares(self, letter: str) -> list[tuple[int, int]]:
        return [(x, y) for y, row in enumerate(self.rows) for x, one in enumerate(row.split()) if one == letter]


def read_cases(path: Path) -> list[Case]:
    cases: list[Case] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        words = line.split(maxsplit=1)
        if not words or line.startswith("#"):
            continue
        if words[0] == "id":
            cases.append(Case(words[1]))
        elif words[0] == "depth":
            depth, number = words[1].split()
            cases[-1].counts[int(depth)] = int(number)
        else:
            cases[-1].rows.append(words[1] if words[0] == "map" else line)
    return cases


def game_of(case: Case) -> Any:
    """The state of the game at the root."""
    terrain = {spot: kind for letter, kind in (("#", "blocking"), (":", "hindering")) for spot in case.squares(letter)}
    scene = Scene(size=(5, 5), terrain=terrain, build_total=100 * oracle.ACTIONS)
    for name, side in SIDES.items():
        printed = figure(
            name,
            speed=oracle.SPEED,
            attack=oracle.ATTACK,
            defense=oracle.DEFENSE,
            damage=oracle.DAMAGE,
            range=oracle.RANGE,
            clicks=oracle.CLICKS,
        )
        scene.put(name, side, case.squares(name)[0], printed)
    return scene.state


def position_of(case: Case) -> oracle.Position:
    """The same root for the oracle."""
    ground = Ground(5, 5, blocking=set(case.squares("#")), hindering=set(case.squares(":")))
    return oracle.Position(ground, {name: oracle.Man(side, case.squares(name)[0]) for name, side in SIDES.items()})


def commands(state: Any) -> Iterator[Any]:
    """Every decision of a moment: what the seats may say, or every face the dice can show."""
    rolls = [one for one in state.flow.open if isinstance(one, DiceRequest)]
    if rolls:
        request = rolls[0]
        for faces in product(*([face.label for face in DICE[die].faces] for die in request.dice)):
            yield ReportDice(request.roller, DiceResult(request.id, faces))
        return
    for seat in state.table.seats:
        yield from GAME.legal_commands(state, seat)


def after(state: Any, command: Any) -> Any:
    decision = GAME.decide(state, command)
    assert isinstance(decision, Accepted), (command, decision)
    for event in decision.events:
        state = GAME.apply(state, event)
    return state


def count(state: Any, depth: int) -> int:
    if depth == 1:
        return sum(1 for _ in commands(state))
    return sum(count(after(state, command), depth - 1) for command in commands(state))


def divide(state: Any, depth: int) -> dict[str, int]:
    """How much each first decision contributes, in the oracle's words."""
    return {said(command): count(after(state, command), depth - 1) for command in commands(state)}


def said(command: Any) -> str:
    match type(command).__name__:
        case "MoveFigure":
            column, row = command.to[0][0], command.to[0][1:]
            return f"move {command.piece} {(ord(column) - ord('A'), int(row) - 1)}"
        case "CloseAttack":
            return f"close {command.attacker} {command.target}"
        case "RangedAttack":
            return f"ranged {command.attacker} {command.targets[0]}"
        case _:
            return "end"
