"""Foretelling of a roll beside its dice, and the result once they lie: its terms the rules themselves say.

attack ──> successes, against the Defense, wounds    Defense ──> what gets through    complex action ──> its difficulty
a fall, dangerous ground, an explosion ──> each number of wounds
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from companion.core.commands import Choose, Pass
from companion.core.consequences import refusing, rehearsed, step
from companion.core.dice import DiceRequest
from companion.core.events import ChoiceMade, ChoiceRequested, DiceReported
from companion.core.face import Cue, Foretold, Result, deed
from companion.core.flow import ChoiceRequest
from companion.core.ids import PieceId, RuleId
from companion.core.phrases import (
    Dice,
    Happened,
    Name,
    Phrase,
    Terms,
    Told,
    amounts,
    average,
    is_settled,
    joined,
    say,
    with_rerolls,
)
from companion.core.pool import DIE, lying
from companion.core.reckoning import Contribution, plus, reckon
from companion.core.rules import RulesSystem
from companion.games.gotham import events as ev
from companion.games.gotham.asked.cards import CARDS
from companion.games.gotham.attack import beyond, odds
from companion.games.gotham.attack.pipeline import ABSORBED
from companion.games.gotham.content.content import SUCCESS
from companion.games.gotham.content.settings import DEFENSE, MELEE, RANGED
from companion.games.gotham.content.words import Step
from companion.games.gotham.rolling import PURPOSES
from companion.games.gotham.state import State
from companion.games.gotham.steps.base import FALLING
from companion.games.gotham.steps.deed import Deed
from companion.games.gotham.steps.numbers import number

ATTACK, GUARD, ACTION = "GO-BASE-ATK-01", PURPOSES[DEFENSE], PURPOSES["thought"]


def awaited(system: RulesSystem[State], state: State, request: DiceRequest) -> Foretold:
    """Foretell the roll that is asked for, before anything of it is thrown again."""
    rolled = odds.thrown(state, request.dice, _lies(state, request))
    match request.purpose:
        case _ if request.purpose == ATTACK:
            return _attack(state, request, rolled)
        case _ if request.purpose == GUARD:
            return _guard(state, request, rolled)
        case _ if request.purpose == ACTION:
            return _action(system, state, request, rolled)
        case _ if request.purpose == FALLING:
            fall = rehearsed(system, state, request, _Least(state), ev.Reckoned, _refusing)
            parts = fall.terms if fall is not None else ()
            made: dict[int, Fraction] = {}
            for successes, share in rolled.items():
                value = reckon(successes, parts).value
                made[value] = made.get(value, Fraction(0)) + share
            return Foretold((amounts("wounds", made),), terms=parts, more=_terms(parts))
    return Foretold((amounts("wounds", rolled),))


def coming(system: RulesSystem[State], state: State, answer: Choose | Pass) -> tuple[RuleId, Foretold] | None:
    """Foretell the roll that follows an answer, with its purpose, where nothing more is used first; ``None``: none."""
    after, _, asked = step(system, state, answer)
    while isinstance(asked, ChoiceRequest) and asked.optional and asked.seat == answer.seat:
        after, _, asked = step(system, after, Pass(asked.seat, asked.id))
    return (asked.purpose, awaited(system, after, asked)) if isinstance(asked, DiceRequest) else None


def chosen(system: RulesSystem[State], state: State, request: ChoiceRequest, option: str) -> Told:
    """Tell how likely what follows is once that is chosen, before it is paid for; nothing where no roll follows."""
    after = coming(system, state, Choose(request.seat, request.id, (option,)))
    return chance_then(*after) if after is not None else ""


def chance_then(purpose: RuleId, roll: Foretold) -> Told:
    """Tell the chance of a roll that is to come, and what it brings on average."""
    if roll.chance is None:
        return ""
    told = say("held_chance" if purpose == GUARD else "chance_then", chance=roll.chance)
    return joined(" · ", told, average(roll.unit, roll.expected)) if roll.expected is not None else told


class _Least:
    """Throws faces without successes, or with as few as there are."""

    def __init__(self, state: State) -> None:
        self._kinds = state.content.dice

    def __call__(self, request: DiceRequest) -> Sequence[str]:
        kinds = [self._kinds[die] for die in request.dice]
        return [min(kind.faces, key=lambda face: face.tags.count(SUCCESS)).label for kind in kinds]


def _refusing(request: ChoiceRequest) -> Choose | Pass | None:
    """The answer that uses nothing; of dice that must be thrown again the first ones."""
    if not request.optional and request.options[0].startswith(DIE):
        return Choose(request.seat, request.id, request.options[: request.at_least])
    return refusing(request)


def log_of(state: State) -> Sequence[object]:
    """The events of what is in progress."""
    return state.work.log if state.work is not None else ()


def _since_pool(state: State) -> Sequence[object]:
    """The events since the pool was taken in hand."""
    log = log_of(state)
    built = [place for place, event in enumerate(log) if isinstance(event, ev.PoolBuilt)]
    return log[built[-1] :] if built else log


def _lies(state: State, request: DiceRequest) -> int:
    """Return the successes of dice that stay while others are thrown again."""
    pool, places = lying(log_of(state))
    if not places or tuple(pool.dice[place] for place in places) != request.dice:
        return 0
    stays = [place for place in range(len(pool.dice)) if place not in places]
    return pool.kept(stays).count(SUCCESS, state.content.dice)


def deed_now(state: State) -> Deed | None:
    """The attack that is going on, with the cards that others declared for it."""
    deed: Deed | None = None
    asked: dict[str, ChoiceRequest] = {}
    for event in log_of(state):
        match event:
            case ev.TargetDesignated():
                zones = (state.zone_of(event.target),)
                deed = Deed(
                    event.kind, event.attacker, event.target, event.way, event.cards, zones=zones, binds=event.binds
                )
            case ev.SacrificePledged(piece, _, wounds) if deed is not None:
                deed = replace(deed, pledged=(*deed.pledged, (piece, wounds)))
            case ChoiceRequested(request, others):
                asked |= {one.id: one for one in (request, *others)}
            case ChoiceMade(request=name, options=cards) if deed is not None and name in asked:
                who = asked[name].piece
                if asked[name].purpose == CARDS and who is not None:
                    deed = replace(deed, lent=(*deed.lent, *((who, card) for card in cards)))
    return deed


def _attack(state: State, request: DiceRequest, rolled: odds.Shares) -> Foretold:
    deed = deed_now(state)
    if deed is None:
        return Foretold()
    is_first = not any(isinstance(event, DiceReported) for event in _since_pool(state))
    return struck(state, replace(deed, pool=request.dice) if is_first else deed, rolled)


def struck(state: State, deed: Deed, rolled: odds.Shares) -> Foretold:
    """Foretell an attack whose dice have these chances: dice and chance; its terms and the amounts for who asks."""
    made = odds.counted(state, Step.SUCCESSES, deed, rolled)
    parts = odds.made(state, Step.SUCCESSES, deed, max(rolled)).parts
    own = say("success_chance", needed=1, chance=odds.least(made, 1))
    absorbed = _terms(tuple(plus(-high, ABSORBED, piece) for piece, high in deed.pledged))
    counted = (*_terms(parts), own, *absorbed)
    hits = odds.left(deed, made)

    def reaching(successes: int) -> odds.Shares:
        """Of so many successes those that reach the target."""
        return odds.left(deed, {odds.made(state, Step.SUCCESSES, deed, successes).value: Fraction(1)})

    def worth(successes: int, guarded: odds.Shares) -> Fraction:
        """The chance that so many successes do anything."""
        reach = reaching(successes)
        through = odds.margins(reach, guarded) if deed.binds else odds.wounds(state, deed, reach, guarded)
        return odds.least(through, 1)

    if (guard := odds.printed_guard(state, deed)) is None:
        hoped, chance = odds.hoped(state, deed, lambda count: odds.least(reaching(count), 1)), odds.least(hits, 1)
        lines = (
            aimed(deed.aim, deed.pool, parts),
            *_one_chance("any_success", chance, hoped),
            *_further(state, deed, max(hits)),
        )
        expected = None if chance else Fraction(0)  # what is paid for the Defense nobody knows before
        return Foretold(lines, 1, chance, parts, expected=expected, unit="wound", hoped=hoped, more=counted)
    pool, guarded = guard
    hoped = odds.hoped(state, deed, lambda successes: worth(successes, guarded))
    aim = aimed(deed.aim, deed.pool, parts, pool)
    if deed.binds:  # tokens come instead of wounds (GO-BIND-01)
        chance = odds.least(odds.margins(hits, guarded), 1)
        lines = (aim, *_one_chance("binds_chance", chance, hoped))
        return Foretold(lines, 1, chance, parts, hoped=hoped, more=counted)
    lost = odds.wounds(state, deed, hits, guarded)
    chance, expected = odds.least(lost, 1), odds.mean(lost)
    shares = say("before_rerolls", amounts=joined(" · ", amounts("wounds", lost), average("wound", expected)))
    lines = (aim, *_one_chance("likely_wound", chance, hoped), *_further(state, deed, max(odds.margins(hits, guarded))))
    idle = is_settled(lost) and hoped in (None, chance) and not _goes_beyond(state, deed, made, guarded)
    more = (*counted, shares)
    return Foretold(lines, 1, chance, parts, expected=expected, unit="wound", hoped=hoped, more=more, idle=idle)


def _goes_beyond(state: State, deed: Deed, made: odds.Shares, guarded: odds.Shares) -> bool:
    """Whether the dice change anything but the wounds of the target."""
    return not is_settled(beyond.pledged(deed, made)) or (
        bool(beyond.passes_on(state, deed))
        and not is_settled(beyond.left_over(state, deed, odds.left(deed, made), guarded))
    )


def _further(state: State, deed: Deed, most: int) -> Iterator[Told]:
    """Tell which skills may strike another when the target falls, if as many successes as that can fell it."""
    target = state.who(deed.aim)
    spare = most + number(state, Step.EXTRA, replace(deed, count=most, margin=most)).value - target.endures
    passing = beyond.passes_on(state, deed) if spare > 0 else ()
    if passing:
        yield say("left_over", skills=joined(", ", *map(Name, passing)))
    if again := beyond.strikes_on(state, deed, 0) if spare >= 0 else ():
        yield say("strikes_on", skills=joined(", ", *map(Name, again)))


def aimed(at: str, pool: Sequence[str], parts: Sequence[Contribution], guard: Sequence[str] = ()) -> Told:
    """Tell the target, the dice with the sum of what is added to them, and the dice of a Defense against them."""
    more = sum(part.amount for part in parts)
    dice = joined(" ", Dice(tuple(pool)), *([f"{more:+d}".replace("-", "−")] if more else [])) if pool else ""
    against = say("against_dice", dice=Dice(tuple(guard))) if guard else ""
    return joined("", "→ ", joined(" · ", *filter(None, (Name(at), dice, against))))


def _one_chance(key: str, chance: Fraction, hoped: Fraction | None) -> tuple[Told, ...]:
    """Tell the chance of something: one number, with the free re-rolls used as well as can be where there are any."""
    told = say(key, chance=chance if hoped is None else hoped)
    return (told if hoped is None else with_rerolls(told),)


def _terms(parts: tuple[Contribution, ...]) -> tuple[Told, ...]:
    return (Terms(parts, cited=True),) if parts else ()


def _guard(state: State, request: DiceRequest, rolled: odds.Shares) -> Foretold:
    """Foretell a Defense: how likely it stops everything, and each number of wounds."""
    attack, hits = deed_now(state), struck_at(state)
    if attack is None:
        return Foretold()
    guard = odds.guard_of(attack, request.dice, attack.lent)
    held = odds.counted(state, Step.DEFENSE, guard, rolled)
    chance = odds.least(held, hits)
    line = joined(" · ", say("successes_against", count=hits), say("held_chance", chance=chance))
    made = {hits: Fraction(1)}
    lost = odds.wounds(state, attack, made, held)
    goes_beyond = _goes_beyond(state, replace(attack, pledged=()), made, held)
    idle = is_settled(odds.margins(made, held) if attack.binds else lost) and not goes_beyond
    parts = odds.made(state, Step.DEFENSE, guard, max(rolled)).parts
    through = amounts("wounds", lost)
    if chance or idle or attack.binds:
        return Foretold((line,), hits, chance, parts, more=(*_terms(parts), through), idle=idle)
    return Foretold((line, through), hits, chance, parts, more=_terms(parts))  # what it lessens is worth a throw


_STRUCK = (MELEE, RANGED, "left")


def struck_at(state: State) -> int:
    """The successes that a Defense has to stop."""
    made = (one for one in reversed(log_of(state)) if isinstance(one, ev.Reckoned) and one.what in _STRUCK)
    return next((one.value for one in made), 0)


def _action(system: RulesSystem[State], state: State, request: DiceRequest, rolled: odds.Shares) -> Foretold:
    """Foretell a complex action."""
    found = needed(system, state, request)
    if found is None:
        return Foretold()
    difficulty, parts = found
    chance = reached(difficulty, parts, rolled)
    told = say("success_chance", needed=difficulty, chance=chance)
    return Foretold((told,), difficulty, chance, parts, more=_terms(parts), idle=chance in (0, 1))


def needed(
    system: RulesSystem[State], state: State, request: DiceRequest | ChoiceRequest
) -> tuple[int, tuple[Contribution, ...]] | None:
    """Return the difficulty of a complex action in progress and the terms of its roll, as the rules make them."""
    least = _Least(state)
    made = rehearsed(system, state, request, least, ev.Reckoned, _refusing)
    resolved = rehearsed(system, state, request, least, ev.ActionResolved, _refusing)
    return (resolved.difficulty, made.terms) if made is not None and resolved is not None else None


def reached(difficulty: int, parts: tuple[Contribution, ...], rolled: odds.Shares) -> Fraction:
    """Return the chance that a roll with these terms reaches the difficulty."""
    found = ((reckon(successes, parts).value, share) for successes, share in rolled.items())
    return sum((share for value, share in found if value >= difficulty), Fraction(0))


def result(events: Sequence[object]) -> Result | None:
    """Return the result of the last attack or complex action among the events."""
    found: Result | None = None
    by: PieceId | None = None
    aim: PieceId | None = None
    struck = guarded = 0
    deeds: Told = ""
    for event in events:
        match event:
            case ev.TargetDesignated(attacker=attacker, target=target):
                by, aim, struck, guarded = attacker, target, 0, 0
                found = Result("", pieces=(aim,), deed=deed("attack", (by,), (aim,)))
            case ev.ActionDeclared():
                deeds = Happened(event)
                found = Result("", deed=deeds)
            case ev.Reckoned(what=what, value=value) if what in _STRUCK:
                struck = value
                found = replace(found or Result(""), title=say("successes_of", count=struck))
                found = found if struck else _struck(by, aim, struck, None)
            case ev.Reckoned(what="wounds") if aim is not None:  # nobody can stop it any more
                found = _struck(by, aim, struck, guarded or None)
            case ev.Reckoned(what=what, value=value) if what == DEFENSE:
                guarded = value
                found = _struck(by, aim, struck, guarded)
            case ev.ActionResolved(successes=successes, difficulty=needed, succeeded=succeeded):
                cue = Cue.HIT if succeeded else Cue.MISS
                word = "success" if succeeded else "no_success"
                against = say("against_one", total=successes, needed=needed)
                found = Result(Phrase(f"result.{word}"), cue, against, deed=deeds)
    wounded = tuple(dict.fromkeys(event.piece for event in events if isinstance(event, ev.Wounded)))
    return found or (Result("", pieces=wounded) if wounded else None)


def _struck(by: PieceId | None, aim: PieceId | None, struck: int, guarded: int | None) -> Result:
    cue = Cue.HIT if struck > (guarded or 0) else Cue.MISS
    word = cue.value if cue is Cue.HIT or not struck else "blocked"
    against = (
        say("successes_of", count=struck) if guarded is None else say("successes_held", count=struck, held=guarded)
    )
    done = deed(word, (by,), (aim,)) if by is not None and aim is not None else ""
    return Result(Phrase(f"result.{word}"), cue, against, (aim,) if aim is not None else (), done)
