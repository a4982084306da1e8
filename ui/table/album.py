"""The album of one game: pictures beside its store of its ground and its figures' portraits.

They stay on this machine: no page and no record has them.
"""

from __future__ import annotations

from pathlib import Path

from companion.core.ids import PieceId
from companion.files import make_folder, write_file
from ui.presenters.models import Looks

GROUND, PORTRAITS = ".ground.png", ".portraits"


class Album:
    """The pictures of the game in that store."""

    def __init__(self, store: Path) -> None:
        self._ground, self._folder = store.with_suffix(GROUND), store.with_suffix(PORTRAITS)

    def looks(self) -> Looks:
        """Return the pictures there are."""
        portraits = {PieceId(path.stem): path.read_bytes() for path in sorted(self._folder.glob("*.png"))}
        return Looks(self._ground.read_bytes() if self._ground.is_file() else b"", portraits)

    def keep(self, looks: Looks) -> None:
        if looks.ground:
            self.keep_ground(looks.ground)
        for piece, portrait in looks.portraits.items():
            self.keep_portrait(piece, portrait)

    def keep_ground(self, picture: bytes) -> None:
        """Keep the ground as it is drawn."""
        write_file(self._ground, picture)

    def keep_portrait(self, piece: PieceId, picture: bytes) -> None:
        """Keep what the figure looks like."""
        make_folder(self._folder)
        write_file(self._folder / f"{piece}.png", picture)

    def forget_ground(self) -> None:
        """Draw the ground again."""
        self._ground.unlink(missing_ok=True)

    def forget_portraits(self) -> None:
        """Write letters on every token again."""
        for path in self._folder.glob("*.png"):
            path.unlink()
