"""An attack that follows a run or a charge is asked with its numbers, as a first one; a power's options are words."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion.board.spaces import edge
from companion.core.ids import PieceId, Seat, SpaceId
from companion.games import systems
from companion.games.heroclix.commands import AttackTerrain, UsePower
from companion.games.heroclix.face.offers import option_words, use_words
from companion.games.heroclix.state.attack import AttackKind
from companion.text.wording import LANGUAGES, Wording, told
from tests.conformance.test_faces import Moment
from tests.games.heroclix.scene import RED, Scene, at, figure
from ui.presenters.adapter import Look
from ui.presenters.games import game_of
from ui.presenters.questions import ChoiceDesk


@pytest.mark.rule("HC-ATK-05")
@pytest.mark.parametrize(("power", "kind", "to"), [("running_shot", {"range": 6}, (3, 0)), ("charge", {}, (4, 0))])
def test_an_attack_after_a_run_says_its_chance_for_each_target(
    power: str, kind: dict[str, Any], to: tuple[int, int]
) -> None:
    """Attack 9 against 14 needs 5: 30 of 36 throws; against 17, 8: 15 of 36."""
    scene = Scene()
    a = scene.put("A", "red", (0, 0), figure("A", powers={"speed": power}, **kind))
    b = scene.put("B", "blue", (5, 0), figure("B", defense=14))
    c = scene.put("C", "blue", (5, 1), figure("C", defense=17))
    scene.do(UsePower(RED, a, power, (), (at(*to),)))
    request: Any = scene.state.flow.open[0]
    then: Any = Moment(scene.game, scene.state)
    game = game_of(scene.game.id).adapter(then)
    card = ChoiceDesk(None).card(request, game, Look("red", (Seat("red"),), Wording("en", game.names("red", "en"))))
    buttons = dict(card.buttons)
    assert [re.findall(r"\d+", buttons[f"choose:{one}"])[0] for one in (b, c)] == ["83", "42"]
    assert (
        "attack 9, defense 14" in card.text
        and "attack 9, defense 17" in card.text
        and "a hit: 3 of 3 damage" in card.text
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_options_of_a_power_are_words(lang: str) -> None:
    """No parser's word, as ``speed+1``, stands on a button."""
    wording, seen = Wording(lang), set[str]()
    for system in systems():
        powers = getattr(system.edition, "powers", None)
        for power in powers.values() if powers is not None else ():
            seen |= {one for verb in getattr(power, "verbs", ()) for one in getattr(verb, "options", ())}
    assert seen
    for option in seen - {""}:
        said = told(option_words(option), wording)
        assert not re.search(r"[a-z_][+-]\d", said) and said != option, said
        assert lang == "en" or not re.search(r"speed|attack|defense|damage|range|both", said), said


@pytest.mark.parametrize(("lang", "words"), [("en", "the wall between G13 and H13"), ("fr", "le mur entre G13 et H13")])
def test_a_wall_is_named_by_the_squares_beside_it(lang: str, words: str) -> None:
    wall = edge(SpaceId("G13"), SpaceId("H13"))
    order = AttackTerrain(RED, PieceId("a"), AttackKind.RANGED, wall=wall)
    assert words in told(use_words(order), Wording(lang))
