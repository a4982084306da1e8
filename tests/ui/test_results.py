"""The result of a throw names who did what to whom, and holds nothing of another attack."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.core.commands import ReportDice
from companion.core.dice import DiceRequest, DiceResult
from companion.core.events import ChoiceMade, DiceReported
from companion.core.face import Cue, Telling
from companion.core.ids import CommandId, PieceId, RequestId, RuleId, Seat, SpaceId
from companion.games.gotham import events as city
from companion.games.guardians import events as clash
from companion.games.guardians.face.throwing import result as of_clash
from companion.games.heroclix.commands import CloseAttack
from companion.games.heroclix.events.attack import AttackDeclared, AttackRolled, AttackShaped
from companion.games.heroclix.face.throwing import result as of_attack
from companion.games.heroclix.state.attack import AttackKind, Target
from companion.games.heroquest import events as quest
from companion.games.heroquest.face.throwing import result
from companion.text.wording import Wording, told
from tests.conftest import StoppedClock
from tests.games.heroclix.opening import accept
from tests.games.heroclix.scene import RED, figure
from tests.ui.led import Follower, evening
from tests.ui.test_powers import A, B, screen
from tests.ui.walks import SETUPS, walk
from ui.presenters.models import ResultModel
from ui.presenters.order_dice import OrderDice
from ui.presenters.roll import TURNED
from ui.presenters.rules import CITED, words_of
from ui.presenters.table import TablePresenter
from ui.table.bootstrap import Table

ORDERS = 180
PARTIES = (("attacker", "attackers", "piece"), ("target", "targets"))  # fields of events by which attacks begin


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", sorted({*SETUPS} - {"heroclix"}))
def test_every_result_says_who_did_what_to_whom(game: str, lang: str) -> None:
    """In the words of the last attack that began before it; what the next one brought is no line of it."""
    seen: list[ResultModel] = []
    attacks = 0
    for table in walk(game, lang, ORDERS):
        made = table.presenter
        result = made.model().result
        if result is None or result.is_quiet or result in seen[-1:]:
            continue
        seen.append(result)
        assert result.deed, "also what other dice are thrown for"
        begun = [record.event for record in table.session.records if made.game.strikes(record.event)]
        assert not {made.wording.event(one) for one in begun} & {*result.lines}, "another attack is told by itself"
        model = made.model()
        is_awaited = model.dice is not None or model.watched is not None
        assert is_awaited or {one.piece for one in model.parties} >= {*result.pieces} & {
            one.piece for one in model.roster
        }
        if result.tone and begun:
            deed, named = result.deed.casefold(), [names_of(begun[-1], fields, made) for fields in PARTIES]
            if all(any(one in deed for one in names) for names in named):
                attacks += 1
                assert {*made.game.parties(begun[-1])} <= {*result.pieces}, "what is left of both stands beside it"
    assert attacks >= 3, "some were attacks"


@pytest.mark.parametrize("game", ["gotham", "heroquest"])
def test_a_side_reads_a_blow_in_one_colour(game: str) -> None:
    """That a mate wards off a blow is good news, whoever of the side reads it."""
    turned = 0
    for table in walk(game, "en", ORDERS):
        made = table.presenter
        words = made.look.wording
        heroes = [seat for seat in table.session.seats if words.team(seat) == words.word("side", "heroes")]
        assert len(heroes) > 1
        tones = {
            shown.tone
            for seat in heroes
            if (shown := made._throwing.result(made.look, made.log, [seat])) is not None and shown.faces
        }
        assert len(tones) < 2
        turned += bool(tones & {*TURNED.values()})
    assert turned


@pytest.mark.parametrize("game", ["guardians", "gotham"])
def test_a_result_is_gone_once_the_next_part_of_the_round_asks_something(game: str) -> None:
    gone = 0
    for table in walk(game, "en", ORDERS):
        made, events = table.presenter, [record.event for record in table.session.records]
        thrown = max((at for at, one in enumerate(events) if isinstance(one, DiceReported)), default=len(events))
        since = iter(events[thrown:])
        if any(made.game.telling(one) is Telling.HEADING for one in since) and any(
            isinstance(one, ChoiceMade) and one.seat in made.seats
            for one in since  # what it heard of
        ):
            assert not made.model().has_result
            gone += 1
    assert gone


@pytest.mark.rule("GC-ATK-06", "GC-TEST-05")
def test_a_test_that_follows_an_attack_has_a_result_of_its_own() -> None:
    """The Clock strikes the mind of whoever strikes it: that the test fails makes no miss of the hit."""
    made = next(walk("guardians", "en", 1)).presenter
    game, look, dice = made.game, made.look, OrderDice()
    anvil, clock = PieceId("anvil"), PieceId("clock")
    rolls = [
        DiceRequest(RequestId(str(at)), ("combat",) * 2, Seat("dusk"), RuleId(rule), anvil)
        for at, rule in enumerate(("GC-ATK-05", "GC-TEST-04"))
    ]
    hit, failed = (
        DiceReported(DiceResult(roll.id, faces)) for roll, faces in zip(rolls, (("2", "1"), ("0", "2")), strict=True)
    )
    order = (
        clash.AttackLaunched(anvil, clock, "close", 2, 0, 2),
        hit,
        clash.AttackResult(anvil, clock, 3, 2, True),
        failed,
        clash.TestRolled(anvil, "", "mental", 2, 2, 1, False, RuleId("GC-TEST-05")),
    )
    for version, event in enumerate(order):
        decides, begins = game.cue(event) is not None, game.strikes(event)
        dice.take(version, event, {roll.id: roll for roll in rolls}, decides=decides, begins=begins)
        if version == 2:
            struck = of_clash(dice.attack.events)
            assert struck is not None and struck.cue is Cue.HIT
    assert [throw.request for throw in dice.attack.throws] == rolls[1:]
    own = game.result(look, dice.attack.events)
    assert own is not None and told(own.title, Wording("fr")) == "RATÉ"
    assert told(own.against, Wording("fr")) == "2 : il faut 1 au plus"
    assert game.parties(dice.attack.begun) == (anvil,)


@pytest.mark.rule("GC-ATK-06", "GC-TEST-05")
def test_a_blow_stays_large_beside_the_test_that_it_brought() -> None:
    """A hero who strikes the Horologe takes a test: HIT or MISS stays large until it is read, the test stands below."""
    both = 0
    for table in walk("guardians", "en", 3 * ORDERS, seed=7):
        made, records = table.presenter, table.session.records
        shown = [one.event for one in records[-20:]]
        kinds = [type(one) for one in shown if isinstance(one, clash.AttackLaunched | clash.AttackResult)]
        is_tested = any(isinstance(one.event, clash.TestRolled) for one in records if one.command_id == last_of(table))
        if not is_tested or kinds[-1:] != [clash.AttackResult] or (result := made.model().result) is None:
            continue
        both += 1
        blow = next(one for one in reversed(shown) if isinstance(one, clash.AttackResult))
        test = next(one for one in reversed(shown) if isinstance(one, clash.TestRolled))
        assert result.title == ("HIT" if blow.hit else "MISS") and result.faces
        own = result.besides[-1]
        assert own.title == ("PASSED" if test.passed else "FAILED") and own.faces and own.deed
        made.press("result:open")
        made.press("result")
        assert made.model().result is None, "both were read"
    assert both


def last_of(table: Table) -> CommandId:
    """The last command."""
    return table.session.records[-1].command_id


@pytest.mark.rule("GO-CHAIN-01", "GO-BASE-ATK-09")
def test_a_defense_is_no_part_of_the_chain_attack_that_follows_it() -> None:
    """The Marshal strikes Kite, who defends; then Jack, by Chain Attack: Kite's die is none of that attack."""
    game, dice = next(walk("gotham", "en", 1)).presenter.game, OrderDice()
    marshal, kite, jack = map(PieceId, ("marshal", "kite", "jack"))
    rolls = [
        DiceRequest(RequestId(str(at)), ("red",), Seat("heroes"), RuleId(rule), piece)
        for at, (rule, piece) in enumerate((("GO-BASE-ATK-01", marshal), ("GO-BASE-ATK-09", kite)) * 2)
    ]
    thrown = [DiceReported(DiceResult(roll.id, ("1",))) for roll in rolls[:3]]
    order = (
        city.TargetDesignated(marshal, kite, "melee", "action", ()),
        thrown[0],
        city.Reckoned(marshal, "melee", 1, 1, ()),
        thrown[1],
        city.TargetDesignated(marshal, jack, "melee", "chain_attack", ()),
        thrown[2],
    )
    for version, event in enumerate(order):
        decides, begins = game.cue(event) is not None, game.strikes(event)
        dice.take(version, event, {roll.id: roll for roll in rolls}, decides=decides, begins=begins)
    assert [throw.request for throw in dice.attack.throws] == rolls[2:3]


@pytest.mark.parametrize("game", SETUPS)
def test_a_number_stands_beside_every_bar_of_health(game: str) -> None:
    """Or that it is hidden; of who is out neither."""
    for table in walk(game, "en", ORDERS // 4):
        for one in table.presenter.model().roster:
            if one.health is not None and not one.is_out:
                assert one.count == f"{one.health[0]}/{one.health[1]}"
                assert f"{one.health[0]} of {one.health[1]}" in one.words
            else:
                assert (one.count, "health hidden" in one.words) == (("", False) if one.is_out else ("?", True))


def names_of(event: object, fields: tuple[str, ...], made: TablePresenter) -> list[str]:
    """The names in the fields that the event has."""
    found = [getattr(event, one) for one in fields if hasattr(event, one)]
    pieces = [piece for one in found for piece in (one if isinstance(one, tuple) else (one,))]
    return [made.wording.names.get(piece, piece).casefold().removeprefix("the ") for piece in pieces]


@pytest.mark.rule("HC-ATK-05")
@pytest.mark.parametrize(
    ("faces", "deed", "against"),
    [("34", "A hits B", "16 against B's defense 16"), ("33", "A misses B", "15 against B's defense 16")],
)
def test_a_result_names_attacker_and_target(clock: Any, faces: str, deed: str, against: str) -> None:
    """Nine and two dice against sixteen."""
    made = screen(clock, figure("A", attack=9, range=0), ("B", "blue", (0, 1), figure("B", defense=16)))
    attack(made, *faces)
    result = made.model().result
    assert result is not None
    assert (result.deed, result.against) == (deed, against)
    made.press("language")
    assert made.model().result.deed == deed.replace("hits", "touche").replace("misses", "rate")  # type: ignore[union-attr]


def attack(made: TablePresenter, *faces: str) -> None:
    made.tap_piece(A)
    made.tap_piece(next(one.piece for one in made.model().board.tokens if one.target))
    made.press("confirm")
    for face in faces:
        made.press(f"face:{face}")


@pytest.mark.rule("HC-ATK-05")
def test_of_two_attacks_of_one_action_each_has_a_result_of_its_own(clock: Any) -> None:
    """Flurry: the first hits and the second misses, of which nothing stands in the first one's result."""
    one = figure("A", attack=9, damage=1, range=0, powers={"speed": "flurry"})
    made = screen(clock, one, ("B", "blue", (0, 1), figure("B", defense=16, clicks=9)))
    accept(made.session, CloseAttack(RED, A, B, "flurry"))
    for faces, deed in (("64", "A hits B"), ("12", "A misses B")):
        while made.model().dice is None:
            card = made.model().card
            assert card is not None
            made.press(card.buttons[0][0])
        for face in faces:
            made.press(f"face:{face}")
        result = made.model().result
        assert result is not None
        assert result.deed == deed
        assert any("B" in line for line in result.lines) == (deed == "A hits B")


@pytest.mark.rule("HC-POW-12")
def test_the_die_that_decides_how_much_a_hit_does_stands_in_its_result(clock: Any) -> None:
    """Impervious: HIT is read while Blue's die is asked, and what that die shows beside the dice of the attack."""
    tough = figure("B", defense=16, clicks=9, powers={"defense": "impervious"})
    made = screen(clock, figure("A", attack=9, damage=3, range=0), ("B", "blue", (0, 1), tough))
    attack(made, "6", "4")
    shown = made.model()
    assert shown.dice is not None and shown.result is not None and shown.result.title == "HIT"
    made.press("face:5")
    result = made.model().result
    assert result is not None and result.faces == ("6", "4")
    assert result.against == "19 against B's defense 16"
    assert [faces for _, faces in result.throws] == [("6", "4"), ("5",)]


@pytest.mark.rule("HQ-COMBAT-COUNTER-01", "HQ-COMBAT-COUNTER-02")
def test_a_blow_in_answer_counts_damage_not_skulls() -> None:
    """Three skulls lie, of which none counts: "skulls: 0" beside them would be wrong."""
    orc, odrun = PieceId("orc-1"), PieceId("dwarf")
    rolled = quest.ReactionRolled(odrun, orc, 0, RuleId("HQ-COMBAT-COUNTER-02"))
    missed, held = result([rolled]), result([replace(rolled, damage=2), quest.Defended(orc, 1, 0, rolled.rule)])
    assert missed is not None and told(missed.against, Wording("en")) == "damage: 0"
    assert held is not None and told(held.against, Wording("en")) == "damage: 2 · white shields: 1"


def test_dice_of_a_deed_are_not_summed_up(tmp_path: Path) -> None:
    """What is added to them is not known yet: a bare number above "Lamplight attacks" would say too little."""
    seen = 0
    with evening(tmp_path, "gotham", "en", seed=4) as made:
        assert made.table is not None
        table = made.table.presenter
        follower = Follower(table, 4)
        for _ in range(60):
            shown = table.model()
            if shown.result is not None:
                assert not shown.result.title.isdecimal(), shown.result
                assert "Defense" not in shown.result.against or shown.result.throws, "whose dice are these?"
                seen += shown.card is not None and shown.card.kind == "choice"
            follower.tap(follower.does(shown))
    assert seen


@pytest.mark.parametrize("game", sorted(SETUPS))
def test_who_is_out_of_play_by_a_throw_is_named_as_large_as_the_hit(game: str) -> None:
    """And dice of which nothing came say what they were thrown for."""
    fallen = 0
    out: set[PieceId] = set()
    for table in walk(game, "en", 2 * ORDERS):
        model = table.presenter.model()
        now = {one.piece for one in model.roster if one.is_out}
        if model.result is not None and model.result.tone == "hit" and now - out:
            names = [one.name for one in model.roster if one.piece in now - out]
            assert model.result.falls.startswith("Out of play: "), names
            assert all(name.casefold() in model.result.falls.casefold() for name in names), (names, model.result.falls)
            fallen += 1
        out = now
    assert fallen or game != "gotham", "somebody fell"


@pytest.mark.parametrize(
    ("faces", "says", "rules"),
    [
        (("6", "6"), "Two sixes: a critical hit. It always hits", ["HC-ATK-10", "HC-ATK-11"]),
        (("1", "1"), "Two ones: a critical miss. It always misses", ["HC-ATK-08", "HC-ATK-09"]),
    ],
)
@pytest.mark.rule("HC-ATK-08", "HC-ATK-09", "HC-ATK-10", "HC-ATK-11")
def test_what_a_critical_means_stands_in_its_result_a_tap_from_its_rules(
    clock: Any, faces: tuple[str, str], says: str, rules: list[str]
) -> None:
    made = screen(clock, figure("A", attack=9, range=0), ("B", "blue", (0, 1), figure("B", defense=16, clicks=9)))
    attack(made, *faces)
    shown = made.model().result
    assert shown is not None and shown.lines[0].startswith(says)
    assert CITED.findall(shown.lines[0]) == rules
    assert all(words_of("heroclix", rule, lang) for rule in rules for lang in ("en", "fr"))


def test_other_dice_of_an_attack_say_nothing_more(clock: Any) -> None:
    made = screen(clock, figure("A", attack=9, range=0), ("B", "blue", (0, 1), figure("B", defense=16, clicks=9)))
    attack(made, "6", "5")
    shown = made.model().result
    assert shown is not None and not any(CITED.search(line) for line in shown.lines)


def test_where_dice_mean_their_sum_alone_two_sixes_say_nothing() -> None:
    struck = [
        AttackDeclared(AttackKind.CLOSE, A, 10, 2, (Target(B, SpaceId("A1"), SpaceId("A2"), "clear", 17),)),
        AttackRolled((6, 6), 22, (B,), ()),
    ]
    assert [bool(of_attack(struck, special_dice=one).note) for one in (True, False)] == [True, False]  # type: ignore[union-attr]


@pytest.mark.rule("HC-ATK-12")
@pytest.mark.parametrize(("faces", "rules"), [((6, 6), ["HC-ATK-10", "HC-ATK-12"]), ((1, 1), ["HC-ATK-08"])])
def test_a_critical_of_an_attack_without_damage_promises_none(faces: tuple[int, int], rules: list[str]) -> None:
    aims, hits = (Target(B, SpaceId("A1"), SpaceId("A2"), "clear", 17),), (B,) if faces == (6, 6) else ()
    misses = () if hits else (B,)
    struck = [
        AttackDeclared(AttackKind.CLOSE, A, 10, 2, aims),
        AttackShaped("incapacitate", harmless=True),
        AttackRolled(faces, 10 + sum(faces), hits, misses),
    ]
    shown = of_attack(struck)
    assert shown is not None
    for lang in ("en", "fr"):
        assert CITED.findall(told(shown.note, Wording(lang))) == rules


@pytest.mark.rule("HQ-CRIT-02")
@pytest.mark.parametrize(
    ("lang", "more", "says"),
    [
        ("en", 0, ""),
        ("en", 1, "The D20 adds 1 skull [HQ-CRIT-02]."),
        ("en", 2, "The D20 adds 2 skulls [HQ-CRIT-02]."),
        ("fr", 2, "Le D20 ajoute 2 crânes [HQ-CRIT-02]."),
    ],
)
def test_what_the_die_of_chance_adds_is_said_with_its_rule(lang: str, more: int, says: str) -> None:
    orc, hero = PieceId("orc"), PieceId("Brakka")
    struck = [quest.StrikeRolled((hero,), orc, 3, critical=more), quest.Killed(orc, RuleId("HQ-GEN-05"))]
    found = result(struck)
    assert found is not None and told(found.note, Wording(lang)) == says


@pytest.mark.rule("GC-INIT-04")
@pytest.mark.parametrize(("lang", "says"), [("en", "Ann acts first"), ("fr", "Ann agit en premier")])
def test_a_roll_for_the_initiative_says_who_acts_first(lang: str, says: str) -> None:
    wording = Wording(lang)
    wording.names = {"dawn": "Ann"}
    sums = (("dawn", 3), ("dusk", 3))
    rolled = of_clash([clash.InitiativeSettled("dawn", sums, sums, RuleId("GC-INIT-04"))])
    assert rolled is not None and told(rolled.title, wording) == says
    by_speed = of_clash([clash.InitiativeSettled("dawn", sums, sums, RuleId("GC-INIT-02"))])
    assert by_speed is None, "no dice settled it"


@pytest.mark.rule("HC-DMG-01")
def test_who_lost_how_much_stands_large(clock: StoppedClock) -> None:
    """10 and 9 on the dice against 15: a hit, three clicks of B, which stands on."""
    made = screen(clock, figure("A", attack=10, damage=3), ("B", "blue", (1, 0), figure("B", defense=15)))
    session = made.session
    accept(session, CloseAttack(RED, A, B))
    accept(session, ReportDice(RED, DiceResult(session.state.flow.open[0].id, ("5", "4"))))
    result = made.model().result
    assert result is not None and result.tone == "hit"
    assert result.falls == "B -3"
