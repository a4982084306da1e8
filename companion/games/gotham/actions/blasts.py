"""Explosions: what they do to a zone; grenades, screams and breath that bring them.

grenade   difficulty = distance; too few successes, and it falls short on the line (GO-GRENADE-01..05)
scream    here, and in an adjacent zone in sight; free of cubes (GO-SCREAM-01, -02)        breath: the same, for a cube
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.ids import PieceId, RuleId, ZoneId
from companion.core.lasting import Per, used
from companion.core.procedure import Script, Teller
from companion.core.rules import Violation, violation
from companion.games.gotham import commands as cm
from companion.games.gotham import events as ev
from companion.games.gotham.acting import acting_violations, begin, deed_violations, paying_violations
from companion.games.gotham.actions.tasks import action_violations, automatic, difficulty_of, rolled_action
from companion.games.gotham.asked.cards import spend_cards
from companion.games.gotham.asked.hooks import steps_of
from companion.games.gotham.asked.targets import sees
from companion.games.gotham.content.settings import MANIPULATION
from companion.games.gotham.content.words import Step
from companion.games.gotham.occasions import is_barred, using_violations
from companion.games.gotham.state import State
from companion.games.gotham.steps.deed import EXPLOSION, Deed
from companion.games.gotham.steps.levels import level
from companion.games.gotham.wounds import end_if_over, rolled_wounds, suffer

BLAST, SECOND, FALLS_SHORT = "GO-BASE-ACT-07", "GO-SCREAM-01", "GO-GRENADE-04"
Cry = cm.Scream | cm.Breathe


def explode(
    t: Teller[State],
    piece: PieceId,
    zones: tuple[ZoneId, ...],
    high: int,
    rule: str,
    cards: tuple[str, ...],
    *,
    spares_itself: bool,
) -> Script[None]:
    """An explosion of a level in each zone, then what its author's skills bring (GO-BASE-ACT-07, GO-GRENADE-06).

    It is no attack: nobody is designated, nobody defends (GO-BASE-ATK-11, GO-PROTECTED-02).
    """
    suffered: list[tuple[PieceId, int]] = []
    for zone in zones:
        t.tell(ev.Exploded(piece, zone, high, RuleId(rule)))
        for victim in [figure.id for figure in t.state.inside(zone)]:
            if spares_itself and victim == piece:
                continue  # GO-SCREAM-03, GO-BREATH-02; a grenade spares nobody (GO-GRENADE-07)
            wounds = yield from rolled_wounds(t, victim, t.state.settings.explosion_die, high, BLAST)
            suffered.append((victim, (yield from suffer(t, victim, wounds, BLAST, piece, together=True))))
    end_if_over(t)
    if t.state.flow.outcome is None:
        deed = Deed(EXPLOSION, piece, cards=cards, zones=zones, suffered=tuple(suffered))
        yield from steps_of(t.state.content).run(t, Step.AFTER, deed)


def grenade_violations(state: State, command: cm.Grenade) -> Iterator[Violation]:
    """Why it cannot be thrown there."""
    figure = state.find(command.piece)
    on_board = figure is not None and figure.zone is not None
    yield from action_violations(state, command, MANIPULATION, difficulty_of(state, command) if on_board else 1)
    if is_barred(state, command) or figure is None or figure.zone is None:
        return
    if not level(state, figure.id, "grenade", command.using):
        yield violation("GO-GRENADE-01", figure.id)
    distance = state.board.distance(figure.zone, command.to)
    if distance is None or not sees(state, figure.zone, command.to):
        yield violation("GO-GRENADE-01", figure.id, zone=command.to)


def throw_grenade(t: Teller[State], command: cm.Grenade) -> Script[None]:
    """Throw it against the distance to the zone; short of it, it explodes on the way (GO-GRENADE-02..05, GO-AMB-18)."""
    state, start = t.state, t.state.zone_of(command.piece)
    high = level(state, command.piece, "grenade", command.using)
    tried = yield from rolled_action(t, command, MANIPULATION, "grenade", difficulty_of(state, command))
    if tried is None:
        return
    successes, succeeded = tried
    zone = command.to
    if not succeeded:
        places = landings(t.state, start, command.to, successes)
        zone = places[0]
        if len(places) > 1:
            answer = yield from t.choose(command.seat, FALLS_SHORT, places, command.piece)
            zone = ZoneId((answer or places)[0])
    yield from explode(t, command.piece, (zone,), high, "GO-GRENADE-02", command.using, spares_itself=False)
    spend_cards(t, command.piece, command.using)


def landings(state: State, start: ZoneId, to: ZoneId, successes: int) -> tuple[ZoneId, ...]:
    """The zones on a line to the target at that distance, else the nearest closer ones (GO-GRENADE-03, GO-AMB-19)."""
    lines = state.board.lines_between(start, to, state.broken)
    on_the_way = dict.fromkeys(zone for line in lines for zone in line)
    far = {zone: distance for zone in on_the_way if (distance := state.board.distance(start, zone)) is not None}
    nearest = max(distance for distance in far.values() if distance <= successes)
    return tuple(zone for zone, distance in far.items() if distance == nearest)


def cry_violations(state: State, command: Cry) -> Iterator[Violation]:
    """Why it cannot scream, or breathe, now and there (GO-SCREAM-01, GO-BREATH-01, GO-AMB-20)."""
    skill, rule = _cry(command)
    free = isinstance(command, cm.Scream)
    check = acting_violations if free else deed_violations  # no action of an activation is used up by a free one
    found = list(check(state, command.seat, command.piece))
    yield from found
    figure = state.find(command.piece)
    if found or figure is None or figure.zone is None:
        return
    yield from using_violations(state, figure, command)
    if not level(state, figure.id, skill, command.using) or used(figure.uses, skill, Per.TURN, state.flow):
        yield violation(rule, figure.id)
    if isinstance(command, cm.Breathe):
        cubes = 0 if command.push else 1
        cards = command.using
        yield from paying_violations(state, figure.id, MANIPULATION, cubes, push=command.push, cards=cards)
    seconds = second_zones(state, figure.zone)
    if command.to is not None and command.to not in seconds:
        yield violation(rule, figure.id, zone=command.to)


def _cry(command: Cry) -> tuple[str, str]:
    return ("scream", SECOND) if isinstance(command, cm.Scream) else ("breath", "GO-BREATH-01")


def second_zones(state: State, zone: ZoneId) -> tuple[ZoneId, ...]:
    """The adjacent zones in sight: a broken wall makes none (GO-WALLBREAK-06)."""
    return tuple(other for other in state.board.adjacent(zone) if sees(state, zone, other))


def cry(t: Teller[State], command: Cry) -> Script[None]:
    """Here, and in an adjacent zone where there is one: its possessor says which (GO-AMB-20)."""
    skill, rule = _cry(command)
    if isinstance(command, cm.Scream):
        if "begun" not in t.state.who(command.piece).acted:
            yield from begin(t, command.piece, "free")
    elif not (yield from automatic(t, command, MANIPULATION, push=command.push, cards=command.using)):
        return
    t.tell(ev.SkillUsed(command.piece, skill, RuleId(rule)))
    here = t.state.zone_of(command.piece)
    seconds = second_zones(t.state, here)
    second = command.to
    if second is None and seconds:
        answer = None
        if len(seconds) > 1:
            answer = yield from t.choose(command.seat, rule, seconds, command.piece)
        second = ZoneId((answer or seconds)[0])
    high = level(t.state, command.piece, skill, command.using)
    zones = (here,) if second is None else (here, second)
    yield from explode(t, command.piece, zones, high, rule, command.using, spares_itself=True)
    spend_cards(t, command.piece, command.using)
