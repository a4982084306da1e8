"""The values that games share: sides, piles, pools of dice, effects and limits, hooks. Expected results are by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

import pytest

from companion.core.cards import draw
from companion.core.dice import D6, Die, DieFace
from companion.core.flow import ChoiceRequest, ConsentRequest, Flow
from companion.core.hooks import Hook, Steps
from companion.core.ids import PieceId, Seat, SpaceId
from companion.core.lasting import Per, Use, used
from companion.core.pool import Reroll, Thrown, chances, reroll, throw
from companion.core.procedure import Script, Teller
from companion.core.sides import Sides
from companion.system import DiceGenerator
from tests.core.telling_tables import Said, Talk, told

RED, PINK, BLUE = Seat("red"), Seat("pink"), Seat("blue")
POW = Die(
    "pow",
    (
        DieFace("hit", None, ("hit",)),
        DieFace("2 hit", None, ("hit", "hit")),
        DieFace("pow", None, ("hit", "pow")),
        DieFace("blank"),
    ),
)
KINDS = {D6.id: D6, POW.id: POW}


def test_sides() -> None:
    sides = Sides(((RED, PINK),))
    assert sides.of(PINK) == (RED, PINK) and sides.of(BLUE) == (BLUE,)
    assert sides.against(PINK, (BLUE, PINK, RED)) == (BLUE,)


def test_a_card_is_drawn_by_hand_or_by_the_machine_and_in_secret() -> None:
    def script(t: Teller[Talk]) -> Script[tuple[str, ...]]:
        return (yield from draw(t, RED, "XX-DRAW-01", ("song", "axe", "axe"), 2))

    _, (request,), _ = told(script)
    assert isinstance(request, ChoiceRequest)
    assert request.options == ("axe", "axe #2", "song")
    assert request.secret and request.drawn and (request.at_least, request.at_most) == (2, 2)
    assert told(script, [("axe #2", "song")])[0] == ("axe", "song")
    machine = DiceGenerator(seed=3)
    drawn = Counter(machine.draw(request) for _ in range(600))
    assert len(drawn) == 6 and min(drawn.values()) > 60  # three cards, two in either order: each about 100 times


def test_the_rest_of_a_deck_is_drawn_without_asking() -> None:
    assert told(lambda t: draw(t, RED, "XX-DRAW-01", ("b", "a"), 2)) == (("a", "b"), [], ())


def test_dice_are_counted_by_marks_and_numbers() -> None:
    thrown = Thrown(("pow", "pow", "d6", "d6"), ("2 hit", "pow", "3", "6"))
    assert thrown.count("hit", KINDS) == 3 and thrown.count("pow", KINDS) == 1
    assert thrown.total(KINDS) == 9
    assert thrown.best(2, lambda face: face.value or 0, KINDS) == Thrown(("d6", "d6"), ("3", "6"))
    assert Thrown(("d6",) * 3, ("2", "5", "5")).best(1, lambda face: face.value or 0, KINDS).faces == ("5",)


def test_faces_explode_again_and_again_in_the_handfuls_that_the_box_has() -> None:
    def script(t: Teller[Talk]) -> Script[Thrown]:
        explodes: Callable[[DieFace], bool] = lambda face: "pow" in face.tags  # noqa: E731
        return (yield from throw(t, ("pow",) * 3, RED, "XX-ATK-01", KINDS, explodes=explodes, box={"pow": 2}))

    result, requests, _ = told(script, [("pow", "hit"), ("pow", "pow"), ("blank", "pow"), ("blank",)])
    # two thrown, one waits and one explodes; both explode; one of the two explodes; the last die is blank
    assert [len(request.dice) for request in requests] == [2, 2, 2, 1]  # type: ignore[union-attr]
    assert result is not None and result.faces == ("pow", "hit", "pow", "pow", "blank", "pow", "blank")


def rerolling(offers: Callable[[Thrown], Sequence[Reroll]]) -> Callable[[Teller[Talk]], Script[Thrown]]:
    return lambda t: reroll(t, Thrown(("d6", "d6"), ("1", "4")), RED, "XX-ATK-01", offers)


FREE = Reroll(RED, "XX-RR-01", 1)
PAID = Reroll(RED, "XX-RR-02", 2, price=(Said("a cube"),))
FORCED = Reroll(BLUE, "XX-RR-03", 2, forced=True)


def test_a_free_reroll_is_offered_once() -> None:
    result, requests, _ = told(rerolling(lambda thrown: [FREE]), [("die_1",), ("6",)])
    assert result == Thrown(("d6", "d6"), ("6", "4"))
    assert [request.purpose for request in requests] == ["XX-RR-01", "XX-ATK-01"]
    assert told(rerolling(lambda thrown: [FREE]), [None])[0] == Thrown(("d6", "d6"), ("1", "4"))


def test_a_paid_reroll_is_offered_as_long_as_somebody_can_pay() -> None:
    def script(t: Teller[Talk]) -> Script[Thrown]:
        offers: Callable[[Thrown], Sequence[Reroll]] = lambda thrown: [PAID] if len(t.state.words) < 2 else []  # noqa: E731
        return (yield from rerolling(offers)(t))

    result, _, said = told(script, [("die_2",), ("2",), ("die_1", "die_2"), ("5", "5")])
    assert result == Thrown(("d6", "d6"), ("5", "5"))
    assert said == ("a cube", "a cube")


def test_a_forced_reroll_of_all_dice_asks_nobody_which() -> None:
    result, requests, _ = told(rerolling(lambda thrown: [FORCED]), [("3", "3")])
    assert result == Thrown(("d6", "d6"), ("3", "3"))
    assert [request.purpose for request in requests] == ["XX-ATK-01"]


def test_a_reroll_wants_no_more_dice_than_there_are() -> None:
    many = Reroll(RED, "XX-RR-04", 5)
    _, (asked,), _ = told(rerolling(lambda thrown: [many]))
    assert isinstance(asked, ChoiceRequest)
    assert (asked.at_least, asked.at_most, asked.optional) == (1, 2, True)
    one = Reroll(BLUE, "XX-RR-05", 1, forced=True)
    _, (asked,), _ = told(rerolling(lambda thrown: [one]))
    assert isinstance(asked, ChoiceRequest)
    assert (asked.at_least, asked.at_most, asked.optional) == (1, 1, False)


@pytest.mark.parametrize(("answer", "agrees"), [("yes", True), ("no", False)])
def test_a_seat_agrees_or_not(answer: str, agrees: bool) -> None:
    result, (asked,), _ = told(lambda t: t.consent(RED, "XX-END-01"), [(answer,)])
    assert result is agrees
    assert isinstance(asked, ConsentRequest)


def test_a_piece_is_put_where_it_is_said_and_one_place_needs_no_saying() -> None:
    spaces = (SpaceId("B2"), SpaceId("C2"))
    assert told(lambda t: t.place(RED, "XX-MOVE-01", PieceId("a"), spaces[:1])) == ("B2", [], ())
    result, requests, _ = told(lambda t: t.place(RED, "XX-MOVE-01", PieceId("a"), spaces), [("C2",)])
    assert result == "C2" and len(requests) == 1


@pytest.mark.parametrize("dice", [(D6,), (D6, D6), (POW, POW, POW), (D6, POW, POW)], ids=len)
def test_chances_are_those_of_every_throw_there_is(dice: tuple[Die, ...]) -> None:
    def worth(face: DieFace) -> int:
        return (face.value or 0) + face.tags.count("hit")

    throws = Counter(sum(map(worth, faces)) for faces in product(*(die.faces for die in dice)))
    total = sum(throws.values())
    assert chances(dice, worth) == {value: Fraction(count, total) for value, count in sorted(throws.items())}


def test_limits_count_in_their_own_span() -> None:
    uses = (
        Use("leap", 1, 1),
        Use("leap", 2, 3, action=1),
        Use("leap", 2, 4, action=1),
        Use("leap", 2, 4, action=1),
        Use("leap", 2, 4, action=2),
    )
    now = Flow(round=2, turn=4)
    spans = (Per.ACTION, Per.TURN, Per.ROUND, Per.GAME)
    assert [used(uses, "leap", per, now, action=2) for per in spans] == [1, 3, 4, 5]
    assert used(uses, "dive", Per.GAME, now) == 0


def adding(step: str, source: str, amount: int, order: int = 0, least: int = 0) -> Hook[Talk, int]:
    def does(t: Teller[Talk], dice: int) -> Script[int]:
        t.tell(Said(source))
        return dice + amount
        yield

    return Hook(step, source, lambda state, dice: dice >= least, does, order)


def test_hooks_have_their_word_in_order_and_only_when_they_apply() -> None:
    steps = Steps(
        ("pool", "damage"),
        [
            adding("pool", "bind", -1, order=2),
            adding("pool", "arts", 2),
            adding("damage", "rage", 9),
            adding("pool", "late", 5, 3, 9),
        ],
    )
    result, _, said = told(lambda t: steps.run(t, "pool", 2))
    assert (result, said) == (3, ("arts", "bind"))
    assert [hook.source for hook in steps.at("pool", Talk(), 9)] == ["arts", "bind", "late"]
    assert steps.weigh(Talk(), "pool", 2) == 3, "the same number, with nobody to hear of it"


def test_a_hook_of_no_step_is_refused_with_the_steps_there_are() -> None:
    with pytest.raises(ValueError, match="rage: no step 'dammage'; there are pool, damage"):
        Steps(("pool", "damage"), [adding("dammage", "rage", 1)])


def test_a_reroll_may_be_used_bit_by_bit_on_the_same_die() -> None:
    offer = Reroll(RED, "XX-ATK-02", 2, again=True, places=(1,))
    result, requests, _ = told(rerolling(lambda thrown: [offer]), [("die_2",), ("5",), ("die_2",), ("6",)])
    assert result == Thrown(("d6", "d6"), ("1", "6"))
    assert [getattr(one, "options", None) for one in requests] == [("die_2",), None, ("die_2",), None]
