"""Led games: what is led to gains something, every hint speaks of what stands there, whatever is new is explained."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from companion.core.dice import DiceRequest
from companion.core.flow import ChoiceRequest
from companion.core.ids import SpaceId
from companion.games.heroclix.commands import MoveFigure
from companion.games.heroquest.reach import distance
from tests.ui.led import GAMES, Follower, evening
from ui.presenters.models import TableModel
from ui.presenters.table import TablePresenter

ROUNDS = 3
AN_ID = re.compile(r"\b[a-z]+(?:[-_.][a-z]+)*[-_.]\d+\b|\b[a-z]+_[a-z]+\b|\{\w+\}")  # door-2, museum-south.1, power_1


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_three_rounds_are_played_by_what_the_screen_leads_to(tmp_path: Path, game: str, lang: str) -> None:
    with evening(tmp_path, game, lang, seed=4) as made:
        assert made.table is not None
        table = made.table.presenter
        follower, met, often = Follower(table, 4), set[str](), Counter[object]()
        taps, attacks, greeted = 0, 0, list[str]()
        while follower.round <= ROUNDS:
            shown = table.model()
            does, before = follower.does(shown), _moment(table)
            assert does, f"nobody is led on: {shown.now.words!r} {shown.card}"
            assert table.holder.is_covered or stands(shown, does), f"{does} is not on the screen"
            assert not AN_ID.findall(spoken(shown)) and not ids_in(shown), spoken(shown)
            assert shown.dice is None or not is_bare(shown.dice.decides), f"why is it thrown? {shown.dice}"
            labels = [label for _, label in shown.card.buttons] if shown.card else []
            assert len({*labels}) == len(labels), f"two buttons say the same: {labels}"
            banner = shown.now.line.split(" · ")
            assert len({*banner}) == len(banner), f"said twice: {banner}"
            above = {shown.now.words, shown.now.line, shown.now.more, table.game.title(table.look)}
            below = {shown.card.title if shown.card else "", shown.dice.question if shown.dice else ""}
            is_said = below & above - {""} or any(shown.now.more and shown.now.more[1:] in one for one in below)
            assert table.holder.is_covered or not is_said, f"the banner says it: {shown.card}"
            is_led = follower.round <= 1  # later others stay ringed beside the one that the line names
            assert table.holder.is_covered or not quarrels(shown, rings=is_led), quarrels(shown, rings=is_led)
            assert shown.hint or not shown.leads or table.holder.is_covered, f"{does} is lit, and nobody says why"
            is_given = does == "confirm" and table.pending is not None
            assert not is_given or not table.game.is_poor(table.pending.command), f"vain: {shown.card}"  # type: ignore[union-attr]
            if shown.card is not None and shown.card.kind == "aims":
                greeted.append(table.holder.side)
                own = [token for token in shown.board.tokens if token.seat in table.look.seats]
                assert all(f"({token.label})" in shown.card.text for token in own), "whose letters are they?"
            kind = step(shown, does)
            assert kind in met or shown.hint or table.holder.is_covered, f"{kind} comes first, nothing is said of it"
            met.add(kind)
            if attacks_somebody(shown, does):
                attacks += 1
            elif does.startswith("do:"):
                assert worth(table, does), f"{dict(shown.card.buttons)[does]!r} gains nothing"  # type: ignore[union-attr]
            follower.tap(does)
            assert _moment(table) != before, f"{does} changed nothing"
            often[before, does] += 1
            taps += 1
            assert taps < 800 and often[before, does] == 1, f"round in a circle: {does}"
        assert attacks, "three rounds without an attack"
        assert sorted(greeted) == sorted(table.holder.sides), "each side reads once who it is"


def is_bare(decides: Sequence[str]) -> bool:
    """Whether nothing hangs on a throw, and nobody says so: one line, certain or in vain."""
    return len(decides) == 1 and re.search(r"(?<!\d)(0|100)\s%", decides[0]) is not None


def _moment(table: TablePresenter) -> object:
    """The state of the game and of the screen, as far as taps have made it."""
    at = (table.session.version, table.holder.side, table.holder.is_covered, table.chosen, table.aimed, table.picked)
    picked, result = table._choice.picked, table.model().result is not None
    return *at, picked, table._page, table.pending, table.refused is not None, result


def stands(shown: TableModel, does: str) -> bool:
    """Whether what is to be tapped is there to be tapped."""
    kind, _, what = does.partition(":")
    if kind == "space":
        return any(str(tile.space) == what and tile.reach is not None for tile in shown.board.tiles)
    if kind == "piece":
        return any(str(token.piece) == what for token in shown.board.tokens)
    buttons = dict(shown.card.buttons) if shown.card else {}
    there = {**buttons, **dict(shown.beside)}
    there |= {"roll": ""} if shown.dice and shown.dice.can_roll else {}
    there |= {"result": ""} if shown.result else {}
    there |= {"end_turn": ""} if shown.can_end_turn else {}
    return does in there


def quarrels(shown: TableModel, *, rings: bool) -> str:
    """Return how hint, lit button, outline and rings contradict each other; empty: all name the step that is led to."""
    card, (kind, _, what) = shown.card, shown.leads.partition(":")
    buttons = {**dict(shown.beside), **(dict(card.buttons) if card else {}), "end_turn": shown.words["end_turn"]}
    buttons |= {"result": shown.result.button} if shown.result else {}
    buttons |= {"roll": shown.dice.roll_label} if shown.dice else {}
    lit = {card.likely} - {""} if card else set[str]()
    lit |= {"end_turn"} if shown.ends_next else set()
    due = {shown.leads} & {*(dict(card.buttons) if card else ()), "end_turn"}
    if lit != due:
        return f"lit are {lit}, led to is {shown.leads!r}"
    tiles = {(tile.column, tile.row) for tile in shown.board.tiles if kind == "space" and tile.space == what}
    stands = {
        place for token in shown.board.tokens if kind == "piece" and token.piece == what for place in token.places
    }
    if {*shown.board.led} != tiles | stands:
        return f"outlined is {shown.board.led}, led to is {shown.leads!r}"
    ringed = [token for token in shown.board.tokens if token.target]
    is_asked = card is not None and card.kind == "choice"  # who is ringed is an answer then
    if rings and shown.hint and len(ringed) > 1 and not is_asked:
        return f"{len(ringed)} are ringed while the hint speaks of one thing: {shown.hint}"
    if rings and shown.hint and kind == "piece" and any(token.piece != what for token in ringed):
        return f"{ringed[0].name} is ringed, the hint says {shown.hint}"
    said = re.findall("[“«] ?(.+?) ?[”»]", shown.hint)
    is_named = f" {buttons.get(shown.leads)}" in re.sub("[“«]\\s?", " ", shown.hint, count=1)
    return f"{said} is no word of {shown.leads!r}" if said and not is_named else ""


def spoken(shown: TableModel) -> str:
    """The words that lead: the banner, the card with its buttons, the hint, the dice."""
    card = (shown.card.title, shown.card.text, *(label for _, label in shown.card.buttons)) if shown.card else ()
    dice = (shown.dice.question, *shown.dice.decides) if shown.dice else ()
    plates = tuple(plate.words for plate in shown.board.plates)
    parts = (shown.now.words, shown.now.more, shown.now.left, *card, *dice, shown.hint, *plates)
    return "\n".join(re.sub(r"\[[A-Z-]+\d+\]", "", part) for part in parts)


def ids_in(shown: TableModel) -> list[str]:
    """The ids of spaces and figures among the words; a square's id is its name."""
    ids = {str(tile.space) for tile in shown.board.tiles} | {str(token.piece) for token in shown.board.tokens}
    ids |= {one.rpartition(".")[0] for one in ids}  # the zone of a space
    return [
        one
        for one in ids
        if re.search("[-_.]", one) and re.search(rf"(?<![\w-]){re.escape(one)}(?![\w-])", spoken(shown))
    ]


def step(shown: TableModel, does: str) -> str:
    """The kind of what is to be done: of a tap on the board by what is there."""
    kind, _, what = does.partition(":")
    ringed = any(str(token.piece) == what and token.target for token in shown.board.tokens)
    card = shown.card.kind if shown.card else ""
    return f"{kind}-{'ringed' if ringed else ''}-{card if kind in ('choose', 'chosen') else ''}"


def attacks_somebody(shown: TableModel, does: str) -> bool:
    return step(shown, does) == "piece-ringed-"


def worth(table: TablePresenter, does: str) -> bool:
    """Whether the offer of that button is worth something by the game's own word, or chooses who acts."""
    menu = table._menu(table.look) if table.pending is None else table.game.proposal(table.look, table.pending.command)
    assert menu is not None
    entry = menu.entries[int(does.partition(":")[2])]
    command = getattr(entry, "command", None)
    return command is None or (table.game.gain(command).worth > 0 and not table.game.is_poor(command))


def test_the_first_attack_is_explained_however_late_it_comes(tmp_path: Path) -> None:
    """Two rounds go by without anybody doing anything: then whoever comes into reach is spoken of."""
    with evening(tmp_path, "heroclix", "en", seed=4) as made:
        assert made.table is not None
        table, follower, said = made.table.presenter, Follower(made.table.presenter, 4), list[str]()
        while follower.round <= 2:
            table.press("end_turn")
            table.press("confirm")
        while follower.round <= 8:
            shown = table.model()
            does = follower.does(shown)
            if attacks_somebody(shown, does):
                said.append(shown.hint)
            follower.tap(does)
        assert len(said) > 1 and said[0].startswith("Somebody is in reach: tap ")
        assert not any("Somebody is in reach" in hint for hint in said[1:]), "once"


def test_places_that_are_asked_for_are_lit_and_a_tap_there_answers(tmp_path: Path) -> None:
    """“Where to?”: every answer that is a space is lit, with the number that its button ends with."""
    with evening(tmp_path, "guardians", "en", seed=4) as made:
        assert made.table is not None
        table, follower, answered = made.table.presenter, Follower(made.table.presenter, 4), 0
        while follower.round <= ROUNDS:
            shown = table.model()
            does, version = follower.does(shown), table.session.version
            lit = {str(tile.space) for tile in shown.board.tiles if tile.reach is not None}
            spaces = {str(tile.space) for tile in shown.board.tiles}
            if shown.card is not None and shown.card.kind == "choice" and does.removeprefix("choose:") in spaces:
                buttons = {one[7:]: label for one, label in shown.card.buttons if one[7:] in spaces}
                assert lit == {*buttons} and len(shown.board.asked) == len(lit)
                called = {label.rpartition(" ")[2] for label in buttons.values()}
                assert {words for _, words in shown.board.asked} <= called | {*buttons.values()}
                table.tap_space(SpaceId(does.removeprefix("choose:")))
                assert table.session.version > version
                answered += 1
            else:
                follower.tap(does)
        assert answered


def test_nobody_is_led_to_move_who_is_shut_in(tmp_path: Path) -> None:
    """The master's monsters behind doors that are shut reach no hero: no dice are thrown for them."""
    with evening(tmp_path, "heroquest", "en", seed=4) as made:
        assert made.table is not None
        table, follower, thrown = made.table.presenter, Follower(made.table.presenter, 4), 0
        while follower.round <= ROUNDS:
            shown = table.model()
            does = follower.does(shown)
            state, label = table.state, dict(shown.card.buttons).get(does, "") if shown.card else ""
            if label.startswith("Move: throw") and (mover := table.chosen) and not state.who(mover).is_hero:
                thrown += 1
                open_ = {door.at for door in state.dungeon.doors if str(state.door(door.id)) == "open"}
                reached = state.dungeon.reached([state.who(mover).at], open_)
                assert {hero.at for hero in state.side("heroes")} & reached, f"{mover} goes nowhere"
            follower.tap(does)
        assert thrown, "somebody does move"


def test_who_strikes_from_afar_goes_behind_the_fighters_and_stands_beside_no_foe(tmp_path: Path) -> None:
    """The elf with her bow, and the enchanter, are led to no square beside a foe that they know of."""
    with evening(tmp_path, "heroquest", "en", seed=4) as made:
        assert made.table is not None
        table, follower, led = made.table.presenter, Follower(made.table.presenter, 4), 0
        while follower.round <= ROUNDS:
            shown = table.model()
            does = follower.does(shown)
            state, mover = table.state, table.look.chosen or table.state.active
            figure = state.find(mover) if mover is not None else None
            is_afar = figure is not None and figure.hero in ("elf", "enchanter")
            if figure is not None and is_afar and does.startswith("space:") and not state.flow.open:
                led += 1
                foes = [foe.square for foe in state.enemies(figure) if foe.revealed]
                assert all(distance(SpaceId(does[6:]), foe) > 1 for foe in foes), f"{mover} beside a foe"
            follower.tap(does)
        assert led


def test_to_go_and_attack_in_one_action_is_led(tmp_path: Path) -> None:
    """Charge and Running Shot: the square is tapped, then the power instead of the plain move; then dice are thrown."""
    with evening(tmp_path, "heroclix", "en", seed=4) as made:
        assert made.table is not None
        table, follower, done = made.table.presenter, Follower(made.table.presenter, 4), list[str]()
        while follower.round <= 5:
            shown, meant = table.model(), table.pending
            does = follower.does(shown)
            label = dict(shown.card.buttons).get(does, "") if shown.card else ""
            follower.tap(does)
            move = meant.command if meant is not None else None
            if isinstance(move, MoveFigure) and does.startswith("do:"):
                assert done or shown.hint.startswith(f"Tap “{label}”: it does this and more"), shown.hint
                done.append(label)
                assert table.session.system.positions(table.state)[move.piece] == move.to
                for _ in range(2):  # whom, where that is asked
                    if (asked := table.model()).dice is None:
                        assert asked.card is not None and asked.card.kind == "choice"
                        follower.tap(asked.card.buttons[0][0])
                assert table.model().dice is not None, f"{label} came to nothing"
        assert {"Charge"} <= {*done}, done


@pytest.mark.parametrize("game", GAMES)
def test_a_led_game_begins_with_who_is_who_and_how_to_win(tmp_path: Path, game: str) -> None:
    with evening(tmp_path, game, "en", seed=4) as made:
        assert made.table is not None
        table = made.table.presenter
        first = table.model().card
        assert first is not None and "How the game is won:\n- " in first.text
        assert re.search(r"\bwins?\b", first.text.partition("won:")[2]), "what is done, and not what for"
        table.press("language")
        told = table.model().card
        assert told is not None and re.search("gagne|emporte|victoire", told.text.partition("gagne :")[2])
        table.press("language")
        own = [one.name for one in table.model().roster if one.seat in table.seats and not one.is_out]
        assert own and all(name.casefold() in first.text.casefold() for name in own)
        table.press(table.model().leads)
        assert table.model().card != first
        table.press(next(does for does, label in table.model().beside if label == "Objective"))
        assert table.model().card is not None and table.model().card.text == first.text, "it stays a tap away"  # type: ignore[union-attr]


@pytest.mark.parametrize("game", GAMES)
def test_the_end_has_no_hint_but_its_own_card(tmp_path: Path, game: str) -> None:
    with evening(tmp_path, game, "fr", seed=4) as made:
        assert made.table is not None
        table = made.table.presenter
        follower = Follower(table, 4)
        while not table.model().can_end_game:
            follower.tap(follower.does(table.model()))
        table.press("pick:ends")
        for likely in (r"^do:\d+$", "^confirm$"):
            card = table.model().card
            assert card is not None
            table.press([does for does, _ in card.buttons if re.search(likely, does)][-1])
        shown = table.model()
        assert shown.card is not None and shown.card.kind == "over"
        assert (shown.hint, shown.leads) == ("", "")
        assert shown.now.words not in shown.now.more, "said once"


@pytest.mark.parametrize("game", GAMES)
def test_a_question_shows_the_sheet_of_whom_it_is_about(tmp_path: Path, game: str) -> None:
    """Which cards does Anvil play?, with the numbers of Anvil, not of whoever was struck before."""
    with evening(tmp_path, game, "en", seed=4) as made:
        assert made.table is not None
        table = made.table.presenter
        follower, compared = Follower(table, 4), 0
        while follower.round <= ROUNDS:
            asked, shown = table.asked.request(ChoiceRequest), table.model()
            if asked is not None and asked.piece is not None and shown.dial is not None and not table.holder.is_covered:
                own = table.game.sheet(replace(table.look, chosen=asked.piece, command=None))
                if own is not None and own.slots:
                    compared += 1
                    assert shown.dial.name == own.name, table.wording.question(asked)
            follower.tap(follower.does(shown))
    assert compared > 0


@pytest.mark.rule("GC-DICE-06")
@pytest.mark.parametrize(("lang", "five"), [("en", "five"), ("fr", "cinq")])
def test_more_dice_say_why_they_are_thrown(tmp_path: Path, lang: str, five: str) -> None:
    """A test of six dice is thrown in two handfuls: no die has added another."""
    with evening(tmp_path, "guardians", lang, seed=4) as made:
        assert made.table is not None
        table, more = made.table.presenter, list[str]()
        follower = Follower(table, 4)
        while follower.round <= ROUNDS and len(more) < 5:
            shown, request = table.model(), table.asked.request(DiceRequest)
            if shown.dice is not None and request is not None and table.log.growth_of(request) == "more":
                more.append(shown.dice.decides[0])
            follower.tap(follower.does(shown))
    assert more
    assert [line for line in more if five not in line] == []
