"""Every verb by the name that rows of data call it: that of its class, ``ReduceByRoll`` is ``reduce_by_roll``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import ModuleType

from companion.games.heroclix.attack import answering, targeting
from companion.games.heroclix.damage import blow, dial, knockback, taking
from companion.games.heroclix.moves import carrying, gaits
from companion.games.heroclix.position import in_hand, lines, reckoning, rolls, verb
from companion.games.heroclix.position.verb import Verb
from companion.games.heroclix.powers import (
    altering,
    areas,
    control,
    healing,
    making,
    moving,
    neighbours,
    placing,
    tokens,
)
from companion.games.heroclix.turns import clock

ROOMS: tuple[ModuleType, ...] = (
    *(answering, targeting, blow, dial, knockback, taking, carrying, gaits, in_hand, lines, reckoning, rolls, verb),
    *(altering, areas, control, healing, making, moving, neighbours, placing, tokens, clock),
)


def _verbs(room: ModuleType) -> Iterator[type[Verb]]:
    """The verbs that stand in the room: classes with parameters of their own."""
    for kind in vars(room).values():
        is_verb = isinstance(kind, type) and issubclass(kind, Verb) and kind.__module__ == room.__name__
        if is_verb and "__dataclass_fields__" in vars(kind):
            yield kind


VERBS: dict[str, type[Verb]] = {
    re.sub("(?<=.)(?=[A-Z])", "_", kind.__name__).lower(): kind for room in ROOMS for kind in _verbs(room)
}
