"""A whole game of HeroClix with a pointer: what is tapped follows from what is shown alone."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from companion.text.wording import Wording
from tests.integration.pointer import Pointer, Seen, Spot

MOST_TAPS = 700


class Album:
    """Pictures of an evening, numbered."""

    def __init__(self, pointer: Pointer, folder: Path) -> None:
        self._pointer, self._folder, self._count = pointer, folder, 0

    def keep(self, what: str) -> None:
        self._count += 1
        self._pointer.shot(self._folder / f"shot-{self._count:03}-{what}.png")


def said(lang: str, *keys: str) -> list[str]:
    """What the buttons say."""
    return [Wording(lang).say(key) for key in keys]


def until_over(pointer: Pointer, album: Album, what: str) -> Iterator[Seen]:
    """What is shown before each tap, until the game is over."""
    for _ in range(MOST_TAPS):
        seen = pointer.seen
        if seen["over"]:
            return
        if pointer.taps % 15 == 0:
            album.keep(what)
        yield seen
    pytest.fail(f"it is not over: {pointer.told()}")


def fight(pointer: Pointer, album: Album, words: Wording) -> None:
    """Both players walk towards each other and strike whatever they reach, until somebody has won."""
    tried: set[tuple[int, str]] = set()
    end, roll, confirm = said(words.lang, "screen.end_turn", "screen.roll", "screen.confirm")
    for seen in until_over(pointer, album, "fight"):
        version, card = seen["version"], seen["card"]
        targets = [token for token in seen["tokens"] if token["target"]]
        lifts = [token for token in seen["tokens"] if token["lifts"] and (version, token["piece"]) not in tried]
        own = (token for token in seen["tokens"] if token["lifts"] and (version, token["piece"]) in tried)
        chosen = next(own, None)
        if seen["dice"]:
            pointer.press(roll)
        elif card and card[0] == "proposal":
            pointer.press(confirm)
        elif card and card[0] == "setup":
            pointer.tap(_middle(seen["goals"]))
        elif card and card[0] in ("choice", "begin", "refusal", "question"):
            pointer.press(next(label for _, label in card[3]))
        elif targets:
            pointer.tap(tuple(targets[0]["at"]))
        elif seen["goals"] and chosen:
            _walk(pointer, seen, chosen)
        elif lifts:
            tried.add((version, lifts[0]["piece"]))
            pointer.tap(tuple(lifts[0]["at"]))
        elif pointer.spot(end):
            pointer.press(end)
        else:
            pointer.press(card[3][0][1])


def _walk(pointer: Pointer, seen: Seen, chosen: Seen) -> None:
    """Drag the figure as near as it may to the nearest of the others."""
    foes = [token["at"] for token in seen["tokens"] if token["piece"][:3] != chosen["piece"][:3]]
    goal = min(seen["goals"], key=lambda goal: (min(math.dist(goal["at"], foe) for foe in foes), goal["space"]))
    pointer.drag(tuple(chosen["at"]), tuple(goal["at"]))


def _middle(goals: Sequence[Seen]) -> Spot:
    spots = sorted(goal["at"] for goal in goals)
    return tuple(spots[len(spots) // 2])
