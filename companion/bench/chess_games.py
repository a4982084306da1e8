"""The peer of the rules: games of python-chess with random moves, listed, played, and read again from notation."""

from __future__ import annotations

import random
from functools import cached_property
from typing import Any

from companion.errors import MissingPart


class ChessGames:
    """Random games of chess, the same for the same seed."""

    def __init__(self, seed: int, games: int = 12, plies: int = 120) -> None:
        try:
            import chess
        except ImportError:
            raise MissingPart("python-chess", "pip install 'tablewright[dev]' brings it") from None
        self._chess, self._seed, self._games, self._plies = chess, seed, games, plies

    @cached_property
    def boards(self) -> list[Any]:
        """Positions in the middle of games, each with a move of its own history."""
        rng, found = random.Random(self._seed), list[Any]()
        for _ in range(self._games):
            board = self._chess.Board()
            while not board.is_game_over() and board.ply() < self._plies:
                found.append(board.copy(stack=False))
                board.push(rng.choice(list(board.legal_moves)))
        return found

    @cached_property
    def notations(self) -> list[tuple[Any, str]]:
        """A position and a move of it as it is written down (SAN), for every ply of the games."""
        rng = random.Random(self._seed)
        return [(board, board.san(rng.choice(list(board.legal_moves)))) for board in self.boards]

    def choose(self, number: int) -> None:
        """Choose one ply among all legal ones and carry it out, then take it back."""
        board = self.boards[number % len(self.boards)]
        board.push(random.Random(number).choice(list(board.legal_moves)))
        board.pop()

    def replay(self, number: int) -> None:
        """Read, check and carry out one written ply, then take it back."""
        board, written = self.notations[number % len(self.notations)]
        board.push_san(written)
        board.pop()
