"""Words of the log that only the state knows: an area as drawn, from whom one breaks away, what is critical."""

from __future__ import annotations

from companion.board.picture import GridDrawing
from companion.core.events import ChoiceMade
from companion.core.phrases import Happened, Name, Phrase, Told, Word, joined, listed, say
from companion.games.heroclix.events.attack import AttackDeclared, AttackRolled
from companion.games.heroclix.events.damage import DialTurned
from companion.games.heroclix.events.play import AreaTaken, BreakAwayFailed, BrokeAway
from companion.games.heroclix.events.powers import EffectBegan, EffectsEnded, PowerUsed, TextUsed
from companion.games.heroclix.face.areas import area_words
from companion.games.heroclix.face.cards import card_name
from companion.games.heroclix.figures.figure import is_ko
from companion.games.heroclix.figures.hand import texts_of
from companion.games.heroclix.opening.areas import areas_on
from companion.games.heroclix.position.holding import adjacent_opponents
from companion.games.heroclix.state.lasting import Lasting, LastingKind
from companion.games.heroclix.state.state import State

OFF = LastingKind.TURNED_OFF


def told(event: object, after: State, drawing: GridDrawing) -> Told | None:
    """Return the words of an event that led to that state; ``None``: the catalogue's are enough."""
    board = after.table.board
    match event:
        case AreaTaken(seat, area):
            return say("area_taken", seat=Word("seat", seat), area=area_words(board, drawing, area))
        case ChoiceMade(seat, _, (area,)) if not after.flow.round and area in areas_on(board):
            return say("area_chosen", seat=Word("seat", seat), area=area_words(board, drawing, area))
        case AttackDeclared(kind, attacker, targets=targets):
            aims = listed(target.piece for target in targets)
            return Phrase(f"event.AttackDeclared.{kind}", {"attacker": Name(attacker), "targets": aims})
        case BrokeAway(piece) | BreakAwayFailed(piece) if near := adjacent_opponents(after, after.piece(piece)):
            words = {"piece": Name(piece), "others": listed(other.id for other in near)}
            key = "event.BrokeAway.from" if isinstance(event, BrokeAway) else "event.BreakAwayFailed.from"
            return Phrase(key, words | {"needed": after.edition.break_away_at})
        case DialTurned(piece, before, click, "") if is_ko(after.figure(after.piece(piece)), click):
            return Phrase("event.DialTurned.out", {"piece": Name(piece), "before": before})
        case AttackRolled(faces=(one, other)) if one == other in (1, 6) and after.attack and not after.attack.plain:
            word = "fumble" if one == 1 else "spared" if after.attack.harmless else "critical"  # HC-ATK-12
            return joined(" ", Happened(event), Phrase(f"attack.{word}"))
        case EffectBegan(Lasting(kind=LastingKind.TURNED_OFF) as effect):
            used = [one.power for one in (after.work.log if after.work else ()) if isinstance(one, PowerUsed)]
            words = {"what": Name(effect.key), "on": Name(effect.piece)}
            key = f"event.EffectBegan.off.{effect.until.value}"
            return Phrase(f"{key}.by", words | {"power": Name(used[-1])}) if used else Phrase(key, words)
        case EffectsEnded(effects=effects) if are_back(event):
            back = listed(Phrase("power_of", {"what": Name(one.key), "on": Name(one.piece)}) for one in effects)
            return Phrase("event.EffectsEnded.off", {"powers": back})
        case TextUsed(piece, key, power):
            figure = after.figure(after.piece(piece))
            text = next((one for one in texts_of(figure, after.piece(piece).click) if one.key == key), None)
            words = {"piece": Name(piece), "text": card_name(figure.id, text) if text else Name(key)}
            return Phrase("event.TextUsed" if power else "event.TextUsed.power", words | {"power": Name(power)})
    return None


def are_back(event: EffectsEnded) -> bool:
    """Whether all that ends is that powers were off."""
    return bool(event.effects) and all(one.kind is OFF for one in event.effects)


def joins(first: object, event: object) -> bool:
    """Whether an effect is of one cause with the one before it: powers that are off as long."""
    match first, event:
        case EffectBegan(one), EffectBegan(other):
            return one.kind is other.kind is OFF and one.until is other.until
    return True
