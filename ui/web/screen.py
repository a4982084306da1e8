"""The screen of a device: its presenter on the host, the parts it shows, and what its taps do.

tap ──sent before──> the first answer           ──late──> refused: what was touched is no more what it was; a button
    │                                                     that others' deeds left as it was is none of that
    └──> presenter ──> done, or refused with its rule ──> the parts that changed
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence

import msgspec

from companion.core.ids import PieceId
from companion.core.rules import violation
from companion.core.session import MOVED_ON
from companion.text.wording import Wording
from ui.presenters.adapter import Look
from ui.presenters.games import game_of
from ui.presenters.models import TableModel
from ui.presenters.roster import roster_of, with_health
from ui.presenters.table import TablePresenter
from ui.web.frames import Painter, Parts, Shown, parts_of
from ui.web.messages import Answer, Tap

_CARD, _DICE, _BAR, _BOARD = ("card",), ("dice", "card"), ("bar",), ("standing",)
# what the meaning of a tap depends on, by the button's action; any other button stands on the card
_ON: Mapping[str, tuple[str, ...]] = {
    "face": _DICE,
    "roll": _DICE,
    "clear_dice": _DICE,
    "result": ("result",),
    "figure": ("roster",),
    "undo": _BAR,
    "redo": _BAR,
    "end_turn": _BAR,
    "overlay": _BAR,
    "advice": _BAR,
    "line": _BAR,
    "judge": _BAR,
    "language": (),
    "hint": ("hint",),
}


def _offered(model: TableModel) -> Iterator[tuple[str, ...]]:
    """Generate the buttons whose meaning their words tell, with those words and the card's, or whose turn it is."""
    if (card := model.card) is not None:
        about = (card.kind, card.title, "" if card.is_menu else card.text)
        yield from ((does, label, *about) for does, label in card.buttons)
    if model.can_end_turn:
        yield "end_turn", model.words["end_turn"], model.now.words, model.now.where


class Screen:
    """One presenter and what it shows. Belongs to the session's thread; ``shown`` is a value."""

    def __init__(self, presenter: TablePresenter) -> None:
        self.presenter = presenter
        self.shown = Shown()
        self.shows: Hashable = None  # the state of the table that it shows; ``None``: not what it should
        self._model: TableModel | None = None
        self._painter, self._before = Painter(), Painter()
        self._pieces: set[str] = set()
        self._others: dict[str, int] = {}  # part -> the number at which it last changed by another's doing
        # button -> what it says, of what, and the number since which it has stood there so
        self._offers: dict[str, tuple[tuple[str, ...], int]] = {}

    def replace(self, presenter: TablePresenter) -> None:
        """Show another presenter's model from now on; numbers go on."""
        self.presenter.close()
        self.presenter, self.shows = presenter, None

    def refresh(self, around: Parts, table: Hashable, *, is_own: bool = False) -> bool:
        """Whether there is anything new in that state of the table; ``is_own``: a tap of this device changed it."""
        self.shows = table
        model = self._model = self.presenter.model()
        self._pieces = {str(token.piece) for token in model.board.tokens}
        parts: Parts = {**parts_of(model, self._painter, self.presenter.wording.lang), **around}
        shown = self.shown.changed(parts, model.log)
        is_new = shown is not self.shown
        if is_new and not is_own:
            self._others |= {name: shown.number for name, number in shown.since.items() if number == shown.number}
        self.shown = shown
        if is_new:
            self._offers = {does: self._stands(does, words, is_own=is_own) for does, *words in _offered(model)}
        return is_new

    def _stands(self, does: str, words: Sequence[str], *, is_own: bool) -> tuple[tuple[str, ...], int]:
        """Return what a button says and the number since which it does; one's own tap makes it another."""
        shown, before = self.shown, self._offers.get(does)
        is_touched = is_own and any(shown.since.get(part) == shown.number for part in (*_CARD, *_BAR))
        if before is not None and before[0] == tuple(words) and not is_touched:
            return before
        return tuple(words), shown.number

    def then(self, number: int) -> bytes | None:
        """The board and the title after that line of the log, as this side saw them; ``None``: no such line."""
        presenter = self.presenter
        told = presenter.log.then(number, presenter.wording)
        if told is None:
            return None
        version, line = told
        game = game_of(presenter.session.system.id).adapter(presenter.session.at(version))
        wording = Wording(presenter.wording.lang, game.names(presenter.holder.side, presenter.wording.lang))
        look = Look(presenter.holder.side, (), wording)
        drawn = game.picture(look, frozenset())
        parts = dict(self._before.layers(with_health(drawn, roster_of(game, drawn, look))))
        return msgspec.json.encode(
            {
                "line": number,
                "text": line,
                "title": game.title(look),
                **{name: msgspec.Raw(part) for name, part in parts.items()},
            }
        )

    def tap(self, tap: Tap) -> Answer:
        """Carry out a tap; the screen is up to date when this is called."""
        presenter = self.presenter
        name, _, _ = tap.what.partition(":")
        if not self._is_current(tap, name):
            late = violation(MOVED_ON, waivable=False, seen=tap.seen, now=self.shown.number)
            return Answer(tap.id, False, presenter.wording.violation(late), MOVED_ON)
        before = presenter.refused
        if not self._do(tap, name):
            return Answer(tap.id, False, presenter.wording.say("page.not_understood"))
        refused = presenter.refused
        if refused is not None and refused is not before:
            broken = refused[1][0]
            return Answer(tap.id, False, presenter.wording.violation(broken), broken.rule)
        return Answer(tap.id, True)

    def _is_current(self, tap: Tap, name: str) -> bool:
        """Whether what was touched is still what it was; on dice and board one's own quick taps may follow another."""
        if tap.does in ("over", "drop"):
            return True  # a hand is empty when the table has moved on
        if tap.does != "press":
            return all(self._others.get(part, 0) <= tap.seen for part in _BOARD)
        names = _ON.get(name, _CARD)
        if names == _DICE:
            return all(self._others.get(part, 0) <= tap.seen for part in names)
        if (offer := self._offers.get(tap.what)) is not None and offer[1] <= tap.seen <= self.shown.number:
            return True  # others acted, and it is offered as before
        return self.shown.is_current(names, tap.seen)

    def _do(self, tap: Tap, name: str) -> bool:
        """Whether the tap has a meaning at all."""
        presenter = self.presenter
        space = presenter.game.drawing.space_at(*tap.at) if tap.at is not None else None
        match tap.does:
            case "press":
                return self._press(tap.what, name)
            case "space" if space is not None:
                presenter.tap_space(space)
            case "piece" if tap.what in self._pieces:
                presenter.tap_piece(PieceId(tap.what))
            case "lift" if tap.what in self._pieces:
                presenter.hand.lift(PieceId(tap.what))
            case "over":
                presenter.hand.over(space)
            case "drop":
                presenter.hand.over(space)
                presenter.hand.drop()
            case _:
                return False
        return True

    def _press(self, action: str, name: str) -> bool:
        """Whether there is such a button on the screen now: nothing else can be pressed."""
        model = self._model
        if model is None:
            return False
        buttons = {does for does, _ in (*(model.card.buttons if model.card else ()), *model.beside)}
        buttons |= {"language", "dismiss"}
        if model.dial is not None:
            opens = (*(slot.opens for slot in model.dial.slots), *map(model.dial.opens, range(len(model.dial.about))))
            buttons |= {*filter(None, opens)}
        if model.can_undo:
            buttons.add("undo")
        if model.can_end_turn:
            buttons.add("end_turn")
        if model.can_end_game:
            buttons.add("pick:ends")
        buttons |= {f"figure:{one.piece}" for one in model.roster}
        if model.result is not None:
            buttons.add("result:open" if model.result.is_line else "result")
        if model.hint:
            buttons.add("hint")
        if model.dice is not None:
            buttons |= {"clear_dice", *(f"face:{face}" for face in model.dice.faces)}
            if model.dice.can_roll and not model.dice.under_way:
                buttons.add("roll")
        if action not in buttons:
            return False
        self.presenter.press(action)
        return True
