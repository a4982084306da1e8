"""The toll of blows: engagement, losses, death and its credit, the end of the quest, stray arrows.

hurt ──> rage gone (HQ-HERO-WARRIOR-02) ──> 0 body points: killed (HQ-GEN-05) ──> rage fed, weapon to loot
a → e → b     a shot without a skull hits the nearest ally in its line (HQ-COMBAT-FRIENDLY): next to the shooter as
              many points as white shields; farther, as many as black ones
"""

from __future__ import annotations

from companion.board.facing import offset
from companion.core.events import GameEnded
from companion.core.flow import Outcome
from companion.core.ids import PieceId, RuleId
from companion.core.procedure import Script, Teller
from companion.games.heroquest import actions, gear, reach
from companion.games.heroquest import events as ev
from companion.games.heroquest.attack.pool import feed
from companion.games.heroquest.characters import Character
from companion.games.heroquest.content.dice import BLACK, WHITE, count
from companion.games.heroquest.state import State

RAGE_LOST = RuleId("HQ-HERO-WARRIOR-02")
NEAR, FAR = "HQ-COMBAT-FRIENDLY-03", "HQ-COMBAT-FRIENDLY-04"
WHICH = "HQ-COMBAT-FRIENDLY-02"


def engage(t: Teller[State], piece: PieceId, other: PieceId) -> None:
    """Engage two between whom a blow has fallen (HQ-GEN-11)."""
    if t.state.find(piece) and t.state.find(other) and not reach.are_engaged(t.state, piece, other):
        t.tell(ev.Engaged(piece, other))


def loosen(t: Teller[State], piece: PieceId) -> None:
    """Disengage it from whoever can no more reach it, nor be reached (HQ-AMB-57)."""
    figure = t.state.find(piece)
    if figure is None:
        return
    for name in reach.engaged_with(t.state, piece):
        other = t.state.who(name)
        if not reach.reaches(t.state, figure, other) and not reach.reaches(t.state, other, figure):
            t.tell(ev.Disengaged(piece, name))


def uproot(t: Teller[State], piece: PieceId) -> None:
    """Who is moved off its square lies in wait there no more, nor in its pit (HQ-COMBAT-AMBUSH-07, HQ-TRAP-03)."""
    figure = t.state.who(piece)
    if figure.ambush is not None:
        t.tell(ev.AmbushEnded(piece))
    if figure.in_pit:
        t.tell(ev.Marked(piece, "in_pit", False, RuleId("HQ-TRAP-03")))


def hurt(
    t: Teller[State], piece: PieceId, lost: int, rule: str, by: PieceId | None = None, *, together: bool = False
) -> Script[None]:
    """Take body points away; at none it dies.

    ``together``: the same befalls others at once, and only after them all is it seen whether the quest is over.
    """
    figure = t.state.find(piece)
    if figure is None or lost <= 0:
        return
    t.tell(ev.Hurt(piece, min(lost, figure.body), RuleId(rule), by))
    _calm(t, piece)
    if not t.state.who(piece).is_alive:
        yield from kill(t, piece, rule, by, together=together)


def lose_mind(t: Teller[State], piece: PieceId, rule: str) -> None:
    """Take a mind point away; at none nothing further happens (HQ-GEN-05, HQ-AMB-16)."""
    figure = t.state.find(piece)
    if figure is not None and figure.mind > 0:
        t.tell(ev.Counted(piece, "mind", figure.mind - 1, RuleId(rule)))
        _calm(t, piece)


def _calm(t: Teller[State], piece: PieceId) -> None:
    """End a warrior's rage, kills saved for an unfinished step included (HQ-HERO-WARRIOR-12)."""
    figure = t.state.who(piece)
    if figure.hero == "warrior" and figure.kills:
        t.tell(ev.Counted(piece, "kills", 0, RAGE_LOST), ev.Listed(piece, "choices", (), RAGE_LOST))


def kill(
    t: Teller[State], piece: PieceId, rule: str, by: PieceId | None = None, *, together: bool = False
) -> Script[None]:
    """Kill it; whoever did gains what a kill brings (HQ-HERO-WARRIOR-11)."""
    dead = t.state.find(piece)
    if dead is None:
        return
    t.tell(ev.Killed(piece, RuleId(rule), by))
    killer = t.state.find(by) if by is not None else None
    if killer is not None and killer.side != dead.side and killer.hero == "warrior" and gear.is_armed(t.state, killer):
        yield from feed(t, killer.id)
    if not together:
        end_if_over(t)


def end_if_over(t: Teller[State]) -> None:
    """End the quest when its goal is reached, or no hero is left (HQ-GEN-02)."""
    state = t.state
    if state.flow.outcome is not None:
        return
    winners = dict.fromkeys(figure.seat for figure in state.characters if figure.is_hero)
    if not winners or is_reached(state):
        t.tell(GameEnded(Outcome(tuple(winners) or (state.table.gm,), RuleId("HQ-GEN-02"))))


def is_reached(state: State) -> bool:
    """Whether the quest's goal is reached; of an open one the master says so."""
    goal, monsters = state.quest.goal, [figure.id for figure in state.characters if not figure.is_hero]
    match goal.kind:
        case "clear":
            return not monsters
        case "slay":
            return goal.target not in monsters and any(figure.id == goal.target for figure in state.dead)
        case "reach":
            return any(figure.is_hero and figure.at == goal.target for figure in state.characters)
        case _:
            return False


def allies_in_line(state: State, shooter: Character, target: Character) -> tuple[Character, ...]:
    """The nearest allies in the line of fire, before or behind the target (HQ-COMBAT-FRIENDLY-01, -08)."""
    line = reach.fire_line(state, shooter.square, target.square)
    allies = [figure for figure in state.side(shooter.side) if figure.at in line and figure not in (shooter, target)]
    if not allies:
        return ()

    def far(figure: Character) -> int:
        wide, tall = offset(shooter.square, figure.square)
        return wide * wide + tall * tall

    least = min(map(far, allies))
    return tuple(figure for figure in allies if far(figure) == least)


def stray(t: Teller[State], shooter: PieceId, target: PieceId, faces: tuple[str, ...]) -> Script[None]:
    """Let the nearest ally pay for a shot without a skull, undefended (HQ-COMBAT-FRIENDLY-05, -07, -09)."""
    figure, aim = t.state.who(shooter), t.state.who(target)
    if figure.hero == "enchanter":  # HQ-COMBAT-FRIENDLY-06
        return
    if not figure.is_hero and not t.state.content.options.friendly_fire_monsters:
        return
    allies = allies_in_line(t.state, figure, aim)
    if not allies:
        return
    hit = yield from actions.pick(t, t.state.table.gm, WHICH, [ally.id for ally in allies], shooter)
    ally = t.state.who(hit)
    near = reach.are_adjacent(t.state, figure.square, ally.square)
    yield from hurt(t, hit, count(faces, WHITE if near else BLACK), NEAR if near else FAR, None)


def sacrifice(t: Teller[State], piece: PieceId, rule: str) -> None:
    """Give up a mind point; no other can be given this turn (HQ-HERO-ENCH-04)."""
    lose_mind(t, piece, rule)
    t.tell(ev.ActionSpent(piece, "sacrifice", True))
