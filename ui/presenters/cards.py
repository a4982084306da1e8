"""The card that waits for a tap: one at a time, the most urgent first.

refusal ─> own proposal ─> choice asked for ─> the sensors' proposal ─> the sensors' question ─> begin, set-up
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from companion.board.squares import parse_square
from companion.core.commands import Concede, Place, ReportDice
from companion.core.dice import Source
from companion.core.flow import ChoiceRequest, PlacementRequest
from companion.games.heroclix import commands as cm
from companion.games.heroclix.attack.declaring import decide_attack
from companion.games.heroclix.commands import AttackTerrain
from companion.games.heroclix.damage.blow import TAKEN
from companion.games.heroclix.damage.knockback import COMPASS
from companion.games.heroclix.events.attack import AttackDeclared
from companion.games.heroclix.moves.movement import needs_break_away, reach_of
from companion.table.proposal import Proposal
from ui.presenters.beside import text_lines
from ui.presenters.ending import ending_card
from ui.presenters.links import question_words
from ui.presenters.models import CardModel
from ui.presenters.objects import blow_words
from ui.presenters.powers import other_ways, power_option, powers_card
from ui.presenters.setup import setup_card

__all__ = ["Pending", "card_model"]


@dataclass(frozen=True, slots=True)
class Pending:
    """A command a player has tapped together and not yet confirmed."""

    command: Any
    source: Source
    is_undo: bool = False


def card_model(table: Any, words: dict[str, str]) -> CardModel | None:
    """The card to show, or ``None``; ``table`` is the table presenter."""
    if table.refused:
        return _refusal(table, words)
    if table.pending:
        return _proposal(table, table.pending.command, words, undo=table.pending.is_undo)
    choice = next((one for one in table.state.flow.open if isinstance(one, ChoiceRequest)), None)
    if choice is not None:
        buttons = tuple((f"choose:{option}", _option(table, choice, option)) for option in choice.options)
        passing = (("pass", words["pass"]),) if choice.optional else ()
        said = text_lines(table, choice.piece, "defense") if choice.purpose == TAKEN else ""
        return CardModel("choice", table.wording.question(choice), said, (*buttons, *passing))
    if table.follower.proposal is not None:
        return _seen(table, table.follower.proposal, words)
    placement = next((one for one in table.state.flow.open if isinstance(one, PlacementRequest)), None)
    if placement is not None:
        return CardModel("choice", table.wording.question(placement), words["tap_square"], ())
    if table.follower.question is not None:
        question = table.follower.question
        text = question_words(table.follower, question, table.wording.names, words)
        right = (("dismiss:as_recorded", words["as_recorded"]),) if table.follower.is_only_who() else ()
        return CardModel("question", words["asked"], text, (("dismiss", words["understood"]), *right))
    if table.state.flow.phase == "waiting":
        return CardModel("begin", words["ready"], "", (("begin", words["begin"]),))
    return ending_card(table, words) or setup_card(table, words) or powers_card(table, words)


def _refusal(table: Any, words: dict[str, str]) -> CardModel:
    _, violations = table.refused
    text = "\n".join(f"{table.wording.violation(one)} [{one.rule}]" for one in violations)
    buttons = [("dismiss", words["put_back"])]
    if all(one.waivable for one in violations):
        buttons.append(("overrule", words["overrule"]))
    return CardModel("refusal", words["not_allowed"], text, tuple(buttons))


def _proposal(table: Any, command: Any, words: dict[str, str], *, undo: bool = False) -> CardModel:
    confirm, dismiss = ("confirm", words["confirm"]), ("dismiss", words["dismiss"])
    if undo:
        return CardModel("undo", words["undo"], words["undo_consent"], (("undo", words["all_agree"]), dismiss))
    name = table.wording.names
    match command:
        case cm.MoveFigure(_, piece, to):
            mover = table.state.piece(piece)
            cost = reach_of(table.state, mover).costs.get(to[0])
            text = f"{mover.spaces[0]} → {to[0]}"
            if cost is not None:
                text += f", {words['squares'].format(cost=cost, speed=table.state.value(mover, 'speed'))}"
            if needs_break_away(table.state, mover):
                text += f"\n{words['break_away']}"
            return CardModel("proposal", f"{name[piece]}", text, (confirm, *other_ways(table, command), dismiss))
        case cm.CloseAttack(_, attacker, _) | cm.RangedAttack(_, attacker, _):
            buttons = (confirm, *other_ways(table, command), dismiss)
            return CardModel("proposal", name[attacker], _attack(table, command, words), buttons)
        case AttackTerrain(_, attacker):
            buttons = (confirm, *other_ways(table, command), dismiss)
            return CardModel("proposal", name[attacker], blow_words(table, command, words), buttons)
        case ReportDice(_, result):
            faces = " + ".join(result.faces)
            return CardModel("dice", words["dice_read"], faces, (confirm, dismiss))
        case Concede(seat):
            title = f"{words['concede']}: {table.wording.word('seat', seat)}"
            return CardModel("proposal", title, words["concede_text"], (confirm, dismiss))
        case Place(_, piece, spaces):
            return CardModel("proposal", name[piece], f"→ {spaces[0]}", (confirm, dismiss))
        case _:
            return CardModel("proposal", words["confirm"], type(command).__name__, (confirm, dismiss))


def _seen(table: Any, proposal: Proposal, words: dict[str, str]) -> CardModel:
    """What the sensors saw; where another piece may have made the move as well, a button for each."""
    card, piece = _proposal(table, proposal.command, words), getattr(proposal.command, "piece", None)
    others = {getattr(rival, "piece", None): number for number, rival in reversed([*enumerate(proposal.rivals)])}
    buttons = tuple((f"confirm:{number}", table.wording.names[other]) for other, number in sorted(others.items())
                    if other not in (None, piece))  # fmt: skip
    if not buttons:
        return card
    first, *rest = card.buttons
    return replace(card, title=words["which_one"], buttons=((first[0], table.wording.names[piece]), *buttons, *rest))


def _attack(table: Any, command: Any, words: dict[str, str]) -> str:
    """The target, the line and the number the dice must reach."""
    events = decide_attack(table.state, command)
    declared = next(one for one in events if isinstance(one, AttackDeclared))
    lines = []
    for target in declared.targets:
        needed = max(2, target.defense - declared.attack)
        line = table.wording.word("verdict", target.verdict)
        number = words["needs"].format(needed=needed) if needed <= 12 else words["needs_12"]
        lines.append(f"→ {table.wording.names[target.piece]} · {words['line']} {line} · {number}")
    return "\n".join(lines)


def _option(table: Any, choice: ChoiceRequest, option: str) -> str:
    for family in ("direction", "area"):
        if table.wording.has(f"{family}.{option}") and (family == "area") == (choice.piece is None):
            return f"{table.wording.word(family, option)}{_toward(table, choice, option)}"
    if table.wording.has(f"answer.{option}"):
        return str(table.wording.word("answer", option))
    return power_option(table, option)


def _toward(table: Any, choice: ChoiceRequest, option: str) -> str:
    """The next square that way: on a map that lies on its side, south is not down."""
    piece = table.state.find(choice.piece) if choice.piece else None
    if option not in COMPASS or piece is None or not piece.spaces:
        return ""
    (column, row), (across, down) = parse_square(piece.spaces[0]), COMPASS[option]
    space = table.board.board.at(column + across, row + down)
    return f" → {space}" if space else ""
