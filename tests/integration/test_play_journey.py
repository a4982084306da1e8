"""``companion play --demo`` in a window, played with a real pointer: what is clicked stands in the game store."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TypeVar

from companion.games.heroclix.events.play import FigureMoved, TurnEnded
from tests.cli.command_line import companion
from tests.integration.pointer import Pointer, screen_of_its_own
from ui.cli.records import open_record

Kind = TypeVar("Kind")


def test_a_figure_is_moved_and_the_turn_ended_with_a_mouse(tmp_path: Path) -> None:
    store = tmp_path / "game.db"

    def kept(kind: type[Kind]) -> list[Kind]:
        return [one.event for one in open_record(store).records if isinstance(one.event, kind)]

    options = "--demo", "--store", str(store)
    with screen_of_its_own() as display, closing(Pointer(display, tmp_path, *options)) as pointer:
        pointer.until(lambda seen: seen["table"] and any(token["lifts"] for token in seen["tokens"]), "first turn")
        token = next(token for token in pointer.seen["tokens"] if token["lifts"])
        pointer.tap(token["at"])
        pointer.until(lambda seen: bool(seen["goals"]), "space in reach")
        goal = next(goal for goal in pointer.seen["goals"] if goal["reach"] == 4)
        pointer.tap(goal["at"])
        pointer.press("Confirm")
        pointer.until(lambda _: bool(kept(FigureMoved)), "move in the store")
        (moved,) = kept(FigureMoved)
        assert (moved.piece, str(moved.path[-1])) == (token["piece"], goal["space"])
        pointer.press("End turn")
        pointer.press("Confirm")  # others may still act
        pointer.until(lambda _: bool(kept(TurnEnded)), "end of the turn in the store")
    replayed = companion("replay", str(store), "--verify")
    assert replayed.status == 0, replayed.err
    assert "every seal holds" in replayed.out
