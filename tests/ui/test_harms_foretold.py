"""A question that harms says whom, before it is answered; what is advised is better for whoever is asked."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.core.branches import answers_to
from companion.core.commands import Choose, Pass, ReportDice
from companion.core.dice import DiceRequest
from companion.core.flow import ChoiceRequest
from companion.core.harms import harms_of
from companion.core.ids import PieceId, Seat
from companion.core.ledger import Ledger
from companion.core.rules import Accepted
from companion.core.session import Session
from companion.games.gotham.commands import ActivateTile, MeleeAttack
from companion.games.gotham.setup import CHRONICLES, MissionSetUp
from companion.games.gotham.system import Gotham
from companion.games.heroclix.commands import CloseAttack
from companion.games.heroclix.figures.figure import Value
from companion.storage.codec import JsonCodec
from companion.storage.memory import MemoryRecorder
from companion.system import DiceGenerator
from companion.text.wording import Wording
from tests.conformance.test_faces import Moment, face_of, system_of
from tests.conformance.test_laws import FURNISHED
from tests.conftest import StoppedClock
from tests.games.heroclix.scene import RED, Scene, figure
from ui.presenters.adapter import Look
from ui.presenters.games import game_of
from ui.presenters.models import CardModel
from ui.presenters.questions import ChoiceDesk


def asked(walls: tuple[tuple[tuple[int, int], tuple[int, int]], ...], lang: str, clicks: int = 4) -> CardModel:
    """The question whether B is knocked back: Combat Reflexes are gone from its dial by then."""
    printed = figure("B", defense=14, powers={"defense": "combat_reflexes"}, clicks=clicks, points=65)
    later = tuple(replace(click, defense=Value(14)) if click.number > 1 else click for click in printed.dial)
    scene = Scene(walls=walls)
    a = scene.put("A", "red", (0, 0), figure("A", damage=3))
    b = scene.put("B", "blue", (1, 0), replace(printed, dial=later))
    scene.do(CloseAttack(RED, a, b))
    scene.roll(5, 4)
    then: Any = Moment(scene.game, scene.state)
    request: Any = scene.state.flow.open[0]
    game = game_of(scene.game.id).adapter(then)
    look = Look("blue", (Seat("blue"),), Wording(lang, game.names("blue", lang)))
    return ChoiceDesk(None).card(request, game, look)


@pytest.mark.rule("HC-KB-11")
@pytest.mark.parametrize(
    ("lang", "yes", "no"),
    [
        ("en", "Yes: B −1, out of play, 65 points", "No: nobody is hurt"),
        ("fr", "Oui : B −1, hors jeu, 65 points", "Non : personne n'est blessé"),
    ],
)
def test_a_knock_back_into_a_wall_says_what_it_does_and_no_is_advised(lang: str, yes: str, no: str) -> None:
    card = asked((((1, 0), (2, 0)),), lang)
    lines = [line.replace("\u00a0", " ").replace("\u202f", " ") for line in card.text.splitlines()]
    assert lines[-2:] == [yes, no]
    assert card.likely == "pass"


def test_where_an_answer_hurts_nobody_nothing_more_is_said() -> None:
    card = asked((), "en")
    assert "hurt" not in card.text and card.likely == ""


def questions(game: str, seed: int, steps: int = 300) -> Iterator[tuple[Session, ChoiceRequest]]:
    """The questions of one answer in a random game, in which attacks are made where they can be."""
    system, rng, dice = system_of(game), random.Random(seed), DiceGenerator(seed)
    setup: Any = FURNISHED[game](system)
    ledger = Ledger(MemoryRecorder(), JsonCodec(system.event_types))
    session = Session(system, ledger, StoppedClock(), setup, seats=setup.seats)
    for _ in range(steps):
        if session.state.flow.outcome is not None:
            return
        request = next(iter(session.state.flow.open), None)
        if isinstance(request, DiceRequest):
            session.submit(ReportDice(request.roller, dice.roll(request, system.dice_of(session.state))))
            continue
        if isinstance(request, ChoiceRequest):
            yield session, request
        offers = [one for seat in setup.seats for one in system.legal_commands(session.state, seat)]
        offers = [one for one in offers if type(one).__name__ not in ("Concede", "ProposeEnd")]
        loud = [one for one in offers if "Attack" in type(one).__name__]
        session.submit(rng.choice(loud if loud and rng.random() < 0.6 else offers))


@pytest.mark.parametrize(("game", "seeds"), [("heroclix", 12), ("guardians", 1), ("gotham", 3)])
def test_what_is_told_of_an_answer_is_what_it_does(game: str, seeds: int) -> None:
    """Who is said to be hurt by an answer that nothing follows is hurt by it, and so much."""
    seen = 0
    for seed in range(seeds):
        for session, request in questions(game, seed):
            face = face_of(game, session)
            if (harms := harms_of(face, request)) is None:
                continue
            before = {one.piece: one for one in face.roster(request.seat)}
            for answer in answers_to(request):
                command = Choose(request.seat, request.id, (answer,)) if answer else Pass(request.seat, request.id)
                state = session.state
                decision = session.system.decide(state, command)
                assert isinstance(decision, Accepted)
                for event in decision.events:
                    state = session.system.apply(state, event)
                if state.flow.open:
                    assert "harms_nobody" not in str(harms.told.get(answer)), (request, answer)
                    continue
                then = Moment(session.system, state)
                then.records = [*session.records]
                after = face_of(game, then).roster(request.seat)
                hurt = {one.piece for one in after if (one.left or 0) < (before[one.piece].left or 0)}
                told = str(harms.told[answer])
                assert all(f"of='{piece}'" in told for piece in hurt), (request, answer, told)
                assert bool(hurt) == ("harms_nobody" not in told), (request, answer, told)
                seen += 1
    assert seen or game == "guardians"


def test_a_game_of_secrets_tells_nothing() -> None:
    """In HeroQuest no harm is foretold: a hidden trap would show."""
    for session, request in questions("heroquest", 3, 120):
        assert harms_of(face_of("heroquest", session), request) is None


SHOT: dict[str, Any] = {
    "turn": "villains",
    "zones": {"Quay": {}},
    "dice": {"red": [2, 2], "orange": [0, 1]},
    "pieces": {
        "A": {"cubes": 4, "at": "Quay", "defense": "orange"},
        "V": {"at": "Quay", "life": 9, "melee": "1 red", "skills": {"electricity": 1}},
    },
}


@pytest.mark.rule("GO-ELECTRIC-01", "GO-BASE-ATK-06", "GO-BASE-ATK-09")
@pytest.mark.parametrize(
    ("lang", "no"),
    [("en", "No: A −3 (Electricity +1 [GO-ELECTRIC-01])"), ("fr", "Non : A −3 (Électricité +1 [GO-ELECTRIC-01])")],
)
def test_a_blow_says_once_what_makes_it_more_and_nobody_is_unhurt_where_dice_decide(lang: str, no: str) -> None:
    """Two successes and Electricity: three wounds. What dice of Defense stop is a chance, and stands on its button."""
    system, setup = Gotham(), MissionSetUp(CHRONICLES, (Seat("A"), Seat("villains")), SHOT)
    ledger, dice = Ledger(MemoryRecorder(), JsonCodec(system.event_types)), DiceGenerator(1)
    session = Session(system, ledger, StoppedClock(), setup, seats=setup.seats)
    session.submit(ActivateTile(Seat("villains"), "V"))
    session.submit(MeleeAttack(Seat("villains"), PieceId("V"), PieceId("A")))
    (roll,) = session.state.flow.open
    assert isinstance(roll, DiceRequest)
    session.submit(ReportDice(roll.roller, dice.roll(roll, system.dice_of(session.state))))
    (request,) = session.state.flow.open
    assert isinstance(request, ChoiceRequest)
    game = game_of(system.id).adapter(session)
    card = ChoiceDesk(None).card(request, game, Look("table", (Seat("A"),), Wording(lang, game.names("table", lang))))
    lines = [line.replace("\u00a0", " ").replace("\u202f", " ") for line in card.text.splitlines()]
    assert [line for line in lines if "−3" in line] == [no]
    assert not any(unhurt in card.text for unhurt in ("nobody is hurt", "personne n'est blessé"))
