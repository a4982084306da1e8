"""What else the chosen figure may do, in its turn or not: texts that hold now, team abilities, feats, switching off.

figure chosen ──More …──> a text holds now · its team ability · a feat · turn off …      event dial: forth and back
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.games.heroclix import commands as cm
from companion.games.heroclix.commands import ChooseTeamAbility, TurnEventDial, UseFeat, UseText
from companion.games.heroclix.position.holding import usable_feats
from companion.games.heroclix.turns.clock import event_dial_violations
from ui.presenters.models import CardModel

__all__ = ["MORE", "more_button", "more_card", "more_command", "text_lines"]

MORE = "+"  # what is picked when the list is open
Button = tuple[str, str]
_KINDS = cm.TurnOff | ChooseTeamAbility | UseText


def _offers(table: Any) -> list[Any]:
    """The commands of the list, in its order: texts first, switching off last."""
    state = table.state
    piece = state.find(table.chosen) if table.chosen else None
    if piece is None or not piece.spaces or state.flow.open or state.flow.outcome is not None:
        return []
    legal = table.session.system.legal_commands(state, piece.seat, piece=piece.id)
    offers: list[Any] = [one for one in legal if isinstance(one, _KINDS)]
    offers += [UseFeat(piece.seat, feat.id, piece.id) for feat in usable_feats(state, piece)]
    turns = (TurnEventDial(piece.seat, clicks) for clicks in (1, -1))
    offers += [one for one in turns if not any(event_dial_violations(state, one))]
    order = (UseText, ChooseTeamAbility, UseFeat, TurnEventDial, cm.TurnOff)
    return sorted(offers, key=lambda one: order.index(type(one)))


def more_button(table: Any, words: dict[str, str]) -> tuple[Button, ...]:
    """The button that opens the list, where there is anything in it."""
    return ((f"pick:{MORE}", f"{words['more']} …"),) if _offers(table) else ()


def more_card(table: Any, words: dict[str, str]) -> CardModel | None:
    """The list, once it is open."""
    offers = _offers(table)
    if table.picked != MORE or not offers:
        return None
    buttons = tuple((f"do:{number}", _label(table, one, words)) for number, one in enumerate(offers))
    title = table.wording.names[table.chosen]
    return CardModel("powers", title, text_lines(table, table.chosen), (*buttons, ("pick:", words["dismiss"])))


def more_command(table: Any, number: str) -> Any:
    """The command of a button of the list, or ``None`` when it is no longer there."""
    offers = _offers(table)
    return offers[int(number)] if number.isdecimal() and int(number) < len(offers) else None


def _label(table: Any, one: Any, words: dict[str, str]) -> str:
    names = table.wording.names
    match one:
        case UseText(_, _, text, power):
            return words["holds_now"].format(what=f"{names.get(power, power)} ({_title(table, text)})")
        case ChooseTeamAbility(_, _, ability):
            return words["team"].format(what=names.get(ability, ability) or words["none"])
        case UseFeat(_, feat, _):
            return words["feat"].format(what=names.get(feat, feat))
        case TurnEventDial(_, clicks):
            return f"{words['event_dial']} {'→' if clicks > 0 else '←'}"
        case _:
            return words["off"].format(what=_title(table, str(one.power)))


def _title(table: Any, key: str) -> str:
    """The name on the card for a text, else the name of a power."""
    piece = table.state.piece(table.chosen)
    named = next((one.special.name for one in table.state.texts(piece) if one.key == key), "")
    return named or str(table.wording.names.get(key, key))


def text_lines(table: Any, piece_id: Any, slot: str = "") -> str:
    """What the special powers and traits of a figure say, as far as something of it is left to the players."""
    return "\n".join(_lines(table, piece_id, slot))


def _lines(table: Any, piece_id: Any, slot: str) -> Iterator[str]:
    piece = table.state.find(piece_id) if piece_id else None
    for one in table.state.texts(piece) if piece is not None and piece.spaces else ():
        if one.special.text and not one.reading.is_whole and slot in ("", one.special.slot):
            yield f"{one.special.name or table.wording.names.get(one.key, one.key)}: {one.special.text}"
