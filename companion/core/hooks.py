"""Named steps and what hooks in: who has a word at a step, in which order, and what each said.

    step "attack.pool" ──> hooks in order ──each──> what it changes        said: (step, source, amount), to be shown

A step is a name in the game's own procedure; a hook is a row: which step, how early, whose, when and what.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.core.procedure import Script, Teller
from companion.core.rules import HasFlow

S = TypeVar("S", bound=HasFlow)
C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class Hook(Generic[S, C]):
    """The contribution of a rule, skill or power to a step; hooks run by ``order``, then by ``source``.

    ``applies`` looks at the state and the context of the step; ``does`` is a script that returns the context after it.
    """

    step: str
    source: str
    applies: Callable[[S, C], bool]
    does: Callable[[Teller[S], C], Script[C]]
    order: int = 0


class Steps(Generic[S, C]):
    """The hooks of a game by step; a hook of a step that is not in the procedure is refused at once."""

    def __init__(self, names: Iterable[str], hooks: Iterable[Hook[S, C]]) -> None:
        self._hooks: dict[str, list[Hook[S, C]]] = {name: [] for name in names}
        for hook in hooks:
            if hook.step not in self._hooks:
                raise ValueError(f"{hook.source}: no step {hook.step!r}; there are {', '.join(self._hooks)}")
            self._hooks[hook.step].append(hook)
        for rows in self._hooks.values():
            rows.sort(key=lambda hook: (hook.order, hook.source))

    def at(self, step: str, state: S, context: C) -> Iterator[Hook[S, C]]:
        """The hooks that apply at the step now, in order."""
        return (hook for hook in self._hooks[step] if hook.applies(state, context))

    def run(self, t: Teller[S], step: str, context: C) -> Script[C]:
        """The context after every hook of the step; each is asked in its turn whether it still applies."""
        for hook in self._hooks[step]:
            if hook.applies(t.state, context):
                context = yield from hook.does(t, context)
        return context

    def weigh(self, state: S, step: str, context: C) -> C:
        """The context after the hooks of a step that ask nobody and tell nothing: what a number comes to now."""
        still = Teller(state, lambda same, event: same)
        try:
            next(self.run(still, step, context))
        except StopIteration as end:
            after: C = end.value
            return after
        raise AssertionError(f"{step}: a hook asks where nobody can be asked")
