"""Powers on the table screen: what a proposal could be besides, and the powers of the chosen figure as buttons.

move proposed ────> also: Charge, Running Shot … that end there
attack proposed ──> also: with Flurry, Outwit it …
figure chosen ────> its other powers ──tap──> their targets and options
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.games.heroclix import commands as cm
from companion.games.heroclix.commands import AttackTerrain, ThrowObject
from ui.presenters.beside import MORE, more_button, more_card
from ui.presenters.models import CardModel
from ui.presenters.objects import group_of, is_with_object, label_of, terrain_space
from ui.presenters.words import screen_words

__all__ = ["other_ways", "power_command", "power_option", "powers_card"]

Button = tuple[str, str]


def _uses(table: Any, piece: Any) -> list[Any]:
    """Every legal command of the piece that names a power, an object or terrain, in the order of the rules."""
    state, system = table.state, table.session.system
    found = state.find(piece) if piece else None
    if found is None or not found.spaces or found.seat not in state.flow.active or state.flow.open:
        return []
    offers = system.legal_commands(state, found.seat, piece=piece)
    kinds = cm.UsePower | cm.CloseAttack | cm.RangedAttack
    return [one for one in offers if is_with_object(one) or (isinstance(one, kinds) and one.power)]


def power_command(table: Any, argument: str) -> Any:
    """The command of a button ``use:<piece>:<number>``, or ``None`` when it is no longer there."""
    piece, _, number = argument.rpartition(":")
    uses = _uses(table, piece)
    return uses[int(number)] if int(number) < len(uses) else None


def power_option(table: Any, option: str) -> str:
    """A choice of a power in words: what it is called, or the figure or power it names."""
    said = table.wording.word("option", option)
    return str(table.wording.names.get(option, said))


def other_ways(table: Any, command: Any) -> tuple[Button, ...]:
    """Buttons for what else the proposed command could be: the same move or target, with a power."""
    piece = getattr(command, "piece", None) or getattr(command, "attacker", None)
    numbered = enumerate(_uses(table, piece))
    return tuple(_button(table, piece, n, use) for n, use in numbered if _is_alike(table, command, use))


def _is_alike(table: Any, command: Any, use: Any) -> bool:
    match command:
        case cm.MoveFigure(_, _, to):
            if isinstance(use, AttackTerrain):
                return (terrain_space(table, use),) == to
            if isinstance(use, cm.MoveFigure) and use.pick_up_at:
                return False  # a longer way round is walked in two taps
            return isinstance(use, cm.UsePower | cm.MoveFigure) and use.to == to
        case AttackTerrain():
            where = terrain_space(table, command)
            return isinstance(use, AttackTerrain) and use != command and where == terrain_space(table, use)
        case cm.CloseAttack() | cm.RangedAttack():
            aimed = (command.target,) if isinstance(command, cm.CloseAttack) else command.targets
            if isinstance(use, cm.CloseAttack | ThrowObject):
                return (use.target,) == aimed
            return bool(getattr(use, "targets", None) == aimed)
        case _:
            return False


def powers_card(table: Any, words: dict[str, str]) -> CardModel | None:
    """The powers that the chosen figure may use now without a move; after a tap on one, its targets and options."""
    uses = [(n, one) for n, one in enumerate(_uses(table, table.chosen)) if _group(one)]
    more = more_button(table, words)
    if table.picked == MORE or (not uses and more and not table.picked):
        return more_card(table, words) or _closed(table, more)
    if not uses:
        return None
    picked = [(n, one) for n, one in uses if _group(one) == table.picked]
    if picked:
        buttons = tuple(_button(table, table.chosen, n, one) for n, one in picked)
        title = words.get(table.picked) or _name(table, table.picked)
        return CardModel("powers", title, "", (*buttons, ("pick:", words["dismiss"])))
    return CardModel("powers", table.wording.names[table.chosen], "", (*_firsts(table, uses), *more))


def _closed(table: Any, more: tuple[Button, ...]) -> CardModel | None:
    """The card of a figure that may do nothing but what is in the list."""
    return CardModel("powers", table.wording.names[table.chosen], "", more) if more and table.picked != MORE else None


def _group(use: Any) -> str:
    """What the button of a use is under: its power, a kind of target; empty where a move or a tap says more."""
    if isinstance(use, cm.UsePower):
        return "" if use.to else use.power
    return group_of(use)


def _firsts(table: Any, uses: list[tuple[int, Any]]) -> Iterator[Button]:
    """One button a power or kind of target: to its only use, or to the list of them."""
    words = screen_words(table.wording.lang)
    for group in dict.fromkeys(_group(one) for _, one in uses):
        own = [(n, one) for n, one in uses if _group(one) == group]
        if len(own) == 1:
            yield _button(table, table.chosen, *own[0])
        else:
            yield f"pick:{group}", f"{words.get(group) or _name(table, group)} …"


def _button(table: Any, piece: Any, number: int, use: Any) -> Button:
    if is_with_object(use):
        return f"use:{piece}:{number}", label_of(table, use, screen_words(table.wording.lang))
    label = _name(table, use.power)
    if isinstance(use, cm.UsePower) and use.pick_up:
        label += f" + {table.wording.names.get(use.pick_up, use.pick_up)}"
    if isinstance(use, cm.UsePower) and not use.to:
        names = [table.wording.names.get(one, one) for one in use.targets]
        option = table.wording.names.get(use.option, use.option)
        label = " · ".join([label, *filter(None, [option]), *names])
    return f"use:{piece}:{number}", label


def _name(table: Any, power: str) -> str:
    return str(table.wording.names.get(power, power))
