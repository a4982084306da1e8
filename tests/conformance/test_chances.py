"""The words beside the dice of an attack are those that the rules make of every face: chance and average, without a
difference, in random games of all four games. A thousand attacks a game are long.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from companion.core.commands import Choose, Pass, ReportDice
from companion.core.dice import DiceRequest
from companion.core.face import Face, Foretold
from companion.core.flow import ChoiceRequest
from companion.core.ids import EditionId, SystemId
from companion.core.ledger import Ledger
from companion.core.phrases import say
from companion.core.rules import Accepted
from companion.core.session import Session
from companion.games import SYSTEMS, find_system
from companion.games.gotham import events as go
from companion.games.guardians import events as gc
from companion.games.heroclix.attack.odds import odds
from companion.games.heroclix.commands import CloseAttack
from companion.games.heroclix.events import attack as hc
from companion.games.heroclix.events.damage import DamageDealt, DialTurned
from companion.games.heroclix.state.attack import DamageKind
from companion.games.heroquest import events as hq
from companion.storage.codec import JsonCodec
from companion.storage.memory import MemoryRecorder
from companion.system import DiceGenerator
from tests.conformance.test_faces import face_of
from tests.conformance.test_laws import FURNISHED, SETUPS
from tests.conftest import StoppedClock
from tests.games.heroclix.scene import RED, Scene, figure
from tests.oracles import throws

STEPS = 400  # decisions of one random game


@dataclass(frozen=True)
class Found:
    """The oracle's answer for an attack."""

    chance: Fraction
    expected: Fraction | None


@dataclass(frozen=True)
class Row:
    """How a game's attacks are known: the purpose of their dice, the target, what is counted of each end."""

    purposes: tuple[str, ...]
    loud: tuple[str, ...]  # commands that are chosen more often
    counted: Callable[[Any, Any, DiceRequest], Found | None]  # ``None``: an attack that nothing is said of


def heroclix(system: Any, state: Any, request: DiceRequest) -> Found | None:
    """Whether the number was reached, and the clicks of the attack's own damage, without what knocks back: by the
    die that may stand in its place, where that is more."""
    if len(state.attack.targets) != 1:
        return None
    return max(
        (_clicks(system, state, answers) for answers in (throws.refusal, rolls)), key=lambda found: found.expected or 0
    )


def rolls(asked: ChoiceRequest) -> Choose | Pass | None:
    """Return the answer of an attacker who throws the die in the place of the damage."""
    return Choose(asked.seat, asked.id, ("roll",)) if asked.options == ("roll",) else throws.refusal(asked)


def _clicks(system: Any, state: Any, answers: throws.Answers) -> Found:
    target, hits, clicks = state.attack.targets[0].piece, Fraction(0), Fraction(0)

    def stops(events: Any, asked: Any) -> bool:
        return any(isinstance(one, DamageDealt | hc.AttackResolved) for one in events)

    for events, chance in throws.every_end(system, state, stops, answers=answers):
        rolled = next(one for one in events if isinstance(one, hc.AttackRolled))
        hits += chance * (target in rolled.hits)
        dealt = next((at for at, one in enumerate(events) if isinstance(one, DamageDealt)), None)
        if dealt is not None and (events[dealt].piece, events[dealt].kind) == (target, DamageKind.ATTACK):
            turned = next((one for one in events[dealt:] if isinstance(one, DialTurned) and one.piece == target), None)
            clicks += chance * (turned.after - turned.before if turned is not None else 0)
    return Found(hits, clicks)


def heroquest(system: Any, state: Any, request: DiceRequest) -> Found | None:
    """Whether a body point is lost, and how many, as the master knows it."""
    declared = next(one for one in reversed(state.work.log) if isinstance(one, hq.StrikeDeclared))
    if len(declared.attackers) > 1 or any("wide" in texts for _, texts in state.work.begun.fields):
        return None
    target, wounds, lost = declared.target, Fraction(0), Fraction(0)
    body = state.who(target).body
    rows = state.content.tables.critical

    def stops(events: Any, asked: Any) -> bool:
        return isinstance(asked, DiceRequest) and asked.purpose not in ("HQ-ATK-05", "HQ-ATK-07")

    def faces(one: DiceRequest, die: str) -> Mapping[str, Fraction] | None:
        if die != "d20" or one.purpose != "HQ-ATK-05":
            return None
        named = {str(least): Fraction(most - least + 1, 20) for least, most, _ in rows}
        return {"1": 1 - sum(named.values(), Fraction(0)), **named}

    def alike(one: DiceRequest) -> Sequence[str]:
        if one.purpose != "HQ-ATK-05" or not any("deadly" in texts for _, texts in state.work.begun.fields):
            return one.dice
        last = max(at for at, die in enumerate(one.dice) if die == "combat")  # nobody blocks it (HQ-HERO-ENCH-07)
        return (*one.dice[:last], "deadly", *one.dice[last + 1 :])

    for events, chance in throws.every_end(system, state, stops, faces=faces, alike=alike):
        own = (one for one in events if getattr(one, "piece", None) == target)
        hurt = 0
        for one in own:
            hurt += one.lost if isinstance(one, hq.Hurt) and one.rule == "HQ-ATK-07" else 0
            hurt += body if isinstance(one, hq.FinishingBlow) else 0
        wounds += chance * bool(hurt)
        lost += chance * hurt
    return Found(wounds, lost) if request.purpose == "HQ-ATK-05" else Found(1 - wounds, None)


def guardians(system: Any, state: Any, request: DiceRequest) -> Found | None:
    """Whether enough successes lie there: a die thrown again and again has enough after so many POW."""
    launched = next(one for one in reversed(state.work.log) if isinstance(one, gc.AttackLaunched))
    kinds = system.dice_of(state)
    hits, damage = Fraction(0), Fraction(0)
    left = system.view_for(state, None)
    health = next(one.health - one.damage for one in left.figures if one.id == launched.target)

    def lies(events: Any) -> int:
        faces = [face for one in events if hasattr(one, "result") for face in one.result.faces]
        return sum(kinds["combat"].face(face).value or 0 if kinds["combat"].face(face) else int(face) for face in faces)

    def stops(events: Any, asked: Any) -> bool:
        if any(isinstance(one, gc.AttackResult) for one in events):
            return isinstance(asked, DiceRequest) or bool(asked.purpose == "GC-ATK-12")
        return isinstance(asked, DiceRequest) and bool(events) and lies(events) >= launched.defense

    for events, chance in throws.every_end(system, state, stops):
        rolled = next((one for one in events if isinstance(one, gc.AttackResult)), None)
        if rolled is not None and rolled.defense != launched.defense:
            return None  # it braced itself, or another took its place
        hits += chance * (rolled.hit if rolled is not None else True)
        dealt = [one.amount for one in events if isinstance(one, gc.Damaged) and one.piece == launched.target]
        damage = max(damage, Fraction(min(dealt[0], health)) if dealt else Fraction(0))
    return Found(hits, hits * damage if hits else Fraction(0))


def gotham(system: Any, state: Any, request: DiceRequest) -> Found | None:
    """Whether a tile is wounded; of who pays for its Defense whether there is a success."""
    designated = next(one for one in reversed(state.work.log) if isinstance(one, go.TargetDesignated))
    target, any_success, wounds, lost = designated.target, Fraction(0), Fraction(0), Fraction(0)
    is_paid = False
    if request.purpose == "GO-BASE-ATK-09":
        return _guard(system, state)
    if designated.binds:  # tokens come instead
        return None

    def stops(events: Any, asked: Any) -> bool:
        if isinstance(asked, DiceRequest):
            return asked.purpose not in ("GO-BASE-ATK-01", "GO-BASE-ATK-09") or any(
                isinstance(one, go.Reckoned) and one.what == "wounds" for one in events
            )
        return bool(asked.purpose == "GO-BASE-ATK-09")

    for events, chance in throws.every_end(system, state, stops):
        struck = next((one for one in events if isinstance(one, go.Reckoned) and one.what == designated.kind), None)
        if struck is None:
            return None  # somebody must have dice thrown again
        reach = next((one for one in events if isinstance(one, go.Reckoned) and one.what == "left"), struck)
        any_success += chance * bool(reach.value)  # those that nobody else pledged to take
        made = any(isinstance(one, go.Reckoned) and one.what == "wounds" for one in events)
        is_paid = is_paid or (bool(reach.value) and not made)
        taken = sum(one.taken for one in events if isinstance(one, go.Wounded) and one.piece == target)
        wounds += chance * bool(taken)
        lost += chance * taken
    return Found(any_success, None) if is_paid else Found(wounds, lost)


def _guard(system: Any, state: Any) -> Found:
    """Whether a Defense stops everything that struck."""
    numbers = [
        one for one in state.work.log if isinstance(one, go.Reckoned) and one.what in ("melee", "ranged", "left")
    ]
    held = Fraction(0)

    def stops(events: Any, asked: Any) -> bool:
        return any(isinstance(one, go.Reckoned) for one in events)

    for events, chance in throws.every_end(system, state, stops):
        made = next(one for one in events if isinstance(one, go.Reckoned))
        held += chance * (made.value >= numbers[-1].value)
    return Found(held, None)


ROWS = {
    "heroclix": Row(("HC-ATK-05", "HX-ROLL-01"), ("CloseAttack", "RangedAttack"), heroclix),
    "heroquest": Row(("HQ-ATK-05", "HQ-ATK-07"), ("Attack", "Cast", "TakeTurn", "Walk"), heroquest),
    "guardians": Row(("GC-ATK-05",), ("Attack",), guardians),
    "gotham": Row(("GO-BASE-ATK-01", "GO-BASE-ATK-09"), ("MeleeAttack", "RangedAttack"), gotham),
}


def attacks(system: Any, seed: int) -> Iterator[tuple[Face[Any, Any], DiceRequest]]:
    """The first dice of every attack of a random game, in which attacks are chosen where they can be."""
    rng, dice, row = random.Random(seed), DiceGenerator(seed), ROWS[system.id]
    is_furnished = getattr(getattr(system.edition, "parts", None), "forces", True)  # a first game has no objects
    setup = (FURNISHED if is_furnished else SETUPS)[system.id](system)
    ledger = Ledger(MemoryRecorder(), JsonCodec(system.event_types))
    session = Session(system, ledger, StoppedClock(), setup, seats=setup.seats)
    face = face_of(system.id, session)
    for _ in range(STEPS):
        if session.state.flow.outcome is not None:
            return
        asked = session.state.flow.open[0] if session.state.flow.open else None
        if isinstance(asked, DiceRequest):
            if asked.purpose in row.purposes and len(session.state.flow.open) == 1:
                yield face, asked
            command: Any = ReportDice(asked.roller, dice.roll(asked, system.dice_of(session.state)))
        else:
            offers = [one for seat in setup.seats for one in system.legal_commands(session.state, seat)]
            offers = [one for one in offers if type(one).__name__ not in ("Concede", "ProposeEnd")]
            if not offers:
                return
            loud = [one for one in offers if type(one).__name__ in row.loud]
            command = rng.choice(loud if loud and rng.random() < 0.8 else offers)
        decision = session.submit(command)
        assert isinstance(decision, Accepted), f"seed {seed}: legal, yet refused: {command}: {decision}"


def compared(system: Any, seeds: range, most: int) -> tuple[int, list[str]]:
    """How many attacks were compared, and where the face says something else than the oracle."""
    done, wrong = 0, list[str]()
    for seed in seeds:
        for face, request in attacks(system, seed):
            found = ROWS[system.id].counted(system, face.state, request)
            told = face.awaited(_all_knowing(face), request, "en")
            if found is None or told == Foretold():
                continue
            done += 1
            if (told.chance, told.expected) != (found.chance, found.expected):
                wrong.append(f"seed {seed}, {request.id}: {told.chance}, {told.expected}, not {found}")
            if done == most:
                return done, wrong
    return done, wrong


def _all_knowing(face: Face[Any, Any]) -> Any:
    return getattr(getattr(face.state, "table", None), "gm", None)


@pytest.mark.parametrize("game", [str(row.id) for row in SYSTEMS])
@pytest.mark.parametrize(
    "attacks_of", [6, pytest.param(1000, marks=[pytest.mark.long, pytest.mark.timeout(0)])], ids=["few", "thousand"]
)
def test_chance_and_average_are_those_of_every_face(game: str, attacks_of: int) -> None:
    row = next(row for row in SYSTEMS if row.id == game)
    for edition in row.editions if attacks_of > 6 else [next(iter(row.editions))]:
        system = find_system(SystemId(game), EditionId(edition), "")
        done, wrong = compared(system, range(attacks_of), attacks_of)
        assert wrong == []
        assert done == attacks_of


def test_wounds_that_another_has_pledged_to_take_are_none_of_the_target() -> None:
    """In that game of Gotham the first shot is at somebody whom a companion shields."""
    system = find_system(SystemId("gotham"), EditionId("chronicles"), "")
    face, request = next(attacks(system, 62))
    assert any(isinstance(one, go.SacrificePledged) for one in face.state.work.log)
    found = gotham(system, face.state, request)
    assert found == Found(Fraction(0), Fraction(0))
    told = face.awaited(None, request, "en")
    assert (told.chance, told.expected) == (found.chance, found.expected)


@pytest.mark.rule("HQ-HERO-ENCH-07")
def test_the_die_that_nobody_blocks_is_named() -> None:
    """The first attack of that game is one of deadly intent, the next is not: its dice are all alike."""
    system = find_system(SystemId("heroquest"), EditionId("nextlevel"), "")
    strikes = ((face, request) for face, request in attacks(system, 4) if request.purpose == "HQ-ATK-05")
    for is_deadly in (True, False):
        face, request = next(strikes)
        assert (say("deadly_die") in face.awaited(_all_knowing(face), request, "en").lines) == is_deadly


@pytest.mark.rule("HC-POW-12")
@pytest.mark.parametrize("edition", ["core", "newer"])
@pytest.mark.parametrize(("damage", "defense"), [(2, "impervious"), (2, "invulnerability"), (4, "toughness"), (1, "")])
def test_a_die_that_stands_in_the_place_of_the_damage_is_foretold(edition: str, damage: int, defense: str) -> None:
    """Blades of 2 at whom nothing below 3 hurts are no attack for nothing; 4 are as good as the die, or better."""
    system = find_system(SystemId("heroclix"), EditionId(edition), "")
    scene = Scene(game=system)  # type: ignore[arg-type]
    a = scene.put("A", "red", (0, 0), figure("A", damage=damage, powers={"attack": "blades_claws_fangs"}))
    powers = {"defense": defense} if defense else {}
    b = scene.put("B", "blue", (1, 0), figure("B", clicks=12, powers=powers))
    scene.do(CloseAttack(RED, a, b, "blades_claws_fangs"))
    (one,), found = odds(scene.state), heroclix(system, scene.state, scene.state.flow.open[0])  # type: ignore[arg-type]
    assert found is not None and (one.chance, one.expected) == (found.chance, found.expected)
    assert (bool(one.die), one.spared) == (damage < 4, (defense,) if defense else ())
