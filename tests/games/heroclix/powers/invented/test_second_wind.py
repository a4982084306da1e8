"""What one more power takes: a row of data, a verb that no row had, and their test."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.documents import load_document
from companion.games.heroclix.commands import EndTurn, UsePower
from companion.games.heroclix.editions.core import CORE
from companion.games.heroclix.events.play import TokensCleared
from companion.games.heroclix.events.powers import PowerUsed
from companion.games.heroclix.position.happening import happen
from companion.games.heroclix.position.verb import Verb
from companion.games.heroclix.powers.rows import parse_powers
from companion.games.heroclix.state.state import State
from companion.games.heroclix.system import HeroClix
from tests.games.heroclix.scene import RED, Scene, figure


@dataclass(frozen=True, slots=True)
class ShedTokens(Verb):
    """The piece loses its action tokens, when no opponent is within so many squares."""

    alone_within: int
    is_action: ClassVar[bool] = True
    resolves: ClassVar[bool] = True

    def violations(self, state: State, use: UsePower) -> Iterator[Violation]:
        piece, board = state.piece(use.piece), state.table.board
        for foe in state.on_map():
            if foe.seat != piece.seat and board.distance(piece.spaces[0], foe.spaces[0]) <= self.alone_within:
                yield violation("HC-RNG-05", foe.id, range=self.alone_within)

    def script(self, t: Teller[State], used: PowerUsed) -> Script[None]:
        happen(t, TokensCleared((used.piece,)))
        return
        yield


ROWS = load_document(str(Path(__file__).parent / "powers-invented.toml"))
INVENTED = replace(CORE, powers={**CORE.powers, **parse_powers(ROWS, {"shed_tokens": ShedTokens})})


def test_second_wind() -> None:
    """Two tokens go when B is 3 squares off; not when it is 2 off; and once a turn."""
    for distance, rules in [(3, set()), (2, {"HC-RNG-05"})]:
        scene = Scene(game=HeroClix(INVENTED))
        a = scene.put("A", "red", (0, 0), figure("A", powers={"damage": "second_wind"}))
        scene.put("B", "blue", (distance, 0))
        scene.state = scene.state.with_piece(replace(scene.piece(a), tokens=2))
        use = UsePower(RED, a, "second_wind")
        assert (use in scene.game.legal_commands(scene.state, RED)) is (not rules)
        if rules:
            assert scene.refused(use) == rules
            continue
        scene.do(use)
        assert (scene.piece(a).tokens, scene.state.actions_left) == (0, 3)
        assert scene.refused(use) == {"HC-ACT-09"}
        scene.do(EndTurn(RED))
