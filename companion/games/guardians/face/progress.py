"""How far objectives and missions are, beside the line that brought them on or set them back: ``2 of 3``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.core.ids import Seat
from companion.core.phrases import Name, Phrase, Told
from companion.games.guardians import events as ev
from companion.games.guardians.face.hearing import knows
from companion.games.guardians.play.goals import Part, parts_of
from companion.games.guardians.state import Figure, State


def progress(before: State, after: State, event: object, seat: Seat | None) -> Iterator[Told]:
    """Generate how far the event brought what takes more than one step, as far as the seat may know."""
    if not before.flow.round or isinstance(event, ev.StoryCounted):  # before the game; its line says it
        return
    for aim in after.scenario.objectives:
        parts = (parts_of(state, aim.when, aim.side) for state in (before, after))
        if aim.id not in before.met and (far := _counted(*parts)):
            yield Phrase("progress.objective", {"objective": Name(aim.id), "side": Name(aim.side), **far})
    for hero in after.heroes():
        if _is_known(after, hero, seat) and (far := _mission(before, after, hero)):
            yield Phrase("progress.mission", {"piece": Name(hero.id), **far})


def _mission(before: State, after: State, hero: Figure) -> dict[str, int]:
    was, mission = before.find(hero.id), after.sheet(hero).missions.get(hero.mission)
    if was is None or mission is None or was.achieved or was.mission != hero.mission:
        return {}
    return _counted(*(parts_of(state, mission.when, one.side, one) for state, one in ((before, was), (after, hero))))


def _is_known(state: State, hero: Figure, seat: Seat | None) -> bool:
    return state.content.options.missions_are_open or knows(state, seat, hero.side)


def _counted(before: Iterable[Part], after: Iterable[Part]) -> dict[str, int]:
    """Return how much is done of how much; empty where that is as it was, or a single step."""
    then, (done, needed) = _steps(before), _steps(after)
    return {"done": done, "needed": needed} if needed > 1 and then != (done, needed) else {}


def _steps(parts: Iterable[Part]) -> tuple[int, int]:
    """Return the steps that are done, and all of them; no turn that goes by is one."""
    steps = [(min(part.done, part.needed), part.needed) for part in parts if part.field != "turn"]
    return sum(done for done, _ in steps), sum(needed for _, needed in steps)
