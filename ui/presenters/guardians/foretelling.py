"""What an order will do, before it is confirmed: the zones of a move; dice, chance, damage, answers of an attack."""

from __future__ import annotations

from collections.abc import Iterator

from companion.board.areas.map import zone_of
from companion.board.picture import Way
from companion.core.ids import PieceId
from companion.games.guardians import commands as cm
from companion.games.guardians.content.dice import chance_of_hit
from companion.games.guardians.content.kinds import DEFENSE, SPEED
from companion.games.guardians.play.attack import Strike, answers, damage_of, manner_of
from companion.games.guardians.play.values import current, pool_of, value
from companion.games.guardians.play.ways import move_rule, routes
from companion.games.guardians.state import Figure, State
from companion.text.phrases import percent, term_words
from ui.presenters.adapter import Command, Look
from ui.presenters.guardians.board import SpaceDrawing


def foretold(state: State, look: Look, command: Command) -> Iterator[str]:
    """What it will do, line by line."""
    match command:
        case cm.Move():
            yield from _move(state, look, command)
        case cm.Attack():
            yield from _attack(state, look, command)


def way(state: State, command: Command | None, drawing: SpaceDrawing) -> tuple[Way, ...]:
    """The zones of a move as the board draws them: from its space by the nearest space of each to where it ends."""
    if not isinstance(command, cm.Move) or (start := state.who(command.piece).at) is None:
        return ()
    points = [drawing.middle(start)]
    for zone in routes(state, state.who(command.piece)).get(zone_of(command.to), ())[1:-1]:
        spots = map(drawing.middle, state.ground.by_zone[zone])
        (x, y) = points[-1]
        points.append(min(spots, key=lambda spot: (spot[0] - x) ** 2 + (spot[1] - y) ** 2))
    return (Way("move", (*points, drawing.middle(command.to))),)


def chance_words(state: State, look: Look, attack: cm.Attack) -> str:
    """Its dice, what is needed, how likely that is."""
    figure, target = state.who(attack.piece), state.who(attack.target)
    pool = pool_of(state, figure, attack.manner or manner_of(state, figure, target), target)
    needed = value(state, target, DEFENSE)
    chance = percent(chance_of_hit(state.content.dice, pool, needed))
    dice = " + ".join(look.wording.say(f"pool.{kind}", count=count) for kind, count in pool.items() if count)
    return look.say("pool", dice=dice or "0", needed=needed, chance=chance)


def made_words(state: State, figure: Figure, stat: str, look: Look) -> str:
    """A characteristic with its terms (GC-CHAR-12); nothing where it is as printed."""
    made = current(state, figure, stat)
    if not made.parts:
        return ""
    terms = ", ".join([str(made.printed), *(term_words(part, look.wording) for part in made.parts)])
    return look.say("number_made", what=look.wording.word("slot", stat), terms=terms, value=made.value)


def _move(state: State, look: Look, move: cm.Move) -> Iterator[str]:
    figure, zone = state.who(move.piece), zone_of(move.to)
    route = routes(state, figure).get(zone)
    if route is None:
        return
    rule, speed = move_rule(state, figure, len(route) - 1), value(state, figure, SPEED)
    crossed = " → ".join(map(look.name, route))
    yield f"{crossed} · {look.say('zones', cost=len(route) - 1, speed=speed)} [{rule}]"


def _attack(state: State, look: Look, attack: cm.Attack) -> Iterator[str]:
    figure, target = state.who(attack.piece), state.who(attack.target)
    manner = attack.manner or manner_of(state, figure, target)
    yield f"{look.wording.word('manner', manner)} · {chance_words(state, look, attack)}"
    if defense := made_words(state, target, DEFENSE, look):
        yield defense
    yield look.say("hit_does", damage=damage_of(state, figure, manner, target))
    held = answers(state, Strike(PieceId(figure.id), target.id, manner))
    powers = tuple(dict.fromkeys(f"{look.name(one.owner.id)} ({look.name(one.source)})" for one in held))
    if powers:
        yield look.say("may_answer", powers=powers)
