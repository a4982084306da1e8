"""Every pair of skills that meet at one step, at several levels, with many dice, against the slow pipeline.

The oracle is ``tests/oracles/gotham_steps.py``; who has which skill, and which skills meet, is written here by hand
from the catalogue's procedures.
"""

from __future__ import annotations

import random
from itertools import combinations, product
from typing import Any

import pytest

from companion.core.commands import Choose, ReportDice
from companion.core.dice import DiceRequest, DiceResult
from companion.core.flow import ChoiceRequest
from companion.core.ids import PieceId, Seat, ZoneId
from companion.games.gotham.commands import Grenade, MeleeAttack, RangedAttack
from companion.games.gotham.figures import Figure
from companion.games.gotham.moves import cost_of, fee, way_of
from companion.games.gotham.state import State
from tests.games.gotham.tables import GOTHAM, after, mission
from tests.oracles.gotham_steps import Doll, Table, cost
from tests.thinned import sampled

MEETING = {
    "pool": ("fury", "imaginary_friend"),
    "rerolls": ("point_blank", "luck", "support", "bad_luck"),
    "successes": ("martial_arts", "sharpshooter", "sneak_attack", "nerves", "sacrifice"),
    "defense": ("impenetrable", "untouchable", "bodyguard", "luck", "bad_luck"),
    "wounds": ("electricity", "poison", "harmless", "bind", "sacrifice"),
    "after": ("immobilise", "flame", "toxic_gas", "frost"),
    "explosion": ("immobilise", "flame", "toxic_gas", "frost", "smoke"),
    "free": ("circular_strike", "chain_attack", "burst", "counter", "riposte", "martial_arts", "protected", "poison"),
}
OF_THE_TARGET = {"impenetrable", "untouchable", "counter", "riposte"}
OF_ITS_FRIEND = {"bodyguard", "sacrifice", "bad_luck", "protected"}
OF_A_FRIEND = {"support"}
FACES = (0, 1, 2)
DICE = {colour: [0, 1, 2] for colour in ("yellow", "orange", "white", "red")}
PAIRS = [(step, *pair) for step, skills in MEETING.items() for pair in combinations(skills, 2)]
COSTLY = ("elusive", "mobility", "parkour", "horror", "flight", "wallbreak")
SCENES = list(product(("melee", "ranged"), (1, 6), (0, 1)))


def cast(skills: dict[str, int], life: int, threat: int) -> list[Doll]:
    """Attacker and friend, target, its friend and one more, with the skills where they belong."""
    a = Doll("A", "heroes", 20, hero=True, wounds=10, binds=threat, free=bool(threat))
    c = Doll("C", "heroes", 20, threat=1, hero=True)
    t = Doll("T", "villains", life, threat=threat, defense=1)
    g = Doll("G", "villains", 3, threat=1)
    b = Doll("B", "villains", 4)
    for skill, level in skills.items():
        owner = t if skill in OF_THE_TARGET else g if skill in OF_ITS_FRIEND else c if skill in OF_A_FRIEND else a
        if skill == "harmless":
            a.harmless = True
        elif skill == "imaginary_friend":
            a.friend = True
        else:
            owner.skills[skill] = level
    if "bodyguard" in skills:
        b.skills["bodyguard"] = 1  # a second one: only one of them helps
    return [a, b, c, g, t]


def staged(dolls: list[Doll], smoke: int) -> State:
    """The same scene for the real rules."""
    pieces: dict[str, Any] = {}
    for doll in dolls:
        traits = ["harmless"] if doll.harmless else []
        skills = {**doll.skills, **({"imaginary_friend": 1} if doll.friend else {})}
        die = "red free" if doll.free else "red"
        kind: dict[str, Any] = {"kind": "villain", "life": doll.life, "lost": doll.wounds}
        if doll.hero:
            kind = {"cubes": doll.life, "wounds": doll.wounds}
        attack = die if doll.hero else "2 red"
        pieces[doll.name] = {
            **kind,
            "at": "a",
            "threat": doll.threat,
            "binds": doll.binds,
            "skills": skills,
            "traits": traits,
            "melee": attack,
            "ranged": attack,
            "manipulation": "red",
            **({"friend": "x"} if doll.friend else {}),
            **({"defense": f"{doll.defense} orange"} if doll.defense else {}),
        }
    return mission(pieces, dice=DICE, tokens={"a": ["smoke"] * smoke})


def run_out(state: State, command: Any, queue: list[int]) -> State:
    """The command with every question answered by as much as there is, on the first thing there is."""
    state = after(state, GOTHAM.decide(state, command))
    while state.flow.open:
        (request,) = state.flow.open
        if isinstance(request, DiceRequest):
            faces = tuple(str(queue.pop(0)) for _ in request.dice)
            answer: Any = ReportDice(request.roller, DiceResult(request.id, faces))
        else:
            assert isinstance(request, ChoiceRequest)
            numbered = all(option.isdigit() for option in request.options)
            answer = Choose(request.seat, request.id, (request.options[-1 if numbered else 0],))
        state = after(state, GOTHAM.decide(state, answer))
    return state


def _wounds(state: State, who: Figure) -> int:
    return who.cubes_at("wounds") if who.is_hero else state.sheet(who.id).life - who.life


def told(state: State) -> dict[str, Any]:
    return {
        **{who.id: (_wounds(state, who), who.binds, who.lying) for who in state.figures},
        "tokens": {kind: state.tokens_in(ZoneId("a"), kind) for kind in ("flame", "gas", "frost", "smoke")},
    }


@pytest.mark.rule("GO-GEN-03", "GO-BASE-ATK-01")
@pytest.mark.parametrize(("step", "one", "other"), sampled(PAIRS, 4))
def test_a_pair_of_skills_against_the_slow_pipeline(step: str, one: str, other: str) -> None:
    rng = random.Random(f"{step} {one} {other}")
    for kind, life, threat in SCENES:
        skills = {one: rng.randint(1, 3), other: rng.randint(1, 3)}
        dolls = cast(skills, life, threat)
        queue = [rng.choice(FACES) for _ in range(400)]
        smoke = rng.randint(0, 1)
        state, table = staged(dolls, smoke), Table(dolls, list(queue))
        table.tokens["smoke"] = smoke
        a, t = table.dolls["A"], table.dolls["T"]
        binds = "bind" in skills and kind == "melee"
        if step == "explosion":
            a.skills["grenade"] = 2
            state = staged(dolls, smoke)
            command: Any = Grenade(Seat("A"), PieceId("A"), ZoneId("a"))
            table.explode(a, 2)
        elif kind == "melee":
            command = MeleeAttack(Seat("A"), PieceId("A"), PieceId("T"), (), binds, cubes=2)
            table.attack(a, t, kind, bind=binds)
        else:
            command = RangedAttack(Seat("A"), PieceId("A"), PieceId("T"), cubes=2)
            table.attack(a, t, kind)
        state = run_out(state, command, queue)
        expected = {doll.name: (doll.wounds, doll.binds, doll.lying) for doll in dolls}
        tokens = {name: table.tokens.get(name, 0) for name in ("flame", "gas", "frost", "smoke")}
        assert told(state) == {**expected, "tokens": tokens}, (kind, life, threat, skills)


@pytest.mark.rule("GO-ELUSIVE-01", "GO-MOBILITY-01", "GO-PARKOUR-01", "GO-HORROR-01", "GO-T-FLIGHT-02")
@pytest.mark.parametrize("pair", list(combinations(COSTLY, 2)))
def test_a_pair_of_skills_in_the_cost_of_a_movement(pair: tuple[str, str]) -> None:
    for levels in product((1, 2, 4), repeat=2):
        given = dict(zip(pair, levels, strict=True))
        flies, horror = given.pop("flight", 0) > 0, given.pop("horror", 0)
        for size, rough, wall in product((0, 2), (0, 3), (False, True)):
            wall = wall and "wallbreak" in given
            skills = {name: level for name, level in given.items() if name != "wallbreak" or wall}
            pieces = {
                "A": {"cubes": 9, "at": "a", "skills": skills, "traits": ["flight"] if flies else []},
                "B": {"life": 1, "at": "a", "size": size},
                "C": {"life": 1, "at": "b", "skills": {"horror": horror} if horror else {}},
            }
            border = {"between": "a|b", "wall": 1} if wall else {"between": "a|b", "climb": 2}
            state = mission(pieces, zones={"a": {"difficult": rough}, "b": {}}, borders=[border])
            found = way_of(state, PieceId("A"), ZoneId("a"), ZoneId("b"), "")
            assert found is not None
            number = cost_of(state, PieceId("A"), ZoneId("a"), ZoneId("b"), *found)
            climb = 0 if wall else 2
            expected = cost(size, rough, climb, horror, wall, skills, flies=flies)
            assert number.value + fee(found[0]) == expected, (levels, size, rough, wall)
