"""A rule under a finger: what a refusal cites is tapped, and its words are on the page that opens."""

from __future__ import annotations

from dataclasses import replace

from companion.core.ids import SpaceId
from tests.ui.screens.window import Opener
from ui.presenters.models import LogLine
from ui.presenters.rules import CITED


def test_a_cited_rule_is_tapped_on_the_card_and_in_the_log(open_screen: Opener) -> None:
    from kivy.tests.common import UnitTestTouch

    from ui.tablet.widgets.text import Cited, Told

    screen = open_screen()
    wishes: list[str] = []
    screen.screen._leave = wishes.append
    state = screen.session.state
    piece = next(state.on_map(state.active_seat))
    screen.presenter.tap_piece(piece.id)
    reached = {tile.space for tile in screen.presenter.model().board.tiles if tile.reach is not None}
    taken = {space for one in state.on_map() for space in one.spaces}
    far = next(space for space in state.table.board.spaces if space not in reached | taken)
    screen.presenter.tap_space(SpaceId(far))
    screen.refresh()
    screen.frames(4)
    card_model = screen.presenter.model().card
    assert card_model is not None
    text = card_model.text
    rule = CITED.findall(text)[0]
    card = next(one for one in screen.walk() if isinstance(one, Cited) and rule in one.refs)
    left, top, right, bottom = card.refs[rule][0]
    x = card.center_x - card.texture_size[0] / 2 + (left + right) / 2
    y = card.center_y + card.texture_size[1] / 2 - (top + bottom) / 2
    screen.touch(*card.to_window(x, y))
    assert wishes == [f"rule:{rule}"]

    told = Told("a number", ("2", "Hindering +1 [HC-LOS-08]"), open_rule=wishes.append)
    told.size = told.texture_size = (300, 60)
    finger = UnitTestTouch(*told.center)
    told.on_touch_down(finger)
    told.texture_update()
    assert "HC-LOS-08" in told.refs
    told.dispatch("on_ref_press", "HC-LOS-08")
    assert wishes[-1] == "HC-LOS-08"


def test_a_line_of_the_log_stays_open_while_others_come_and_go(open_screen: Opener) -> None:
    screen = open_screen()
    one, two, three = (LogLine(words, terms=("of a die",)) for words in ("One", "Two", "Three"))

    def told(*lines: LogLine) -> list[str]:
        screen.screen._fill_log(replace(screen.presenter.model(), log=lines))
        screen.frames(4)
        return [" ".join(line.text.split()) for line in reversed(screen.screen.log.children)][1:]  # below its title

    assert told(one, two) == ["One …", "Two …"]
    line = screen.screen.log.children[0]
    screen.touch(*line.to_window(*line.center))
    opened = "Two … of a die"
    assert told(one, two, three) == ["One …", opened, "Three …"]
    assert told(two, two, replace(three, taken_back=True)) == [opened, "Two …", "[s]Three[/s]"]
