"""Foretelling of a roll beside its dice, and the result once they lie.

attack ──> successes needed, chance, damage     test ──> at most so much     mission ──> each face     initiative
what lies already, and what has still to be thrown, the rules themselves say: no faces are made up but the least
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from companion.core.consequences import rehearsed
from companion.core.dice import DiceRequest
from companion.core.events import ChoiceMade, DiceReported, DiceRequested
from companion.core.face import Cue, Foretold, Result, deed
from companion.core.phrases import Name, Phrase, Told, Word, average, joined, say, with_rerolls
from companion.core.pool import DIE, chances
from companion.core.rules import RulesSystem
from companion.games.guardians import events as ev
from companion.games.guardians.content.dice import (
    COMBAT,
    TEST,
    chance_of_hit,
    chance_to_pass,
    chance_with_rerolls,
    explodes,
    worth,
)
from companion.games.guardians.content.kinds import HEALTH
from companion.games.guardians.face.stakes import stakes_of, where_of
from companion.games.guardians.face.words import said
from companion.games.guardians.play.attack import ROLL, damage_of, rerolls_of
from companion.games.guardians.play.goals import HERO_ARTICLE
from companion.games.guardians.play.harm import BLUE
from companion.games.guardians.play.opening import MISSION
from companion.games.guardians.play.turns import FIRST_BY_ROLL
from companion.games.guardians.play.values import value
from companion.games.guardians.state import Figure, State

TRIAL = "GC-TEST-04"


def awaited(system: RulesSystem[State], state: State, request: DiceRequest, lang: str) -> Foretold:
    """Foretell the roll that is asked for."""
    match request.purpose:
        case _ if request.purpose == ROLL:
            return _attack(system, state, request)
        case _ if request.purpose == TRIAL:
            return _trial(system, state, request)
        case _ if request.purpose == MISSION:
            return _mission(state, request, lang)
        case _ if request.purpose == FIRST_BY_ROLL:
            return _initiative(state, request)
    return Foretold()


def fortunate(state: State, request: DiceRequest) -> Sequence[str]:
    """Throw what helps most without a further die: the least of test dice, the most of others (GC-TEST-05)."""
    found = []
    for die in request.dice:
        faces = [one for one in state.content.dice[die].faces if not explodes(one)]
        found.append((min if die == TEST else max)(faces, key=worth).label)
    return found


class Least:
    """Throws the least of every die, and keeps which dice these were."""

    def __init__(self, state: State) -> None:
        self._kinds, self.dice, self.sum = state.content.dice, list[str](), 0

    def __call__(self, request: DiceRequest) -> Sequence[str]:
        found = []
        for die in request.dice:
            face = min((one for one in self._kinds[die].faces if not explodes(one)), key=worth)
            self.sum += worth(face)
            found.append(face.label)
        self.dice += request.dice
        return found


def _attack(system: RulesSystem[State], state: State, request: DiceRequest) -> Foretold:
    least = Least(state)
    found = rehearsed(system, state, request, least, ev.AttackResult)
    if found is None:
        return Foretold()
    lies = found.successes - least.sum
    needed = max(0, found.defense - lies)
    chance = _chance(state, request, least.dice, needed)
    needs = (
        say("needs_more_successes", needed=found.defense, lies=lies) if lies else say("needs_successes", needed=needed)
    )
    launched = _launched(state)
    figure, target = state.who(found.piece), state.who(found.target)
    manner = launched.manner if launched is not None else ""
    hit, expected = harm_of(state, figure, manner, target, chance)
    hoped = hoped_of(state, figure, manner, target, Counter(request.dice), needed) if not lies else None
    likely = say("chance", chance=chance) if hoped is None else with_rerolls(say("chance", chance=hoped))
    line = joined(" · ", Name(found.target), needs, likely)
    idle = (chance if hoped is None else hoped) in (0, 1)
    return Foretold((line, hit), found.defense, chance, expected=expected, unit="health", hoped=hoped, idle=idle)


def _chance(state: State, request: DiceRequest, dice: Sequence[str], needed: int) -> Fraction:
    """The chance of so many successes more: dice that are thrown again by a power never explode (GC-CARD-24)."""
    if _is_again(state):
        sums = chances([state.content.dice[die] for die in dice], worth)
        return sum((share for total, share in sums.items() if total >= needed), Fraction(0))
    return Fraction(chance_of_hit(state.content.dice, Counter(dice), needed))


def _is_again(state: State) -> bool:
    """Whether dice of this throw are thrown again by a power: a choice of dice came after they lay."""
    log = state.work.log if state.work is not None else ()
    for event in reversed(log):
        if isinstance(event, DiceReported):
            return False
        if isinstance(event, ChoiceMade) and any(option.startswith(DIE) for option in event.options):
            return True
    return False


def harm_of(state: State, figure: Figure, manner: str, target: Figure, chance: Fraction) -> tuple[Told, Fraction]:
    """Tell the damage of a hit and what is left of its target then; and how much that is on average."""
    damage, left = damage_of(state, figure, manner, target), value(state, target, HEALTH) - target.damage
    after = max(0, left - damage)
    key = "hit_leaves" if after or target.is_main else "hit_knocks_out"
    expected = chance * min(damage, max(0, left))
    return joined(" · ", say(key, damage=damage, left=left, after=after), average("health", expected)), expected


def hoped_of(
    state: State, figure: Figure, manner: str, target: Figure, pool: Mapping[str, int], needed: int
) -> Fraction | None:
    """Return the chance with the dice thrown again that powers allow; ``None``: they allow none."""
    again = rerolls_of(state, figure, manner, target)
    return Fraction(chance_with_rerolls(state.content.dice, pool, needed, again)) if again and needed else None


def _launched(state: State) -> ev.AttackLaunched | None:
    log = state.work.log if state.work is not None else ()
    return next((event for event in reversed(log) if isinstance(event, ev.AttackLaunched)), None)


def _trial(system: RulesSystem[State], state: State, request: DiceRequest) -> Foretold:
    least = Least(state)
    found = rehearsed(system, state, request, least, ev.TestRolled)
    if found is None:
        return Foretold()
    lies = found.total - least.sum
    chance = chance_to_pass(state.content.dice[TEST], len(least.dice), found.limit - lies)
    key = "needs_at_most_more" if lies else "needs_at_most"
    line = say(key, limit=found.limit, lies=lies, chance=chance)
    rest = len(least.dice) - len(request.dice)
    after = (say("dice_after", count=rest),) if rest > 0 else ()
    asked = say("test_of", stat=Word("slot", found.stat), where=where_of(state, found))
    outcomes = {"test_passed": True, "test_failed": False}
    stakes = {key: tuple(stakes_of(state, found, passed=passed)) for key, passed in outcomes.items()}
    brought = [say(key, deeds=joined(", ", *deeds)) for key, deeds in stakes.items() if deeds]
    return Foretold((line, asked, *brought, *after), found.limit, chance, idle=chance in (0, 1))


def _mission(state: State, request: DiceRequest, lang: str) -> Foretold:
    """Foretell each face's mission: they are printed on the hero's sheet (GC-SETUP-09)."""
    assert request.piece is not None
    missions = state.sheet(state.who(request.piece)).missions
    faces = Counter(face.label for face in state.content.dice[COMBAT].faces)
    lines = (
        say("on_faces", faces=face, chance=Fraction(often, faces.total()), words=said(missions[face].text, lang))
        for face, often in faces.items()
        if face in missions
    )
    brings = say("mission_points", points=say("points", points=HERO_ARTICLE[BLUE]))
    return Foretold((*lines, brings))


def _initiative(state: State, request: DiceRequest) -> Foretold:
    """Foretell the higher of two dice: once the other lies, the chance to come above it, and of a tie."""
    other = _other_total(state, request)
    if other is None:
        return Foretold((say("higher_begins"),))
    kinds, pool = state.content.dice, {COMBAT: 1}
    lies = _own_total(state, request)
    above = Fraction(chance_of_hit(kinds, pool, max(0, other + 1 - lies)))
    tied = Fraction(chance_of_hit(kinds, pool, max(0, other - lies))) - above
    return Foretold((say("roll_off", best=other, chance=above, tied=tied),), other + 1, above)


def _thrown(state: State) -> Iterator[tuple[DiceRequest, int, bool]]:
    """The dice of the initiative since it was tied last: who threw, what counts, whether it goes on."""
    log = state.work.log if state.work is not None else ()
    asked: dict[str, DiceRequest] = {}
    found: list[tuple[DiceRequest, int, bool]] = []
    die = state.content.dice[COMBAT]
    for event in log:
        if isinstance(event, DiceRequested):
            rolls = [one for one in (event.request, *event.others) if one.purpose == FIRST_BY_ROLL]
            if len(rolls) > 1:
                found = []
            asked |= {one.id: one for one in rolls}
        elif isinstance(event, DiceReported) and event.result.request in asked:
            face = die.face(event.result.faces[0])
            if face is not None:
                found.append((asked[event.result.request], worth(face), explodes(face)))
    return iter(found)


def _own_total(state: State, request: DiceRequest) -> int:
    return sum(total for one, total, _ in _thrown(state) if one.roller == request.roller)


def _other_total(state: State, request: DiceRequest) -> int | None:
    """Return the total of the other side, once it is known."""
    others = [(total, goes_on) for one, total, goes_on in _thrown(state) if one.roller != request.roller]
    if not others or others[-1][1]:
        return None
    return sum(total for total, _ in others)


def result(events: Sequence[object]) -> Result | None:
    """Return the result of the last attack or test among the events."""
    found: Result | None = None
    for event in events:
        match event:
            case ev.AttackLaunched(piece=piece, target=target) | ev.TargetChanged(piece=piece, target=target):
                found = Result("", pieces=(target,), deed=deed("attack", (piece,), (target,)))
            case ev.AttackResult(piece=piece, target=target, successes=successes, defense=needed, hit=hit):
                cue = Cue.HIT if hit else Cue.MISS
                against = say("against_one", total=successes, needed=needed)
                done = deed(cue.value, (piece,), (target,))
                found = Result(Phrase(f"result.{cue.value}"), cue, against, (target,), done)
            case ev.TestRolled(piece=piece, stat=stat, total=total, limit=limit, passed=passed):
                cue, word = (Cue.HIT, "passed") if passed else (Cue.MISS, "failed")
                against = say("against_most", total=total, limit=limit)
                done = Phrase(f"struck.{word}", {"who": Name(piece), "what": Word("slot", stat)})
                found = Result(Phrase(f"result.{word}"), cue, against, (piece,), done)
            case ev.InitiativeSettled(first=first) if event.rule == FIRST_BY_ROLL:
                found = Result(say("acts_first", who=Name(first)))
    return found
