"""Foretelling of a roll beside its dice, as far as a side may know, and the result once they lie.

attack ──> skulls, body points lost     defense ──> the shields that are needed     reaction, trap ──> each amount
a die of fate ──> each group of faces with what it means
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import TypeVar

from companion.core.dice import DiceRequest
from companion.core.events import DiceReported, DiceRequested
from companion.core.face import Cue, Foretold, Meaning, Result, deed
from companion.core.ids import PieceId
from companion.core.packing import unpack
from companion.core.phrases import Name, Phrase, Told, Word, amounts, average, is_settled, joined, say
from companion.core.pool import chances
from companion.games.heroquest import commands as cm
from companion.games.heroquest import events as ev
from companion.games.heroquest import gear
from companion.games.heroquest.attack import reactions
from companion.games.heroquest.attack.attack import part_of
from companion.games.heroquest.attack.defense import DEFENSE, PARRY, TIERS, tiers_of
from companion.games.heroquest.attack.odds import losses_of
from companion.games.heroquest.attack.pool import MELEE, Part, Pool
from companion.games.heroquest.attack.position import BACK, NO_DEFENSE, NONE_FROM, PERFECT, PINCER, WEAKER, surprise_of
from companion.games.heroquest.attack.striking import LEAST_DICE
from companion.games.heroquest.content.dice import BLACK, COLOURS, SKULL, WHITE, count
from companion.games.heroquest.deeds import shove
from companion.games.heroquest.deeds.furniture import BLOW
from companion.games.heroquest.deeds.search import DIE as SEARCH
from companion.games.heroquest.deeds.search import FINDS, NOTHING
from companion.games.heroquest.deeds.spells import FATE, LIGHTS_TO, MAGIC_FROM, bolt_of
from companion.games.heroquest.face.foretell import SHARED_SKULLS, defense_of, known_odds, odds_words
from companion.games.heroquest.face.view import QuestView
from companion.games.heroquest.moves import doors
from companion.games.heroquest.state import State
from companion.games.heroquest.traps import AREA_RULE, GAS, OWN
from companion.games.heroquest.windows import STRUCK

BOG = "HQ-MON-FIMIR-07"
FALL = AREA_RULE["deep_pit"]  # costs a point without a skull
_COUNTERS = (reactions.CASE_A, reactions.CASE_B, shove.COUNTER)  # other reactions strike whoever did not strike
_OCCASIONS = {  # of a strike that is parried
    **dict.fromkeys(_COUNTERS, "parried_back"),
    STRUCK: "parried_passing",
    reactions.SUM: "parried_helping",
}
HARMING = frozenset({*AREA_RULE.values(), OWN, GAS}) - {FALL}
Faces = Sequence[str]
T = TypeVar("T")


def awaited(state: State, view: QuestView, request: DiceRequest) -> Foretold:
    """Foretell the roll that is asked for."""
    match request.purpose:
        case "HQ-ATK-05":
            return _strike(state, view, request)
        case _ if request.purpose in (DEFENSE, PARRY):
            return _defense(state, view, request)
        case _ if request.purpose in (BACK, PINCER):
            said = {word: tuple(str(n) for n in range(1, 21) if surprise_of(n) == word) for word in _SURPRISES}
            return _fates(state, "d20", [(faces, f"surprise_{word}") for word, faces in said.items()])
        case "HQ-DOOR-08":
            return _door(state, request)
        case "HQ-DISARM-03":
            return _disarm(state, request)
        case "HQ-SEARCH-01":
            return _treasure(state)
        case "HQ-MOVE-01":
            steps = _sums(state, request.dice)
            return Foretold((average("step", sum((n * share for n, share in steps.items()), Fraction(0))),))
    if request.purpose in _FATES:
        return _fates(state, request.dice[0], _FATES[request.purpose])
    if (skulls := _skulls_lying(state, request)) is not None:
        return _stopped(state, view, request, skulls, 0, melee=False, finishes=False)
    marks = _marks(state, request)
    if set(request.dice) <= set(COLOURS):
        kinds = [state.content.dice[die] for die in request.dice]
        shares = chances(kinds, lambda face: sum(count((face.label,), mark) for mark in marks))
        if request.purpose == BOG and request.roller != state.table.gm:
            escapes = 1 - shares.get(0, Fraction(0))
            return Foretold((say("bog", chance=escapes),), 1, escapes)
        return Foretold((*_passing(state, request), amounts("damage", shares)))
    return Foretold()


def _passing(state: State, request: DiceRequest) -> Sequence[Told]:
    """Tell whom a strike at somebody who passes is at, and what hits (HQ-COMBAT-OPP-04)."""
    struck = last_of(state, ev.Reacted) if request.purpose == STRUCK else None
    return (joined("", "→ ", Name(struck.target)), say("passing_hits")) if struck is not None else ()


_SURPRISES = ("weaker", NO_DEFENSE, PERFECT)
_NUMBERS = tuple(map(str, range(1, 9)))
# of one die: what some of its faces mean, the hoped-for first; ``None``: all the others
_FATES: Mapping[str, Sequence[tuple[Faces | None, str]]] = {
    "HQ-HERO-ELF-06": ((None, "jumps"), ((BLACK,), "falls")),
    "HQ-TRAP-19": ((("star",), "jumps"), (None, "falls")),
    "HQ-MON-TECH-14": ((("star",), "jumps"), (None, "falls")),
    "HQ-TRAP-20": ((("6",), "free"), (None, "held")),
    "HQ-HERO-DWARF-02": ((("safe",), "avoids"), (None, "caught")),
    "HQ-HERO-DWARF-06": ((("safe",), "disarms"), (None, "sprung")),
    "HQ-MON-FIMIR-04": ((None, "awake"), (_NUMBERS[:LIGHTS_TO], "hypnotised")),
    FATE: ((_NUMBERS[MAGIC_FROM - 1 :], "casts"), (None, "strikes")),
    SEARCH: tuple(((face,), f"finds_{number}") for face, number in FINDS.items()),
}


def _fates(state: State, die: str, rows: Sequence[tuple[Faces | None, str]]) -> Foretold:
    """Tell what the faces of one die mean, those that mean the same together."""
    labels, groups = [face.label for face in state.content.dice[die].faces], _groups(state, die, rows)
    lines = [
        say(
            "on_faces",
            faces=_faces_words(die, group),
            chance=Fraction(len(group), len(labels)),
            words=Phrase(f"fate.{words}"),
        )
        for group, words in groups
        if group
    ]
    return Foretold(tuple(lines), None, Fraction(len(groups[0][0]), len(labels)))


def _groups(state: State, die: str, rows: Sequence[tuple[Faces | None, str]]) -> Sequence[tuple[Sequence[str], str]]:
    """Return the faces of one die that mean the same, with their meaning."""
    labels = [face.label for face in state.content.dice[die].faces]
    named = {label for faces, _ in rows if faces is not None for label in labels if _shows(label, faces)}
    return [
        ([one for one in labels if (one not in named if faces is None else _shows(one, faces))], words)
        for faces, words in rows
    ]


def meaning(asked: DiceRequest, faces: Sequence[str], state: State) -> Meaning:
    """Return what the D20 of an attack or a dodge needed, what the face of a die of fate means, and that a trap did no
    harm.
    """
    purpose = str(asked.purpose)
    if purpose == "HQ-ATK-05" and (table := state.content.tables.critical):
        return Meaning({"d20": Phrase("needs_least", {"least": min(row[0] for row in table)})})
    if purpose in (DEFENSE, PARRY) and "d20" in asked.dice and asked.piece is not None:
        dodger = state.find(asked.piece)
        is_first = dodger is not None and tiers_of(state, dodger) == TIERS[:1]
        return Meaning({"d20": Phrase("needs_dodge")} if is_first else {})
    if purpose in (BACK, PINCER) and surprise_of(int(faces[0])) == WEAKER:
        return Meaning(came=Phrase("needs_surprise", {"least": NONE_FROM}))
    if purpose == SEARCH:  # how many it finds stands behind it
        return Meaning()
    rows = _FATES.get(purpose, ())
    if purpose == "HQ-DOOR-08" and (luck := _luck(state, asked)) is not None:
        rows = [(tuple(luck[1]), "opens"), (None, "holds")]
    for group, words in _groups(state, asked.dice[0], rows):
        if faces[0] in group:
            fate = Phrase(f"fate.{words}")
            words_of = {"faces": _faces_words(asked.dice[0], group), "words": fate}
            return Meaning(came=fate if len({*group}) == 1 else Phrase("face_meant", words_of))  # a face is said once
    is_harmless = purpose in HARMING and not count(faces, SKULL) and set(asked.dice) <= set(COLOURS)
    return Meaning(came=Phrase("no_harm") if is_harmless else "")


def _shows(label: str, faces: Faces) -> bool:
    return any(label == face or count((label,), face) > 0 for face in faces)


def _faces_words(die: str, group: Faces) -> Told:
    """Numbers as a span, anything else face by face."""
    if all(map(str.isdecimal, group)):
        return f"{group[0]}–{group[-1]}" if len(group) > 1 else group[0]
    return joined(", ", *(Word("face", f"{die}.{face}") for face in dict.fromkeys(group)))


def _strike(state: State, view: QuestView, request: DiceRequest) -> Foretold:
    declared = last_of(state, ev.StrikeDeclared)
    if declared is None or request.piece is None:
        return Foretold()
    part = _part(state, request, declared)
    surprised = last_of(state, ev.SurpriseRolled)
    name, unit = joined("", "→ ", Name(declared.target)), "skulls" if part.pool.hit == SKULL else "blacks"
    if len(declared.attackers) > 1 or SHARED_SKULLS & set(part.ways):  # one of several, or a blow for several
        shares = chances(
            [state.content.dice[die] for die in part.pool.dice], lambda face: count((face.label,), part.pool.hit)
        )
        return Foretold((name, amounts(unit, shares)), None, 1 - shares.get(0, Fraction(0)))
    found = known_odds(state, view, part, declared.target, surprised.result if surprised is not None else "")
    strikes, *lost = odds_words(view, declared.target, found, part.pool.hit)
    beside = [*([say("deadly_die")] if part.pool.deadly else []), *(_critical(state) if "d20" in request.dice else ())]
    if not lost:
        return Foretold((joined(" · ", name, strikes), amounts(unit, found.skulls), *beside), 1, found.strikes)
    wounds, losses = lost
    told = (joined(" · ", name, wounds), losses, *beside)
    return Foretold(told, 1, found.wounds, expected=found.expected, unit="body")


def _critical(state: State) -> Sequence[Told]:
    """Tell what the D20 beside the dice of an attack adds, where a skull lies (HQ-CRIT-02)."""
    rows = [
        say("critical_on", faces=f"{least}–{most}" if most > least else str(least), more=more)
        for least, most, more in state.content.tables.critical
    ]
    return [joined(" ", say("critical_die"), joined(", ", *rows))] if rows else ()


def _part(state: State, request: DiceRequest, declared: ev.StrikeDeclared) -> Part:
    """Return the attacker's share of the attack, as it was ordered; of one that nobody ordered its dice."""
    assert request.piece is not None
    if (part := ordered(state, request.piece, declared)) is not None:
        return part
    own = part_of(state, request.piece, declared.target, ())
    dice = tuple(die for die in request.dice if die != "d20")
    return own if own.pool.dice == dice else Part(own.piece, own.weapon, own.manner, Pool(dice, hit=own.pool.hit))


def ordered(state: State, piece: PieceId, declared: ev.StrikeDeclared) -> Part | None:
    """Return an attacker's share of the attack, if it is what was ordered."""
    begun = state.work.begun if state.work is not None else None
    if begun is not None and begun.verb == "Attack":
        order = unpack(cm.Attack, begun.fields, seat=begun.seat)
        if (order.piece, order.target) == (piece, declared.target):
            return part_of(state, piece, declared.target, order.ways)
    if begun is not None and begun.verb == "Cast":
        cast = unpack(cm.Cast, begun.fields, seat=begun.seat)
        if (cast.piece, cast.target) == (piece, declared.target):
            return bolt_of(state, cast)
    return None


def _defense(state: State, view: QuestView, request: DiceRequest) -> Foretold:
    """Foretell the defense of an attack, a parry, or shields held against furniture that is thrown."""
    if request.purpose == PARRY:
        found = _stopped(state, view, request, parried(state), 0, melee=True, finishes=False)
        return replace(found, lines=(*found.lines[:1], *_parried_of(state), *found.lines[1:]))
    if (skulls := _skulls_lying(state, request)) is not None:
        return _stopped(state, view, request, skulls, 0, melee=False, finishes=False)
    rolled, declared = last_of(state, ev.StrikeRolled), last_of(state, ev.StrikeDeclared)
    if rolled is None or declared is None:
        return Foretold()
    is_near = declared.manner == MELEE
    return _stopped(state, view, request, rolled.skulls, rolled.unblockable, melee=is_near, finishes=True)


def _stopped(
    state: State, view: QuestView, request: DiceRequest, skulls: int, free: int, *, melee: bool, finishes: bool
) -> Foretold:
    """Foretell shields against skulls: how many stop all they can, and each loss where the side knows the victim."""
    assert request.piece is not None
    victim, needed = state.who(request.piece), skulls - free
    lines: list[Told] = [say("shields_needed", needed=needed, free=free) if free else say("shields", needed=needed)]
    dice = [state.content.dice[die] for die in request.dice if die in COLOURS]
    if defense_of(view, victim.id) is None:  # nothing but the dice, which everybody sees
        shares = chances(dice, lambda face: count((face.label,), WHITE))
        held = sum((share for white, share in shares.items() if white >= needed), Fraction(0))
        return Foretold((*lines, say("held_chance", chance=held)), needed, held, idle=needed <= 0)
    if finishes and not victim.is_hero and victim.body == 1 and len(dice) < LEAST_DICE:
        lines.append(say("not_finished", piece=Name(victim.id), least=LEAST_DICE))
    losses = losses_of(state, victim, skulls, free, len(dice), melee=melee, finishes=finishes)
    held = losses.get(0, Fraction(0))
    told = (*lines, say("held_chance", chance=held), amounts("body", losses))
    return Foretold(told, needed, held, idle=is_settled(losses))


def _skulls_lying(state: State, request: DiceRequest) -> int | None:
    """Return the skulls of a trap, or of furniture that is thrown, against which these shields are thrown."""
    asked: DiceRequest | None = None
    faces: tuple[str, ...] | None = None
    for event in told_so_far(state):
        match event:
            case DiceRequested(request=one) if one.id != request.id:
                asked, faces = one, None
            case DiceReported(result):
                faces = result.faces
            case ev.StrikeRolled() | ev.Hurt():
                faces = None
    if asked is None or faces is None or asked.piece != request.piece:
        return None
    return count(faces, SKULL) if asked.purpose in (request.purpose, BLOW) else None


def _parried_of(state: State) -> Sequence[Told]:
    """Tell whose strike is parried, and on what occasion: it struck back, at who passes, in aid of its friend."""
    rolled = [event for event in told_so_far(state) if isinstance(event, ev.ReactionRolled)]
    if not rolled or rolled[-1].rule not in _OCCASIONS:
        return ()
    who = [event.piece for event in rolled if event.rule == rolled[-1].rule == reactions.SUM] or [rolled[-1].piece]
    return (say(_OCCASIONS[rolled[-1].rule], who=tuple(map(Name, who))),)


def parried(state: State) -> int:
    """Return the damage that is parried: of assistance the sum, else of the last who struck."""
    rolled = [event for event in told_so_far(state) if isinstance(event, ev.ReactionRolled)]
    if not rolled:
        return 0
    if rolled[-1].rule == reactions.SUM:
        return sum(event.damage for event in rolled if event.rule == reactions.SUM)
    return rolled[-1].damage


def _luck(state: State, request: DiceRequest) -> tuple[str, frozenset[str]] | None:
    """Return the die that is thrown at a door, and the faces that open it."""
    assert request.piece is not None and state.work is not None
    order = unpack(cm.BreakIn, state.work.begun.fields, seat=state.work.begun.seat)
    return doors.luck_of(state, state.who(request.piece), order.door)


def _door(state: State, request: DiceRequest) -> Foretold:
    luck = _luck(state, request)
    if luck is None:
        return Foretold()
    return _fates(state, luck[0], [(tuple(luck[1]), "opens"), (None, "holds")])


def _disarm(state: State, request: DiceRequest) -> Foretold:
    """Foretell the higher of two sums: more strikes the weapon away, less ends the turn (HQ-DISARM-04, -05)."""
    assert state.work is not None
    order = unpack(cm.DisarmOpponent, state.work.begun.fields, seat=state.work.begun.seat)
    figure, target = state.who(order.piece), state.who(order.target)
    lying = next((event.result.faces for event in told_so_far(state) if isinstance(event, DiceReported)), None)
    mine = _sums(state, ("d6",) * gear.attack_dice(state, figure))
    if lying is not None:
        mine = {sum(map(int, lying)): Fraction(1)}
    theirs = _sums(state, ("d6",) * gear.attack_dice(state, target))
    pairs = [(own - other, one * share) for own, one in mine.items() for other, share in theirs.items()]
    more = sum((share for difference, share in pairs if difference > 0), Fraction(0))
    less = sum((share for difference, share in pairs if difference < 0), Fraction(0))
    return Foretold((say("disarms_chance", chance=more), say("disarm_fails", chance=less)), None, more)


def _treasure(state: State) -> Foretold:
    """Foretell what the two treasure dice bring, by its kind."""
    kinds = [state.content.dice[die] for die in ("treasure_a", "treasure_b")]
    table = {(a, b): what.partition(" ")[0] for a, b, what in state.content.tables.treasure}
    found: dict[str, Fraction] = {}
    for a, b in product(kinds[0].faces, kinds[1].faces):
        what = table.get((a.label, b.label), NOTHING)
        found[what] = found.get(what, Fraction(0)) + Fraction(1, len(kinds[0].faces) * len(kinds[1].faces))
    told = sorted(found.items(), key=lambda entry: -entry[1])
    return Foretold(
        (joined(" · ", *(say("amount", amount=Phrase(f"fate.{what}"), chance=share) for what, share in told)),)
    )


def _sums(state: State, dice: Sequence[str]) -> Mapping[int, Fraction]:
    return chances([state.content.dice[die] for die in dice], lambda face: face.value or 0)


def _marks(state: State, request: DiceRequest) -> Sequence[str]:
    """Return the marks that count in a roll: of most answers black shields, else skulls."""
    escapes = request.purpose == BOG and request.roller != state.table.gm
    if escapes or request.purpose in (reactions.CASE_A, STRUCK, shove.COUNTER):
        return (BLACK,)
    if request.purpose in (reactions.SUM, "HQ-COMBAT-RANGED-07") and request.piece is not None:
        if gear.is_unarmed(state, state.who(request.piece)):
            return (BLACK,)
        return state.content.options.assistance_symbols if request.purpose == reactions.SUM else (SKULL,)
    return (SKULL,)


def told_so_far(state: State) -> Sequence[object]:
    """Return the events of the order so far."""
    return state.work.log if state.work is not None else ()


def last_of(state: State, kind: type[T]) -> T | None:
    """Return the order's last event of that kind."""
    return next((event for event in reversed(told_so_far(state)) if isinstance(event, kind)), None)


def result(events: Sequence[object]) -> Result | None:
    """Return the result of the last strike, or blow in answer, among the events: skulls against white shields, and who
    was hurt.
    """
    last: ev.StrikeRolled | ev.ReactionRolled | None = None
    shields: int | None = None
    lost, is_dead = 0, False
    for event in events:
        match event:
            case ev.StrikeRolled() | ev.ReactionRolled():
                last, shields, lost, is_dead = event, None, 0, False
            case ev.Defended(piece=piece, blocked=white) if last is not None and piece == last.target:
                shields = white
            case ev.Hurt(piece=piece, lost=points) if last is not None and piece == last.target:
                lost += points
            case ev.Killed(piece=piece) if last is not None and piece == last.target:
                is_dead = True
    if last is None:
        hurt = tuple(dict.fromkeys(event.piece for event in events if isinstance(event, ev.Hurt)))
        return Result("", pieces=hurt) if hurt else None
    is_reaction = isinstance(last, ev.ReactionRolled)
    hits, who = (last.damage, (last.piece,)) if isinstance(last, ev.ReactionRolled) else (last.skulls, last.attackers)
    # of which dice damage comes, the rule of the reaction says
    plain, held = ("damage_of", "damage_against") if is_reaction else ("skulls_of", "skulls_against")
    is_hit, is_held = bool(lost or is_dead), shields is not None
    did = "back" if isinstance(last, ev.ReactionRolled) and last.rule in _COUNTERS else "attack"
    if hits and not is_hit and not is_held:  # the shields are still to be thrown
        deeds = deed(did, who, (last.target,))
        return Result("", None, say(plain, hits=hits), (last.target,), deeds)
    word = "killed" if is_dead else "hit" if is_hit else "blocked" if hits else "miss"
    against = say(plain, hits=hits)
    if shields is not None:
        against = say(held, hits=hits, shields=shields)
    cue = Cue.HIT if is_hit else Cue.MISS
    more = last.critical if isinstance(last, ev.StrikeRolled) else 0
    note = Phrase("result.critical_die", {"count": more}) if more else ""
    return Result(Phrase(f"result.{word}"), cue, against, (last.target,), deed(word, who, (last.target,)), note)
