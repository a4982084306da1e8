"""What pictures, dice and towers lead to: proposals, questions, errands. Nothing is written without a confirmation."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.dice import Source
from companion.core.ids import PieceId, SpaceId
from companion.core.rules import Accepted
from companion.core.session import Session
from companion.games.heroclix.commands import AdjustDial, CloseAttack, MoveFigure
from companion.table.follow import Follower
from companion.table.guidance import ErrandKind
from companion.table.observation import (
    DiceSeen,
    DieSeen,
    FigureSeen,
    LinkSeen,
    LinkState,
    PictureSeen,
    PieceSeen,
    ReadVerdict,
    TowerPhase,
    TowerSeen,
)
from companion.table.reconcile import Agrees, Behind, Explained, TakenBack, Together, Unexplained
from tests.games.heroclix.opening import accept, opened
from tests.games.heroclix.scene import BLUE, RED, at

ROSTER = {10: PieceId("r1"), 11: PieceId("r2"), 20: PieceId("b1"), 21: PieceId("b2")}
TAGS = {piece: tag for tag, piece in ROSTER.items()}


def seen(session: Session, *, doubtful: tuple[str, ...] = (), **moved: SpaceId | None) -> PictureSeen:
    """A picture of the table as recorded, with some pieces elsewhere (``None``: not seen)."""
    places = {piece.id: piece.spaces[0] for piece in session.state.pieces if piece.spaces}
    places |= {PieceId(name): place for name, place in moved.items()}
    pieces = tuple(PieceSeen(TAGS[piece], place) for piece, place in sorted(places.items()) if place)
    return PictureSeen("camera", 1.0, pieces, doubtful)


def dice(*faces: str | None, verdict: ReadVerdict = ReadVerdict.READ, why: str | None = None) -> DiceSeen:
    found = tuple(DieSeen(face, 10.0 * n, 10.0, 30.0, 30.0) for n, face in enumerate(faces))
    return DiceSeen("camera", 2.0, verdict, found, why)


@pytest.fixture
def table(clock: Any) -> Follower:
    return Follower(opened(clock), ROSTER)


def test_a_table_that_stands_as_recorded(table: Follower) -> None:
    table.see(seen(table.session))
    assert isinstance(table.reading, Agrees)
    assert table.proposal is None


def test_a_legal_move_is_proposed_and_only_written_when_confirmed(table: Follower) -> None:
    version = table.session.version
    table.see(seen(table.session, r1=at(3, 3)))
    assert isinstance(table.reading, Explained)
    assert table.proposal is not None
    assert table.proposal.command == MoveFigure(RED, PieceId("r1"), (at(3, 3),))
    assert table.session.version == version
    assert isinstance(table.confirm(), Accepted)
    assert table.session.records[-1].source is Source.CAMERA
    table.see(seen(table.session))
    assert isinstance(table.reading, Agrees)


def test_an_illegal_move_is_asked_about(table: Follower) -> None:
    table.see(seen(table.session, b1=at(5, 5)))  # not blue's turn
    assert isinstance(table.reading, Unexplained)
    assert table.proposal is None
    assert table.question is not None
    assert "b1" in table.question.why


def test_two_quick_moves_are_proposed_one_after_the_other(table: Follower) -> None:
    table.see(seen(table.session, r1=at(3, 3), r2=at(4, 4)))
    assert isinstance(table.reading, Together)
    assert [one.command.piece for one in table.proposals] == ["r1", "r2"]
    assert isinstance(table.confirm(), Accepted)
    assert isinstance(table.confirm(), Accepted)
    table.see(seen(table.session, r1=at(3, 3), r2=at(4, 4)))
    assert isinstance(table.reading, Agrees)


def test_two_moves_of_which_one_is_against_the_rules_are_asked_about(table: Follower) -> None:
    table.see(seen(table.session, r1=at(3, 3), b1=at(4, 4)))  # it is red's turn
    assert isinstance(table.reading, Unexplained)
    assert table.proposals == []


def test_what_nobody_can_explain_is_put_back_as_the_record_has_it(table: Follower) -> None:
    table.see(seen(table.session, b1=at(5, 5)))
    assert [(one.kind, one.piece, one.start, one.to) for one in table.errands()] == [
        (ErrandKind.MOVE, "b1", at(5, 5), at(1, 11))
    ]
    table.see(seen(table.session))
    assert table.errands() == ()


def untagged(session: Session, likeness: dict[str, dict[SpaceId, float]], **moved: SpaceId | None) -> PictureSeen:
    """The same without a tag: ``likeness`` tells how a piece looks like what stood on the spaces before."""
    places = {piece.id: piece.spaces[0] for piece in session.state.pieces if piece.spaces}
    looks = {piece: {place: 0.9} for piece, place in places.items()} | {PieceId(k): v for k, v in likeness.items()}
    places |= {PieceId(name): place for name, place in moved.items()}
    figures = tuple(FigureSeen((place,), likeness=looks[piece]) for piece, place in sorted(places.items()) if place)
    return PictureSeen("camera", 1.0, (), figures=figures)


@pytest.fixture
def bare(clock: Any) -> Follower:
    """A table without any tag."""
    return Follower(opened(clock), {})


def test_an_untagged_figure_is_followed_by_where_it_came_from(bare: Follower) -> None:
    bare.see(untagged(bare.session, {}))
    assert isinstance(bare.reading, Agrees)
    bare.see(untagged(bare.session, {"r1": {at(1, 0): 0.8, at(2, 0): 0.2}}, r1=at(3, 3)))
    assert bare.proposal is not None
    assert bare.proposal.command == MoveFigure(RED, PieceId("r1"), (at(3, 3),))
    assert isinstance(bare.confirm(), Accepted)


def test_of_two_look_alikes_that_both_left_the_players_say_which_one_moved(bare: Follower) -> None:
    """One was put down, the other is still in the hand: either may be the one on the map."""
    places = {piece.id: piece.spaces[0] for piece in bare.session.state.pieces}
    alike = {places[PieceId("r1")]: 0.9, places[PieceId("r2")]: 0.9}
    bare.see(untagged(bare.session, {"r1": alike}, r1=at(3, 3), r2=None))
    assert bare.proposal is not None
    movers = {bare.proposal.command.piece, *(one.piece for one in bare.proposal.rivals)}
    assert movers == {"r1", "r2"}
    second = next(one for one in bare.proposal.rivals if one.piece == "r2")
    assert isinstance(bare.confirm(second), Accepted)
    assert bare.session.state.piece(PieceId("r2")).spaces == (at(3, 3),)


def test_two_that_changed_places_are_asked_about(bare: Follower) -> None:
    one, two = (bare.session.state.piece(PieceId(name)).spaces[0] for name in ("r1", "r2"))
    looks = {"r1": {one: 0.9, two: 0.1}, "r2": {one: 0.1, two: 0.9}}
    bare.see(untagged(bare.session, looks, r1=two, r2=one))
    assert isinstance(bare.reading, Unexplained)
    assert {one.piece for one in bare.reading.differences} == {"r1", "r2"}
    assert bare.is_only_who()
    back = {"r1": {two: 0.9, one: 0.1}, "r2": {two: 0.1, one: 0.9}}  # likeness is to the last picture
    bare.see(untagged(bare.session, back, r1=one, r2=two))
    assert isinstance(bare.reading, Agrees)


def test_the_players_may_say_that_everybody_is_who_the_record_says(bare: Follower) -> None:
    one, two = (bare.session.state.piece(PieceId(name)).spaces[0] for name in ("r1", "r2"))
    bare.see(untagged(bare.session, {"r1": {one: 0.1, two: 0.9}, "r2": {one: 0.9, two: 0.1}}))
    assert isinstance(bare.reading, Unexplained)
    bare.dismiss(trust_record=True)
    bare.see(untagged(bare.session, {}))
    assert isinstance(bare.reading, Agrees)


def test_a_cup_on_the_map_is_said_and_proposes_nothing(bare: Follower) -> None:
    picture = untagged(bare.session, {})
    assert picture.figures is not None
    cup = FigureSeen((at(6, 6),), likeness={at(1, 0): 0.1})
    bare.see(PictureSeen("camera", 1.0, (), figures=(*picture.figures, cup)))
    assert bare.proposal is None
    assert bare.question is not None
    assert at(6, 6) in bare.question.why


def test_a_figure_the_rules_moved_is_known_when_the_hands_follow(bare: Follower) -> None:
    """The tablet moves r1; the figure still stands where it stood, then follows: no move is seen twice."""
    session = bare.session
    bare.see(untagged(session, {}))
    accept(session, MoveFigure(RED, PieceId("r1"), (at(3, 3),)))
    bare.see(untagged(session, {"r1": {at(1, 0): 0.9}}, r1=at(1, 0)))
    assert isinstance(bare.reading, Behind)
    bare.see(untagged(session, {"r1": {at(1, 0): 0.9}}, r1=at(3, 3)))
    assert isinstance(bare.reading, Agrees)


@pytest.mark.rule("HC-SETUP-13")
def test_a_piece_that_is_not_seen_keeps_its_square_and_is_named(table: Follower) -> None:
    table.see(seen(table.session, r1=None))
    assert isinstance(table.reading, Agrees)
    assert table.unseen() == ("r1",)
    assert table.session.state.piece(PieceId("r1")).spaces == (at(1, 0),)


@pytest.mark.rule("HC-SETUP-13")
def test_a_move_is_explained_though_another_piece_is_hidden(table: Follower) -> None:
    table.see(seen(table.session, r1=at(3, 3), r2=None))
    assert isinstance(table.reading, Explained)
    assert table.unseen() == ("r2",)


def test_a_hidden_piece_may_be_just_where_another_one_came(table: Follower) -> None:
    """One piece stands on the square of another that is not seen: that cannot be, so it is asked about."""
    table.see(seen(table.session, r1=at(2, 0), r2=None))
    assert isinstance(table.reading, Unexplained)


@pytest.mark.parametrize("why", ["tag 10 was seen twice", "the picture is dark"])
def test_a_doubtful_picture_proposes_nothing(table: Follower, why: str) -> None:
    table.see(seen(table.session, r1=at(3, 3), doubtful=(why,)))
    assert table.proposal is None
    assert table.question is not None
    assert why in table.question.why


def test_a_strange_tag_makes_the_picture_doubtful(table: Follower) -> None:
    picture = seen(table.session)
    table.see(PictureSeen("camera", 1.0, (*picture.pieces, PieceSeen(47, at(6, 6)))))
    assert table.question is not None
    assert "47" in table.question.why


def test_a_take_back_on_the_table_is_recognised(table: Follower) -> None:
    table.see(seen(table.session, r1=at(3, 3)))
    table.confirm()
    table.see(seen(table.session))
    table.see(seen(table.session, r1=at(1, 0)))
    assert isinstance(table.reading, TakenBack)


def test_the_hands_are_told_what_the_rules_moved(table: Follower) -> None:
    """A knock out made by the rules: until the hands have taken the figure off, the table is behind, not wrong."""
    session = table.session
    table.see(seen(session))
    accept(session, AdjustDial(RED, PieceId("b1"), 9, "by hand"))
    assert session.state.piece(PieceId("b1")).ko
    table.see(seen(session, b1=at(1, 11)))
    assert isinstance(table.reading, Behind)
    assert [(one.kind, one.piece) for one in table.errands()] == [(ErrandKind.TAKE, "b1")]
    table.see(seen(session))
    assert isinstance(table.reading, Agrees)
    assert table.errands() == ()


def fight(table: Follower) -> None:
    """Red's r1 stands beside blue's b1 and attacks: a roll is open."""
    session = table.session
    accept(session, MoveFigure(RED, PieceId("r1"), (at(4, 7),)))
    from companion.games.heroclix.commands import EndTurn

    accept(session, EndTurn(RED))
    accept(session, MoveFigure(BLUE, PieceId("b1"), (at(4, 8),)))
    accept(session, EndTurn(BLUE))
    accept(session, CloseAttack(RED, PieceId("r1"), PieceId("b1")))


def test_dice_that_are_read_are_proposed(table: Follower) -> None:
    fight(table)
    table.see(dice("5", "4"))
    assert table.proposal is not None
    table.confirm()
    result = next(one.event.result for one in reversed(table.session.records) if hasattr(one.event, "result"))
    assert (result.faces, result.source) == (("5", "4"), Source.CAMERA)


@pytest.mark.parametrize(
    "picture",
    [
        dice("5", None, verdict=ReadVerdict.ASK, why="one die leans"),
        dice("5"),
        dice("5", "4", "3"),
        dice("5", "skull"),
        dice("5", None),
    ],
)
def test_dice_that_are_not_certain_are_asked_for(table: Follower, picture: DiceSeen) -> None:
    fight(table)
    version = table.session.version
    table.see(picture)
    assert table.proposal is None
    assert table.question is not None
    assert table.question.about == "dice"
    assert table.session.version == version
    assert isinstance(table.answer_dice(("5", "4")), Accepted)
    assert table.session.state.flow.open == () or table.open_roll() is None


def test_dice_that_moved_before_anybody_confirmed_are_not_the_roll(table: Follower) -> None:
    fight(table)
    moved = DiceSeen("tray", 3.0, ReadVerdict.GONE, (), "the dice moved after they were read")
    table.see(moved)
    assert table.question is None  # the throw before is picked up: nothing was read for this roll
    table.see(dice("5", "4"))
    table.see(moved)
    assert table.proposal is None
    assert table.question is not None
    assert "moved" in table.question.why
    table.see(dice("1", "1"))
    assert table.proposal is not None


def test_dice_nobody_asked_for_are_nobodys_roll(table: Follower) -> None:
    table.see(dice("5", "4"))
    assert (table.proposal, table.question) == (None, None)


def test_a_cocked_tower_withdraws_the_reading(table: Follower) -> None:
    fight(table)
    table.see(dice("5", "4"))
    table.see(TowerSeen("tower", 3.0, TowerPhase.DISTURBED, "tower-1", 1, 9))
    assert table.proposal is None
    assert table.question is not None


@pytest.mark.parametrize("device", ["camera", "tower"])
def test_a_device_that_dies_is_said_and_the_game_goes_on(table: Follower, device: str) -> None:
    table.see(LinkSeen(device, 1.0, LinkState.OFFLINE, "cable"))
    assert table.question is not None
    assert device in table.question.why
    accept(table.session, MoveFigure(RED, PieceId("r1"), (at(3, 3),)))
    table.see(LinkSeen(device, 2.0, LinkState.ONLINE))
    assert table.question is None
    assert table.links[device].state is LinkState.ONLINE


def test_nothing_to_confirm(table: Follower) -> None:
    with pytest.raises(LookupError):
        table.confirm()
    with pytest.raises(LookupError):
        table.answer_dice(("1", "1"))
