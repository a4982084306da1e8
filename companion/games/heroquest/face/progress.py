"""How far the quest is for either side: who is left, how many are slain, and whom it is about, once that is seen."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.ids import Seat
from companion.core.phrases import Phrase, Told
from companion.games.heroquest.events import Killed
from companion.games.heroquest.finds import MonsterRevealed
from companion.games.heroquest.state import State


def progress(after: State, event: object, seat: Seat | None) -> Iterator[Told]:
    """Generate how many heroes are left, or of a quest to slay all how many are slain: the master knows of how many;
    that somebody who is seen is whom the quest is about.
    """
    if isinstance(event, MonsterRevealed) and (after.quest.goal.kind, after.quest.goal.target) == ("slay", event.piece):
        yield Phrase("progress.goal")
    if not isinstance(event, Killed):
        return
    is_hero = after.who(event.piece).is_hero
    dead = [one for one in after.dead if one.is_hero == is_hero]
    left = [one for one in after.characters if one.is_hero == is_hero]
    if is_hero:
        yield Phrase("progress.heroes", {"count": len(left), "most": len(left) + len(dead)})
    elif after.quest.goal.kind == "clear":
        is_whole = seat == after.table.gm or after.flow.outcome is not None
        known = dead if is_whole else [one for one in dead if one.revealed]
        words = {"count": len(known), "most": len(left) + len(dead)}
        yield Phrase("progress.monsters" if is_whole else "progress.monsters.seen", words)
