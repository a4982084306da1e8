"""Foretelling of a command, as far as its side may know: way, steps, known traps, dice and chances, who may answer.

Walk ──> path · steps of those left · traps it sets off · who may strike      Attack, bolt ──> dice · chances · answers
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import reduce

from companion.board.picture import GridDrawing, Way
from companion.core.face import Foretold
from companion.core.ids import PieceId, RuleId
from companion.core.phrases import Dice, Name, Told, Word, amounts, average, joined, say
from companion.games.heroquest import commands as cm
from companion.games.heroquest import reach
from companion.games.heroquest.actions import turn_of
from companion.games.heroquest.attack.attack import part_of
from companion.games.heroquest.attack.odds import Odds, odds
from companion.games.heroquest.attack.pool import MELEE, Part
from companion.games.heroquest.attack.position import is_submerged, surprise_rule
from companion.games.heroquest.attack.reactions import helpers_against
from companion.games.heroquest.characters import Character
from companion.games.heroquest.content.dice import SKULL
from companion.games.heroquest.deeds.spells import bolt_of, is_bolt
from companion.games.heroquest.face.view import QuestView
from companion.games.heroquest.moves.walking import after_step, goes_off, walk_cost
from companion.games.heroquest.state import State
from companion.games.heroquest.windows import controllers

DRAWN = RuleId("HQ-COMBAT-RANGED-02")  # a shooter's other weapon, hand to hand
SHARED_SKULLS = {"wide", "group"}  # ways whose skulls are shared: no chance is told

RISKED = (cm.Jump, cm.DisarmTrap)  # a roll decides at once, of which nothing is hidden


def is_foretold(state: State, command: object) -> bool:
    """Whether there is something to say before it is confirmed."""
    is_bolted = isinstance(command, cm.Cast) and is_bolt(state, command)
    return is_bolted or isinstance(command, (cm.Walk, cm.Attack, *RISKED))


def foretold(state: State, view: QuestView, command: object) -> Foretold:
    """Foretell the command, as far as the side of the view knows."""
    match command:
        case cm.Walk(piece=piece, path=path) if path:
            return _walk(state, view, state.who(piece), command)
        case cm.Attack(piece=piece, target=target, ways=ways):
            return _strike(state, view, part_of(state, piece, target, ways), target)
        case cm.Cast(target=target) if target is not None and is_bolt(state, command):
            return _strike(state, view, bolt_of(state, command), target)
        case cm.Cast(target=target) if target is not None and (body := healed(state, command)) is not None:
            friend = state.who(target)
            key = "heals" if body > friend.body else "heals_nothing"
            return Foretold((say(key, who=Name(target), now=friend.body, then=body, most=friend.body_max),))
    return Foretold()


def healed(state: State, command: object) -> int | None:
    """Return the body points of the target after a spell that heals; ``None``: it is none (HQ-HERO-ELF-01)."""
    spell = state.content.spells.get(command.spell) if isinstance(command, cm.Cast) else None
    friend = state.find(command.target) if isinstance(command, cm.Cast) and command.target else None
    if spell is None or friend is None or spell.effect != "heal":
        return None
    return min(friend.body_max, friend.body + spell.points)


def way(state: State, command: object, drawing: GridDrawing) -> tuple[Way, ...]:
    """The path of a walk as the board draws it."""
    if not isinstance(command, cm.Walk) or (start := state.who(command.piece).at) is None:
        return ()
    return (Way("move", tuple(map(drawing.middle, (start, *command.path)))),)


def _walk(state: State, view: QuestView, figure: Character, walk: cm.Walk) -> Foretold:
    steps = walk_cost(figure, walk.path, walk.facing)
    cost = say("steps_of", cost=steps, speed=turn_of(figure).left)
    lines: list[Told] = [joined("", f"{figure.at} → {walk.path[-1]}, ", cost), _faced(figure, walk, steps)]
    passed = (other.id for other in state.characters if other.at in walk.path and other.seat != figure.seat)
    if names := tuple(map(Name, passed)):
        lines.append(say("asks_to_pass", who=names))
    for trap in view.traps:
        crossed = next((space for space in walk.path if space in trap.squares), None)
        if crossed is not None and goes_off(state, trap, figure):
            lines.append(say("sets_off", what=Name(trap.id), at=crossed))
    stands = (replace(figure, at=space) for space in (figure.at, *walk.path[:-1]))
    strikers = [foe.id for step in stands for foe in controllers(state, step)]
    return _answered(lines, view, {"may_strike_passing": strikers})


def _faced(figure: Character, walk: cm.Walk, steps: int) -> Told:
    """Tell which way it faces at the end, and the steps that turning takes (HQ-MOVE-04, HQ-MOVE-09)."""
    turning = steps - len(walk.path)
    facing = Word("facing", walk.facing or reduce(after_step, walk.path, figure).facing)
    words = {"cost": turning, "facing": facing}
    return say("turning", **words) if turning else say("turning.free", **words)


def _strike(state: State, view: QuestView, part: Part, target: PieceId) -> Foretold:
    figure, victim = state.who(part.piece), state.who(target)
    held = (
        (part.weapon,) if part.weapon in state.content.weapons else ()
    )  # what strikes by itself has no weapon to name
    weapon = (Name(one, one.replace("_", " ")) for one in held)
    lines: list[Told] = [joined("", "→ ", joined(" · ", Name(target), *weapon, Dice(part.pool.dice)))]
    if held and part.weapon != figure.weapon:
        lines.append(say("drawn", who=Name(target), weapon=Name(part.weapon), rule=DRAWN))
    found = known_odds(state, view, part, target) if not SHARED_SKULLS & set(part.ways) else None
    chance = None if found is None else found.wounds if found.losses else found.strikes
    if found is not None:
        lines += odds_words(view, target, found, part.pool.hit)
    is_melee = part.manner == MELEE
    surprise = surprise_rule(state, (figure,) if is_melee else (), victim, melee=is_melee)
    if surprise is not None:
        lines.append(say("surprise", rule=surprise))
    is_caught = surprise is not None or (is_melee and is_submerged(state, victim))
    back = [] if is_caught or not reach.reaches(state, victim, figure) else [target]
    helpers = [other.id for other in helpers_against(state, figure, target)]
    expected = found.expected if found is not None and found.losses else None
    answered = _answered(lines, view, {"may_strike_back": back, "may_strike_helping": helpers})
    return replace(answered, chance=chance, expected=expected, unit="body")


def known_odds(state: State, view: QuestView, part: Part, target: PieceId, surprise: str | None = None) -> Odds:
    """Return the odds as far as the side may know them: of monsters only their master knows the defense."""
    return odds(state, part, target, defense_of(view, target), surprise)


def defense_of(view: QuestView, target: PieceId) -> int | None:
    """Return the defense dice of a character, where the side of the view knows them."""
    return next((one.defense for one in view.characters if one.id == target), None)


def odds_words(view: QuestView, target: PieceId, found: Odds, hit: str) -> Iterator[Told]:
    """Tell the chance of a ``hit``, and where the defense is known of each loss of body points."""
    yield say("skull_chance" if hit == SKULL else "black_chance", chance=found.strikes)
    if found.losses:
        yield say("wound_chance", dice=defense_of(view, target), chance=found.wounds)
        yield joined(" · ", amounts("body", found.losses), average("body", found.expected))


def _answered(lines: list[Told], view: QuestView, answers: Mapping[str, Iterable[PieceId]]) -> Foretold:
    """The lines, and who may answer, of those this side knows, by the words that say with what."""
    known = {character.id for character in view.characters}
    told = {key: [one for one in dict.fromkeys(pieces) if one in known] for key, pieces in answers.items()}
    said = (say(key, who=tuple(map(Name, pieces))) for key, pieces in told.items() if pieces)
    return Foretold((*lines, *said), answers=tuple(dict.fromkeys(one for pieces in told.values() for one in pieces)))
