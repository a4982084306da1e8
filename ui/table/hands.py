"""The errands of an open table, kept in a small file beside its store: how the hands had left it when it was closed."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

import msgspec

from companion.core.ids import PieceId
from companion.core.session import Session
from companion.errors import InputError
from companion.files import write_file
from companion.table.follow import Follower
from ui.presenters.adapter import GameAdapter
from ui.presenters.errands import HandsDesk, Lay, Stands


class _Kept(msgspec.Struct):
    left: dict[str, Stands]


def kept_hands(session: Session, game: GameAdapter, follower: Follower, store: Path) -> HandsDesk:
    """Return the errands; a game in memory is kept nowhere."""
    if not store.is_file():
        return HandsDesk(session, game, follower)
    file = store.with_suffix(".hands")

    def keep(lay: Lay) -> None:
        left = {str(piece): asdict(stands) for piece, stands in lay.items()}
        with suppress(InputError):  # a full disk stops no game
            write_file(file, json.dumps({"left": left}, ensure_ascii=False).encode())

    return HandsDesk(session, game, follower, _read(file), keep)


def _read(file: Path) -> Lay | None:
    """Read how the hands left the table; ``None`` for no file, or a damaged one: it is a convenience, no record."""
    with suppress(OSError, msgspec.MsgspecError, UnicodeDecodeError):
        kept = msgspec.json.decode(file.read_bytes(), type=_Kept)
        return {PieceId(piece): stands for piece, stands in kept.left.items()}
    return None
