"""Two players at two screens of one quest: they see what their presenter shows, and tap what it offers."""

from __future__ import annotations

from companion.core.ids import SpaceId
from companion.core.ledger import Ledger
from companion.core.session import Session
from companion.games.heroquest.sample import sample_setup
from companion.games.heroquest.system import HeroQuest
from companion.storage.codec import JsonCodec
from companion.storage.memory import MemoryRecorder
from companion.system import WallClock
from companion.table.follow import Follower
from ui.presenters.models import TableModel
from ui.presenters.table import TablePresenter

__all__ = ["Player", "quest_session"]


def quest_session(recorder: MemoryRecorder | None = None) -> Session:
    """The shipped quest, before it begins; or the one that the recorder holds."""
    system, setup = HeroQuest(), sample_setup()
    ledger = Ledger(recorder or MemoryRecorder(), JsonCodec(system.event_types))
    return Session(system, ledger, WallClock(), setup, seats=setup.seats)


class Player:
    """Somebody at a screen."""

    def __init__(self, session: Session, side: str, lang: str = "en", follower: Follower | None = None) -> None:
        self.screen = TablePresenter(session, follower or Follower(session, {}), lang=lang, sides=(side,))

    @property
    def model(self) -> TableModel:
        """What it sees."""
        return self.screen.model()

    def button(self, words: str) -> None:
        """Presses the button that says so, and confirms what that proposes; fails when there is none."""
        seen: list[str] = []
        for _ in range(9):  # pages of a card
            card = self.model.card
            buttons = card.buttons if card else ()
            found = [action for action, label in buttons if label == words]
            if found:
                self.screen.press(found[0])
                self.confirm()
                return
            seen += [label for _, label in buttons]
            more = [action for action, _ in buttons if action.startswith("page:") and action != "page:0"]
            if not more:
                break
            self.screen.press(more[0])
        raise AssertionError(f"no button says {words!r}: {seen}")

    def dice(self, *faces: str) -> None:
        """Taps these faces, which the dice row must offer."""
        for face in faces:
            model = self.model.dice
            assert model is not None, "no dice are asked for"
            assert face in model.faces, f"{face} is none of {model.faces}"
            self.screen.press(f"face:{face}")

    def tap(self, *spaces: str) -> None:
        """Taps squares one after another, and confirms each walk that is proposed."""
        for space in spaces:
            self.screen.tap_space(SpaceId(space))
            self.confirm()

    def confirm(self) -> None:
        """Confirms what is proposed, if anything is."""
        card = self.model.card
        if card is not None and card.buttons and card.buttons[0][0] == "confirm":
            self.screen.press("confirm")

    def end(self) -> None:
        """Presses the button that ends a turn or a phase, which must be lit."""
        assert self.model.can_end_turn
        self.screen.press("end_turn")
        self.confirm()  # where somebody may still act
