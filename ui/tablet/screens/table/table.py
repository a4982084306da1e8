"""The table screen: shows the presenter's model, hands taps back. It draws, and computes no rule."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from pathlib import Path

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.metrics import dp, sp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.core.ids import PieceId
from companion.painting.palette import seat_colour
from ui.presenters.aims import AIMS
from ui.presenters.button_places import Places
from ui.presenters.errands import Errand, HandsDesk
from ui.presenters.models import CardModel, ClockModel, HandModel, LogLine, Looks, ResultModel, TableModel
from ui.presenters.open_table import Door
from ui.presenters.roster import is_turned
from ui.presenters.sounds import Sound, sound_of
from ui.presenters.table import TablePresenter
from ui.tablet.screens.table.header import Header, doubts
from ui.tablet.screens.table.steady import Steady
from ui.tablet.theme import SURFACE, TOUCH_DP
from ui.tablet.widgets.board import BoardWidget
from ui.tablet.widgets.buttons import CheckButton, TapButton
from ui.tablet.widgets.dial import DialFrame, DialWidget
from ui.tablet.widgets.dress import dressed
from ui.tablet.widgets.hand_card import hand_widgets
from ui.tablet.widgets.kept import Kept
from ui.tablet.widgets.motion import Motion
from ui.tablet.widgets.plates import Card
from ui.tablet.widgets.prints import Prints
from ui.tablet.widgets.roster import RosterStrip
from ui.tablet.widgets.scrolled import Scrolled
from ui.tablet.widgets.text import Cited, Told, Words
from ui.tablet.widgets.throwing import dice_card, dice_row, result_card, result_line, result_row

Builder.load_string((Path(__file__).parent / "table.kv").read_text(encoding="utf-8"))

SIDE = (0.32, 0.42)  # the least and the greatest share of the width that the column beside the board takes
COLUMN = 440  # sp of that column that names beside everybody leave it
MOST_OWED = 2  # errands for the hands that are listed, the newest
LINES = 40  # of the log, the newest
LOG = 90  # sp of the log that are left while nothing longer waits for a tap, and the least that what waits has
SHEET = 0.28  # the share of the column that the sheet keeps at least; more of it leaves less for what waits for a tap
ABREAST = 3  # buttons beside the board's questions in one row; of more there are two rows
LINE, LETTERS = 21, 46  # sp of a line of a button, and letters of one as wide as the card
HAND = 380  # sp of width from which two cards of a hand lie side by side
SEEN_S = 0.8  # the end of a game is looked at so long before a tap leads on: the last blow may have been tapped twice


class TableScreen(BoxLayout):
    def __init__(
        self,
        presenter: TablePresenter,
        leave: Callable[[str], None] | None = None,
        door: Door | None = None,
        *,
        is_left_hand: bool = False,
        looks: Looks | None = None,
        hear: Callable[[Sound], None] | None = None,
        hands: HandsDesk | None = None,
        motion: Motion | None = None,
        **settings: object,
    ) -> None:
        super().__init__(**settings)
        if is_left_hand:  # the column under the other thumb
            body = self.ids.side.parent
            body.remove_widget(self.ids.side)
            body.add_widget(self.ids.side, index=1)
        self.presenter, self._leave = presenter, leave
        self._hear = hear
        presenter.may_leave = leave is not None
        self._shown: TableModel | None = None
        self._places = Places()
        self._over_since: float | None = None  # of Kivy's clock
        self.header = Header(self.press, door, may_leave=leave is not None)
        self.header.bind(height=self._share)
        self.add_widget(self.header, index=1)
        self._motion = motion or Motion()
        self._read: ResultModel | None = None  # the result that is shown
        self.board = BoardWidget(self, self._motion)
        if looks is not None:
            self.board.dress = dressed(looks.ground, looks.portraits)
        self.roster = RosterStrip(self.press, self.board.dress.portraits)
        self.ids.board_box.parent.add_widget(self.roster, index=0 if is_left_hand else 2)
        self.dial = DialWidget(self.press, self._motion)
        self._frame = DialFrame(self.dial)
        self.beside = GridLayout(cols=ABREAST, size_hint_y=None, height=0, spacing=dp(8))
        self.middle = BoxLayout(orientation="vertical", size_hint_y=None, height=0, spacing=dp(6))
        self.middle.bind(minimum_height=self.middle.setter("height"))
        self.log = BoxLayout(orientation="vertical", size_hint_y=None, padding=dp(8))
        self._lines = Kept[LogLine | str](self.log, self._line)
        self._scroll = Scrolled()
        self.log.bind(minimum_height=self.log.setter("height"))
        snap = Clock.create_trigger(self._snap)  # once the heights of the lines are known
        self.log.bind(minimum_height=snap)
        self._scroll.bind(height=snap)
        self._scroll.add_widget(self.log)
        self._todo = BoxLayout(orientation="vertical", size_hint_y=None, height=0, spacing=dp(6))
        self._todo.bind(minimum_height=self._todo.setter("height"))
        self._hands = hands
        self._owed: tuple[Errand, ...] = ()  # what is shown of it
        self._reach = Clock.create_trigger(self._reached)  # once the heights of the cards are known
        self.hint = BoxLayout(size_hint_y=None, height=0)  # above what it speaks of, never scrolled away
        self.hint.bind(height=self._make_room)
        asked = BoxLayout(orientation="vertical", size_hint_y=None, spacing=dp(6))
        asked.bind(minimum_height=asked.setter("height"), height=self._make_room)
        asked.add_widget(self.middle)
        asked.add_widget(self._todo)
        self._asks: Hashable = None  # what waits for a tap
        self._thrown: Hashable = None  # dice that are tapped
        self._wanted = 0.0  # pixels that what waits takes of the column
        self._held: float | None = None  # the same, of dice that are tapped: what it was at first
        self._least = 0.0  # the same, once something was checked off: nothing moves up into its place under a finger
        self._above: float | None = None  # pixels of it that were scrolled away, while it is the same
        self._first: Widget | None = None  # the card that waits
        self._before = 0.0  # pixels of what stood above it until now
        self._asked = Scrolled(do_scroll_y=False, size_hint_y=None, height=0, bar_width=dp(6))
        self._asked.add_widget(asked)
        self._steady = Steady(self._asked, self.middle)
        self.bind(size=self._steady.let_go)
        self.onward = BoxLayout(
            orientation="vertical", size_hint_y=None, height=0, spacing=dp(6)
        )  # never scrolled away
        self.onward.bind(minimum_height=self.onward.setter("height"), height=self._make_room)
        for widget in (self._frame, self.beside, self.hint, self._asked, self.onward, self._scroll):
            self.ids.side.add_widget(widget)
        self.bind(size=self._share)
        self.roster.bind(width=self._share)
        self.ids.side.bind(height=self._make_room)
        self.refresh()

    def _make_room(self, *_: object) -> None:
        """The sheet keeps its share of the column, whatever waits for a tap, and is scrolled in it; what waits takes
        the room of the log, and is scrolled too where that is not enough. While dice are tapped all keeps its
        place, however long the words are that come.
        """
        taken = sum(widget.height for widget in (self.beside, self.hint, self.onward))
        room = self.ids.side.height - taken - 5 * dp(6)
        content = self._asked.children[0].height
        if self._steady.is_held:
            wanted = self._least
        else:
            wanted = max(self._least, content) if self._held is None else self._held
        self._wanted = wanted
        if not self._steady.is_held:
            self._frame.make_room(max(min(SHEET * room, room - sp(LOG)), room - wanted - sp(LOG)))
        self._asked.height = max(0, min(wanted, room - self._frame.height))
        self._asked.do_scroll_y = content > self._asked.height + 1  # else a touch goes through at once
        self._reach()

    def _share(self, *_: object) -> None:
        """The board takes the width it can use, the column beside it the rest."""
        width = self.width - self.roster.bare
        wanted = self.board.width_for(self.height - self.header.height - 3 * dp(6))
        side = max(SIDE[0] * width, min(SIDE[1] * width, width - wanted - dp(28)))
        is_named = side - self.roster.more >= sp(COLUMN)
        self.roster.name(is_named=is_named)
        self.ids.side.width = side - self.roster.more * is_named

    def refresh(self) -> None:
        """Draw what the presenter says now."""
        model = self.presenter.model()
        self._fill_todo()
        if model == self._shown:
            return
        before, self._shown = self._shown, model
        self._steady.note(before, model, self.presenter.session.version, is_settled=not self._reach.is_triggered)
        if self._steady.is_held:
            self._least = self._wanted
            self._frame.make_room(self._frame.height)  # a longer sheet pushes no card out of sight
        else:
            self._make_room()
        if before and _is_over(model) and not _is_over(before):
            self._over_since = Clock.get_boottime()
        if self._hear and before and (sound := sound_of(before, model)) is not None:
            self._hear(sound)
        self.board.show(model.board, model.hand)
        if before is None or before.prints != model.prints:
            self._lay_out(model.prints)
        self.roster.show(model.roster)
        self.dial.show(model.dial, model.words["tap_figure"], is_turned=is_turned(before, model))
        if before is None or before.beside != model.beside:
            self._fill_beside(model)
        self.header.show(model)
        if before is None or before.hint != model.hint:
            self._fill_hint(model.hint)
        if before is None or _middle(before) != _middle(model):
            self._fill_middle(model)
        if before is None or before.log != model.log:
            self._fill_log(model)
        self._reach()

    def _lay_out(self, prints: Sequence[str]) -> None:
        """The board, or what is printed in its place."""
        self.ids.board_box.clear_widgets()
        self.ids.board_box.add_widget(Prints(prints) if prints else self.board)

    def show_time(self, time: ClockModel | None) -> bool:
        """Draw the time where it is another one; whether the rest of the screen may have changed with it."""
        return self.header.show_time(time)

    def press(self, action: str) -> None:
        """Hand the press of a button on."""
        if action.startswith("leave:") and self._leave:
            if self._over_since is None or Clock.get_boottime() >= self._over_since + SEEN_S:
                self._leave(action.removeprefix("leave:"))
            return
        self.presenter.press(action)
        self._answer()

    def _answer(self) -> None:
        """Draw what a tap did: nothing is held in place against it."""
        self._steady.tapped(self.presenter.session.version)
        self._make_room()
        self.refresh()

    def _open_rule(self, rule: str) -> None:
        self.press(f"leave:rule:{rule}")

    def tap(self, column: int, row: int) -> None:
        """Hand the tap on a square on."""
        space = self.presenter.game.drawing.space_at(column, row)
        if space is not None:
            self.presenter.tap_space(space)
            self._answer()

    def tap_figure(self, piece: PieceId) -> None:
        """Hand the tap on a figure on."""
        self.presenter.tap_piece(piece)
        self._answer()

    def lift(self, piece: PieceId) -> bool:
        """Whether the figure is in the hand now."""
        lifted = self.presenter.hand.lift(piece)
        if lifted:
            self.refresh()
        return lifted

    def over(self, column: int, row: int) -> HandModel | None:
        """The hand over a square of the board; the rest of the screen need not change for it."""
        return self.presenter.hand.over(self.presenter.game.drawing.space_at(column, row))

    def drop(self) -> None:
        """Let the figure go."""
        self.presenter.hand.drop()
        self.refresh()

    def _button(self, action: str, label: str, tone: str = "line", **settings: object) -> TapButton:
        return TapButton(label, lambda: self.press(action), tone=tone, **settings)

    def _fill_beside(self, model: TableModel) -> None:
        self.beside.clear_widgets()
        many = len(model.beside)
        self.beside.cols = max(1, many if many <= ABREAST else -(-many // 2))
        if model.beside:  # a row that was there stays: the card below keeps its place under the finger
            self.beside.height = dp(TOUCH_DP) if many <= ABREAST else 2 * dp(TOUCH_DP) + dp(8)
        for action, label in model.beside:
            self.beside.add_widget(self._button(action, label))

    def _fill_middle(self, model: TableModel) -> None:
        self._before = self._over_first
        self.middle.clear_widgets()
        self.onward.clear_widgets()
        self._keep_place(model)
        unsure = [self.presenter.wording.pair(link.name, link.detail) for link in doubts(model)]
        told = [Cited(one, self._open_rule, colour=SURFACE["accent"], size=17) for one in (*model.errands, *unsure)]
        if model.result and model.result.is_line:
            told.append(result_line(model.result, self.press))
        dice = model.dice or model.watched
        thrown = (dice.question, dice.faces) if dice is not None and dice.faces else None
        self._held = self._wanted if thrown is not None and thrown == self._thrown else None
        self._thrown = thrown
        if dice is not None:  # first: what arrives moves no face under a finger
            self.middle.add_widget(dice_card(dice, self.press))
            if dice.faces:
                self.onward.add_widget(dice_row(dice, model.words["clear_dice"], self.press))
        for one in told:
            self.middle.add_widget(one)
        shown = [self._card(model.card)] if model.card else []
        self._steady.card = next(iter(shown), None)
        if model.result and not model.result.is_line:
            first = 1 if model.card and (_is_over(model) or not model.has_card) else 0  # nothing to do is covered
            figures = () if model.watched else model.parties
            result = result_card(model.result, figures, self.ids.side.width, self.press)
            shown.insert(first, result)
            is_beside = model.dice or (model.card is not None and not model.card.is_menu and not _is_over(model))
            (result if is_beside else self.onward).add_widget(result_row(model.result, self.press))
            if model.result != self._read:  # what was thrown comes into sight, once
                self._motion.start("result", partial(setattr, result, "opacity"), "result")
        self._read = model.result
        self._first = next(iter(shown), None)
        for card in shown:
            self.middle.add_widget(card)
        if model.brings:
            self.middle.add_widget(
                Cited(model.brings, self._open_rule, colour=SURFACE["quiet"], size=15, padding=(dp(10), 0))
            )

    def _keep_place(self, model: TableModel) -> None:
        """Begin at the top of what is asked anew; what was scrolled stays while the same is asked."""
        titles = (model.card.kind, model.card.title) if model.card else None
        is_among = model.card is not None and model.card.kind == "choice" and model.leads != "chosen"
        leads = "" if is_among else model.leads  # one more answer moves nothing, their confirmation comes into sight
        own = self.presenter.asked.ids or self.presenter.session.version  # others may be asked, and answer, meanwhile
        asks = (own, titles, leads, model.dice.question if model.dice else "")
        is_same = asks == self._asks and model.result in (None, self._read)  # a result that goes moves nothing
        self._above = max(0.0, (1 - self._asked.scroll_y) * self._hidden) if is_same else None
        self._asks = asks
        if self._above is None and not self._steady.is_held:
            self._asked.scroll_y, self._least = 1, 0.0

    @property
    def _hidden(self) -> float:
        """The pixels of what waits that have no room."""
        return float(self._asked.children[0].height - self._asked.height)

    @property
    def _over_first(self) -> float:
        """The pixels of what stands above the card that waits."""
        return float(self._asked.children[0].top - self._first.top) if self._first is not None else 0.0

    def _reached(self, *_: object) -> None:
        """Scroll what waits until the button that is led to is in sight, or to where it was scrolled: a line that
        comes or goes above it moves nothing under a finger.
        """
        if self._steady.is_held:
            self._steady.hold()
            return
        is_read = self._read is not None and not self._read.is_line  # what came of it is read first
        buttons = () if is_read else self.middle.walk(restrict=True)
        lit = next((one for one in buttons if isinstance(one, TapButton) and one.tone == "good"), None)
        content = self._asked.children[0]
        if self._above is not None:
            moved = self._over_first - self._before if self._above > 0 and self._before > 0 else 0.0
            above = max(0.0, self._above + moved)
            self._asked.scroll_y = max(0.0, 1 - above / self._hidden) if self._hidden > 0 else 1
            is_out = (
                lit is not None
                and not above <= content.top - lit.top <= content.top - lit.y <= above + self._asked.height
            )
            if not (is_out and self.hint.height):  # who is led sees what is led to
                return
        if lit is not None and self._hidden > 0:
            self._asked.scroll_y = min(1.0, max(0.0, (lit.y - content.y - dp(6)) / self._hidden))

    def _fill_todo(self) -> None:
        """List what the hands have still to do, under everything that is tapped: a tap on a line checks it off."""
        is_shown = self._hands is not None and not self.presenter.holder.is_covered
        owed = self._hands.errands(self.presenter.wording) if self._hands is not None and is_shown else ()
        if owed == self._owed:
            return
        is_more, self._owed = bool(set(owed) - set(self._owed)), owed
        self._todo.clear_widgets()
        if not owed:
            self._todo.height = 0
            return
        box, high = Card(), max(dp(TOUCH_DP), sp(48))
        box.add_widget(Words(self.presenter.wording.say("page.hands"), size=15, colour=SURFACE["quiet"], bold=True))
        for errand in owed[:MOST_OWED]:
            box.add_widget(CheckButton(errand.words, partial(self._done, (errand.piece,)), height=high))
        if more := len(owed[MOST_OWED:]):
            words = self.presenter.wording.say("screen.hands_more", count=more)
            box.add_widget(Words(words, size=15, colour=SURFACE["quiet"]))
        if len(owed) > 1:
            label = self.presenter.wording.say("screen.hands_all", count=len(owed))
            box.add_widget(CheckButton(label, self._done, height=high))
        self._todo.add_widget(box)
        if is_more and self._hear and self._shown:
            self._hear(Sound.ERRAND)

    def _done(self, pieces: Sequence[PieceId] | None = None) -> None:
        if self._hands:
            self._least = self._wanted
            self._hands.done(pieces)
        self.refresh()

    def _fill_hint(self, hint: str) -> None:
        """Write the hint of what is to be done next, and the button that closes them all."""
        self.hint.clear_widgets()
        self.hint.height = 0
        if not hint:
            return
        box, row = Card(), BoxLayout(size_hint_y=None, spacing=dp(8))
        words = Words(hint, size=17, bold=True, colour=SURFACE["accent"], pos_hint={"center_y": 0.5})
        row.add_widget(words)
        row.add_widget(self._button("hint", "×", size_hint_x=None, width=dp(TOUCH_DP)))
        words.bind(height=lambda _, height: setattr(row, "height", max(height, dp(TOUCH_DP))))
        box.bind(height=self.hint.setter("height"))
        box.add_widget(row)
        self.hint.add_widget(box)

    def _card(self, card: CardModel) -> BoxLayout:
        tone = {"refusal": "bad", "question": "accent"}.get(card.kind, "good")
        box = Card()
        if card.title:
            box.add_widget(Words(card.title, size=20, bold=True, colour=SURFACE[tone]))
        if card.text and card.kind != AIMS:  # of which the way on is never below the fold
            box.add_widget(Cited(card.text, self._open_rule, size=26 if card.kind == "dice" else 17))
        if card.hand and card.kind == "choice":
            box.add_widget(self._hand(card))
        columns = 1 if card.kind == "advice" else 2
        lines = max((-(-len(label) * columns // LETTERS) for _, label in card.plain), default=1)
        height = max(dp(52), sp(36), sp(LINE) * min(lines, 3) + dp(8))
        grid = GridLayout(
            cols=columns, spacing=dp(8), size_hint_y=None, row_default_height=height, row_force_default=True
        )
        grid.bind(minimum_height=grid.setter("height"))
        for button in self._places.arranged((card.kind, card.title), card.plain):
            tone = "good" if button[0] and button[0] == card.likely else "line"
            grid.add_widget(
                self._button(
                    *button,
                    tone,
                    height=dp(48) if height <= dp(52) else height,
                    disabled=not button[0],  # nothing comes under the finger where something else was
                )
            )
        (self.onward if card.kind == "over" else box).add_widget(grid)  # however long the end is told
        if card.text and card.kind == AIMS:
            box.add_widget(Cited(card.text, self._open_rule, size=17))
        if card.hand and card.kind != "choice":  # what else may be done comes first
            box.add_widget(self._hand(card))
        return box

    def _hand(self, shown: CardModel) -> GridLayout:
        """The cards of a hand as cards, two abreast where they can be read."""
        grid = GridLayout(cols=1, spacing=dp(8), size_hint_y=None)
        grid.bind(minimum_height=grid.setter("height"))
        grid.bind(width=lambda _, width: setattr(grid, "cols", 2 if width >= sp(HAND) else 1))
        for card in hand_widgets(shown, self.press):
            grid.add_widget(card)
        return grid

    def _fill_log(self, model: TableModel) -> None:
        self._lines.show([model.words["log"], *model.log[-LINES:]])
        self._scroll.scroll_y = 0
        self._snap()

    def _line(self, line: LogLine | str) -> Words:
        """A line of the log, or its title."""
        if isinstance(line, str):
            return Words(line, size=15, colour=SURFACE["quiet"], bold=True)
        is_quiet = line.taken_back or line.detail
        colour = SURFACE["quiet"] if is_quiet else SURFACE["accent"] if line.heading else SURFACE["text"]
        return Told(
            line.text,
            () if line.taken_back else line.terms,
            seat_colour(line.seat) if line.seat else "",
            open_rule=self._open_rule,
            is_struck=line.taken_back,
            size=14 if line.detail else 16,
            colour=colour,
            bold=line.heading,
        )

    def _snap(self, *_: object) -> None:
        """Leaves so much free under the last line that the first one in sight is whole."""
        total, room = 0.0, self._scroll.height
        for line in self.log.children:  # the newest first
            if total + line.height > room:
                self.log.padding = (dp(8), dp(8), dp(8), room - total)
                return
            total += line.height
        self.log.padding = dp(8)


def _is_over(model: TableModel) -> bool:
    return model.card is not None and model.card.kind == "over"


def _middle(model: TableModel) -> tuple[object, ...]:
    thrown = model.dice, model.watched, model.result, model.parties
    return model.errands, model.brings, *thrown, model.card, model.words, doubts(model)
