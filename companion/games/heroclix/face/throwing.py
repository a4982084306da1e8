"""Foretelling of a roll beside its dice, and its result once they lie.

an attack ──> each target: number, chance, what a hit does          who begins ──> the highest total
any other roll ──> each result by the rules themselves: 1–3 nothing, 4–6 it breaks away
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product

from companion.core.commands import Choose, Pass
from companion.core.consequences import Way, refusing, ways
from companion.core.dice import DiceRequest
from companion.core.events import ChoiceMade, ChoiceRequested, DiceReported, DiceRequested, Passed
from companion.core.face import Cue, Foretold, Meaning, Result, deed
from companion.core.flow import ChoiceRequest
from companion.core.ids import PieceId, Seat
from companion.core.phrases import Name, Phrase, Told, Word, joined, say
from companion.core.rules import RulesSystem
from companion.games.heroclix.attack.answering import RollDamage
from companion.games.heroclix.attack.odds import FACES, odds
from companion.games.heroclix.events.attack import (
    AttackDeclared,
    AttackRolled,
    AttackShaped,
    DefenseLent,
    HitEvaded,
    HitRedirected,
    TargetFound,
    TargetRedirected,
)
from companion.games.heroclix.events.damage import DialTurned
from companion.games.heroclix.events.play import FirstPlayerSettled, PhaseBegan
from companion.games.heroclix.face.foretell import hit_of, numbers_of
from companion.games.heroclix.position.holding import active
from companion.games.heroclix.position.rolls import AGAIN, NONE
from companion.games.heroclix.position.verb import purpose_of
from companion.games.heroclix.state.state import Phase, State
from companion.games.heroclix.turns.ends import FIRST_PLAYER, TIE, total_of

MOST_TOLD = 3  # events of a way that the line beside the dice tells
_ANSWERS = (ChoiceMade, ChoiceRequested, DiceReported, DiceRequested, Passed)

Tells = Callable[[object], bool]  # whether the log has a line for an event
Words = Callable[[object], Told]  # an event as it is told


def awaited(system: RulesSystem[State], state: State, request: DiceRequest, tells: Tells, words: Words) -> Foretold:
    """Foretell the roll that is asked for."""
    attack = state.attack
    if request.purpose == state.edition.rule("HC-ATK-05") and attack is not None and attack.faces is None:
        found = odds(state)
        lines: list[Told] = []
        for one in found:
            lines += [joined(" · ", Name(one.target), *numbers_of(state, one)), hit_of(state, one)]
        best = max(found, key=lambda one: one.chance)
        expected = best.expected if len(found) == 1 else None
        return Foretold(tuple(lines), best.least, best.chance, expected=expected, unit="click")
    if request.purpose in (FIRST_PLAYER, TIE):
        return _roll_off(state, request)
    found_ways = ways(system, state, request, _results(len(request.dice)), _refusing)
    always = [event for event in found_ways[0].events if all(event in way.events for way in found_ways)]
    dice = dict(_damage_dice(state))

    def way_words(way: Way) -> Told:
        """Tell a way up to where a die may yet be thrown for the damage."""
        asks = [one.request.purpose if isinstance(one, ChoiceRequested) else "" for one in way.events]
        cut = next((place for place, purpose in enumerate(asks) if purpose in dice), len(asks))
        shown = replace(way, events=way.events[:cut])
        more = (dice[asks[cut]],) if cut < len(asks) else ()
        return _way_words(shown, lambda event: tells(event) and event not in always, words, *more)

    return Foretold(tuple(map(way_words, found_ways))) if len(found_ways) > 1 else Foretold(idle=True)


def _damage_dice(state: State) -> Iterator[tuple[str, Told]]:
    """Generate the questions whether a die stands in the place of an attack's damage, with what is told of it."""
    attack = state.attack
    if attack is None:
        return
    attacker = state.piece(attack.attacker)
    for power, verb in active(state, attacker, RollDamage):
        damages = [verb.damage(state, attacker, face) for face in FACES]
        yield purpose_of(power), say("die_may_decide", least=min(damages), most=max(damages), damage=attack.damage)


def meaning(
    system: RulesSystem[State], state: State, request: DiceRequest, faces: Sequence[str], tells: Tells
) -> Meaning:
    """Return what a roll of a power or a rule needed, where not every face brings something: a hit that is not evaded
    counts.
    """
    asked = [one for one in state.flow.open if one.id == request.id]
    if not asked or request.purpose in (state.edition.rule("HC-ATK-05"), FIRST_PLAYER, TIE):
        return Meaning()
    total, found = sum(map(int, faces)), ways(system, state, request, _results(len(request.dice)), _refusing)
    own = next((way for way in found if total in way.numbers), None)
    wanted = [way for way in found if any(isinstance(event, HitEvaded) for event in way.events)]
    if not wanted and own is not None and not isinstance(own.events[-1:] and own.events[-1], DiceRequested):
        wanted = [way for way in found if _told_of(way, tells)]
    if own is None or not wanted or len(wanted) == len(found):
        return Meaning()
    return Meaning(came=Phrase("needs_span", {"faces": joined(", ", *(way.span for way in wanted))}))


def lying(state: State, request: ChoiceRequest) -> Iterator[Told]:
    """Tell what the dice of an attack do as they lie, and how likely they hit once all are thrown again."""
    thrown = _thrown(state) if {*request.options} & {AGAIN, NONE} else ()
    for one in odds(state) if thrown else ():
        if one.least is not None:
            key = "lies_hit" if sum(thrown) >= one.least else "lies_miss"
            chance = say("chance", chance=one.chance)
            yield say(key, target=Name(one.target), total=sum(thrown), needed=one.least, chance=chance)


def _thrown(state: State) -> tuple[int, ...]:
    """The dice of the attack, while somebody is asked about them; none where one of them alone was thrown last."""
    log = state.work.log if state.work is not None and state.attack is not None else ()
    purpose = state.edition.rule("HC-ATK-05")
    own = {one.request.id for one in log if isinstance(one, DiceRequested) and one.request.purpose == purpose}
    faces = [one.result.faces for one in log if isinstance(one, DiceReported) and one.result.request in own]
    is_over = any(isinstance(one, AttackRolled) for one in log)
    return tuple(map(int, faces[-1])) if faces and len(faces[-1]) > 1 and not is_over else ()


def _results(dice: int) -> Iterator[tuple[int, tuple[str, ...], Fraction]]:
    """Generate each total with faces that make it: of a roll of a power no more than its total counts."""
    sums = Counter(map(sum, product(FACES, repeat=dice)))
    for total, often in sorted(sums.items()):
        faces = next(thrown for thrown in product(FACES, repeat=dice) if sum(thrown) == total)
        yield total, tuple(map(str, faces)), Fraction(often, 6**dice)


def _refusing(request: ChoiceRequest) -> Choose | Pass | None:
    """The answer that lets a roll stand, and uses nothing."""
    return Choose(request.seat, request.id, (NONE,)) if NONE in request.options else refusing(request)


def _told_of(way: Way, tells: Tells) -> list[object]:
    return [event for event in way.events if tells(event) and not isinstance(event, _ANSWERS)]


def _way_words(way: Way, tells: Tells, words: Words, *more: Told) -> Told:
    told = _told_of(way, tells)
    follows: list[Told] = [*map(words, told[:MOST_TOLD]), *more]
    if isinstance(way.events[-1] if way.events else None, DiceRequested):
        follows.append(say("another_roll"))
    said = joined(" ", *follows) if follows else say("nothing_follows")
    return say("on_faces", faces=way.span, chance=way.chance, words=said)


def _roll_off(state: State, request: DiceRequest) -> Foretold:
    """Foretell the roll for the highest total: how likely it is highest alone, and how likely there is a tie."""
    log = state.work.log if state.work is not None else ()
    asked, lying = {}, dict[Seat, int]()
    for event in log:
        if isinstance(event, DiceRequested):
            asked, lying = {one.id: one.roller for one in (event.request, *event.others)}, {}
        elif isinstance(event, DiceReported) and event.result.request in asked:
            seat = asked[event.result.request]
            lying[seat] = total_of(state, seat, event.result.faces, request.purpose)
    others = [
        Counter([lying[seat]]) if seat in lying else _totals(state, seat, request)
        for seat in asked.values()
        if seat != request.roller
    ]
    first = tied = Fraction(0)
    own = _totals(state, request.roller, request)
    for total, often in own.items():
        share = Fraction(often, own.total())
        below = at_most = Fraction(1)
        for other in others:
            below *= Fraction(sum(count for value, count in other.items() if value < total), other.total())
            at_most *= Fraction(sum(count for value, count in other.items() if value <= total), other.total())
        first += share * below
        tied += share * (at_most - below)
    line = say("roll_off", best=max(lying.values()), chance=first, tied=tied) if lying else None
    return Foretold((line or say("roll_off_first", chance=first, tied=tied),), None, first)


def _totals(state: State, seat: Seat, request: DiceRequest) -> Counter[int]:
    throws = product(map(str, FACES), repeat=len(request.dice))
    return Counter(total_of(state, seat, faces, request.purpose) for faces in throws)


def _beginning(events: Sequence[object]) -> Result | None:
    """Return who plays first, by the dice that lie, and who then chooses what; ``None``: they do not settle it."""
    begun = next((place for place, event in enumerate(events) if isinstance(event, FirstPlayerSettled)), None)
    if begun is None:
        return None
    first = events[begun]
    assert isinstance(first, FirstPlayerSettled)
    phase = next((event for event in events[begun:] if isinstance(event, PhaseBegan)), None)
    deeds = {Phase.MAP: "first_chooses_map", Phase.AREAS: "first_chooses_area"}
    chooses = say(deeds[phase.phase], who=Word("seat", phase.active[0])) if phase and phase.phase in deeds else ""
    return Result(say("plays_first", who=Word("seat", first.seat)), deed=chooses)


def result(events: Sequence[object], *, special_dice: bool = True) -> Result | None:
    """Return the result of the last attack among the events: who was hit in the end, total against defense.

    ``special_dice``: two sixes and two ones mean more than their sum (HC-ATK-08, -10).
    """
    defenses: dict[PieceId, int] = {}
    attacker: PieceId | None = None
    rolled: AttackRolled | None = None
    hits: list[PieceId] = []
    harmless = ""
    for event in events:
        match event:
            case AttackDeclared():
                defenses = {aim.piece: aim.defense for aim in event.targets}
                attacker, rolled, harmless = event.attacker, None, ""
            case AttackShaped(harmless=True):
                harmless = ".harmless"  # HC-ATK-12
            case DefenseLent(piece=piece, defense=defense):
                defenses[piece] = defense
            case TargetFound(target=aim) | TargetRedirected(target=aim):
                defenses[aim.piece] = aim.defense
            case AttackRolled():
                rolled, hits = event, list(event.hits)
            case HitEvaded(piece=piece):
                hits = [hit for hit in hits if hit != piece]
            case HitRedirected(piece=piece, target=aim):
                defenses[aim.piece] = aim.defense
                hits = [aim.piece if hit == piece else hit for hit in hits]
    if rolled is None or attacker is None:
        if (begins := _beginning(events)) is not None:
            return begins
        turned = [event.piece for event in events if isinstance(event, DialTurned)]
        return Result("", pieces=tuple(dict.fromkeys(turned))) if turned else None
    cue = Cue.HIT if hits else Cue.MISS
    word = "evaded" if rolled.hits and not hits else cue.value
    targets = (*rolled.hits, *rolled.misses)
    against = (
        say("against_defense", total=rolled.total, piece=Name(piece), defense=defenses.get(piece, 0))
        for piece in targets
    )
    struck = tuple(dict.fromkeys(hits))
    evaded = tuple(piece for piece in rolled.hits if piece not in struck) if not hits else ()
    groups = (("hit", struck), ("evaded", evaded), ("miss", rolled.misses))
    deeds = joined(" · ", *(deed(how, (attacker,), some) for how, some in groups if some))
    pieces = tuple(dict.fromkeys((*hits, *targets)))
    double = {(6, 6): "critical", (1, 1): "fumble"}.get(rolled.faces, "") if special_dice else ""
    note = Phrase(f"result.{double}{harmless}") if double else ""
    return Result(Phrase(f"result.{word}"), cue, joined(" · ", *against), pieces, deeds, note)
