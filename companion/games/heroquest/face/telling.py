"""Events in words, with what only the state can add: an attack's dice, whose each skull is, skulls against shields.

declared ─> 4 combat dice    rolled ─> 2 on the dice, no way out: +1    defended ─> stops 1 of 3 skulls: 2 get through
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile

from companion.core.events import DiceReported
from companion.core.ids import PieceId, Seat
from companion.core.phrases import Name, Phrase, Told, Word, joined, listed
from companion.games.heroquest import events as ev
from companion.games.heroquest import finds
from companion.games.heroquest.attack.attack import part_of
from companion.games.heroquest.attack.defense import PARRY, TIERS, bonuses, tiers_of
from companion.games.heroquest.attack.pool import MAGIC, MELEE
from companion.games.heroquest.attack.position import PERFECT, WEAKER, is_cornered
from companion.games.heroquest.attack.toll import FAR, NEAR, is_reached
from companion.games.heroquest.content.dice import BLACK, COMBAT, WHITE, count
from companion.games.heroquest.face.throwing import last_of, ordered, parried, told_so_far
from companion.games.heroquest.face.words import monster_of
from companion.games.heroquest.gear import defense_dice
from companion.games.heroquest.state import State
from companion.games.heroquest.traps import AREA_RULE

GAS_TRAP = AREA_RULE["gas"]
UNROLLED = frozenset({NEAR, FAR, AREA_RULE["pit"], GAS_TRAP, "HQ-MON-TECH-05"})  # losses by no dice of their own


def event_words(before: State, after: State, event: object, seat: Seat | None) -> Told | None:
    """Tell the event as that seat hears it; ``None`` where its own words are enough."""
    match event:
        case ev.Hurt():
            return _hurt(after, event, is_told=after.who(event.piece).is_hero or seat == after.table.gm)
        case ev.TurnClosed(piece):
            figure = before.find(piece)
            turn = figure.turn if figure is not None else None
            stays = turn is not None and turn.rolled is not None and not turn.stepped
            return Phrase("event.TurnClosed.stayed", {"piece": Name(piece)}) if stays else ""
        case ev.StrikeDeclared():
            return _declared(after, event)
        case ev.StrikeRolled():
            return _rolled(after, event)
        case ev.Stepped(piece, start, to) if start == to:
            return Phrase("event.Stepped.back", {"piece": Name(piece), "to": to})
        case ev.Marked(piece, what="in_pit", value=value):
            return Phrase("event.Marked.in_pit" if value else "event.Marked.out_of_pit", {"piece": Name(piece)})
        case finds.TrapChanged(status="revealed", by=by) if by is not None and after.who(by).at not in event.squares:
            return ""  # the search says what it found
        case finds.TrapSprung(victims=victims) if victims:
            words = {"type": Name(event.type), "victims": listed(victims)}
            return Phrase("event.TrapSprung.catches", words)
        case finds.TrapSprung() if after.content.traps[event.type].pit:
            return ""  # who keeps out of it is told
        case ev.Placed(piece, start, to, rule="HQ-HERO-DWARF-03"):
            own = after.who(piece).turn
            key = "event.Placed.out_of_pit" if own is None else "event.Placed.before_pit"
            return Phrase(key, {"piece": Name(piece), "pit": start, "to": to, "left": own.left if own else 0})
        case ev.SurpriseRolled(target, result) if result == PERFECT and not after.content.options.perfect_attack:
            return Phrase("event.SurpriseRolled", {"target": Name(target), "result": Phrase("fate.surprise_none")})
        case ev.SurpriseRolled(target, result) if result == WEAKER and defense_dice(after, after.who(target)) <= 1:
            return Phrase("event.SurpriseRolled", {"target": Name(target), "result": Phrase("fate.surprise_last")})
        case ev.Noted(piece, what, value):
            words = {
                "piece": Name(piece),
                "what": Word("what", what),
                "value": Name(value),
                "at": value.rpartition("@")[2],
            }
            known = f"event.Noted.{what}"  # of a weapon that fell the square stands behind it
            return Phrase(
                "event.Noted" if value else "event.Noted.value", words, (known if value else f"{known}.none",)
            )
        case finds.MonsterRevealed(piece, at=at):
            return Phrase("event.MonsterRevealed.named", {"piece": Name(piece), "at": at})
        case ev.Defended():
            return _defended(after, event)
        case finds.TrapChanged(status="revealed", by=by) if by is not None:
            return Phrase("event.TrapChanged.stepped_on", {"piece": Name(by), "type": Name(event.type)})
    return None


def _hurt(after: State, event: ev.Hurt, *, is_told: bool) -> Told:
    """Tell a loss by what no dice before it say, and what is left where that ``is_told``; else that it was the last."""
    hurt = after.who(event.piece)
    is_flat = event.rule != GAS_TRAP or after.content.options.gas_flat_loss
    cause = Phrase(f"hurt_by.{event.rule}") if event.rule in UNROLLED and is_flat else ""
    words: dict[str, object] = {"piece": Name(event.piece), "count": event.lost, "cause": cause}
    if not hurt.body:  # that it falls is seen
        return Phrase("event.Hurt.last", words)
    if is_told:
        return Phrase("event.Hurt.left", words | {"left": hurt.body, "most": hurt.body_max})
    return Phrase("event.Hurt.some", words)


def _declared(state: State, event: ev.StrikeDeclared) -> Told | None:
    """Tell the attack with its dice: a weapon's, as many as mana of magic, what rage and gifts make of them."""
    if state.find(event.target) is None or any(state.find(piece) is None for piece in event.attackers):
        return None
    pools = Counter[str]()
    for piece in event.attackers:
        pools.update((ordered(state, piece, event) or part_of(state, piece, event.target, ())).pool.dice)
    dice: Told = joined(" + ", *(_dice(die, many) for die, many in pools.items()))
    first = state.who(event.attackers[0])
    if len(event.attackers) == 1 and first.kills:  # of a warrior (HQ-HERO-WARRIOR-01)
        dice = Phrase("pool.rage", {"dice": dice})
    elif event.weapon == MAGIC:  # an enchanter's own (HQ-HERO-ENCH-02)
        dice = Phrase("pool.mana", {"dice": dice})
    words = {"attackers": listed(event.attackers), "count": len(event.attackers)}
    words |= {"target": Name(event.target), "dice": dice}
    return Phrase("event.StrikeDeclared.dice", words | {"manner": event.told["manner"]})


def _dice(die: str, many: int) -> Told:
    if die == COMBAT:
        return Phrase("pool.combat", {"count": many})
    return joined(" ", str(many), Word("dice" if many > 1 else "die", die))


def _rolled(state: State, event: ev.StrikeRolled) -> Told | None:
    """Tell the skulls: those that lie there, and whose the others are."""
    is_idle = _is_idle_critical(state, event)
    if not event.skulls:
        return Phrase("strike.missed_idle", {"target": Name(event.target)}) if is_idle else None
    declared = last_of(state, ev.StrikeDeclared)
    target = state.find(event.target)
    cornered = 0
    if event.bonus and declared is not None and declared.manner == MELEE and target is not None:
        cornered = sum(is_cornered(state, state.who(piece), target) for piece in event.attackers)
    cornered = min(cornered, event.bonus)
    more = {"critical": event.critical, "cornered": cornered, "gifts": event.bonus - cornered}
    parts = [Phrase(f"strike.{whose}", {"count": many}) for whose, many in more.items() if many]
    parts += [Phrase("strike.critical_idle")] if is_idle else []
    thrown = Phrase("strike.thrown", {"count": event.skulls - event.critical - event.bonus})
    own = joined("", " (", joined(", ", thrown, *parts), ")") if parts else ""
    words = {"skulls": event.skulls, "target": Name(event.target), "unblockable": event.unblockable, "more": own}
    return Phrase("event.StrikeRolled" if event.unblockable else "event.StrikeRolled.unblockable", words)


def _is_idle_critical(state: State, event: ev.StrikeRolled) -> bool:
    """Whether a critical D20 reached its number and adds nothing, as no skull lies there (HQ-CRIT-02)."""
    if event.critical:
        return False
    strike = takewhile(lambda one: not isinstance(one, ev.StrikeDeclared), reversed(told_so_far(state)))
    last = [one.result.faces[-1] for one in strike if isinstance(one, DiceReported) and len(one.result.faces) > 1]
    rolled = [int(face) for face in last if face.isdecimal()]
    return any(least <= one <= most for one in rolled for least, most, _ in state.content.tables.critical)


def _defended(state: State, event: ev.Defended) -> Told:
    """Tell what was stopped and by what: shields of the dice, a dodge, and how many skulls get through."""
    hits = _against(state, event)
    words: dict[str, object] = {"piece": Name(event.piece), "count": event.blocked, "blocked": event.blocked}
    words |= {"shields": _shields(state, event)}
    if not hits:
        return Phrase("event.Defended" if event.blocked else "event.Defended.blocked", words)
    through = max(0, hits - event.blocked)
    how = "held" if not through else "through" if event.blocked else "none"
    key = f"event.Defended.{how}" + ".parry" * (event.rule == PARRY)
    return Phrase(key, words | {"hits": hits, "through": through})


def _shields(state: State, event: ev.Defended) -> Told:
    """Tell which of the dice stop what they are thrown against, and why the others do not (HQ-ATK-08, HQ-DODGE-03);
    empty where none lie.
    """
    faces = next((one.result.faces for one in reversed(told_so_far(state)) if isinstance(one, DiceReported)), ())
    if not faces:
        return ""
    white, black = count(faces, WHITE), count(faces, BLACK)
    dodge, is_black = _dodged(state, event, faces)
    lying: Told = Phrase("strike.white", {"count": white}) if white else Phrase("strike.no_white")
    idle = Phrase("strike.black", {"count": black}) if black and not is_black else ""
    for more in filter(None, (dodge, idle)):
        lying = Phrase("strike.beside", {"first": lying, "more": more})
    return joined("", " (", lying, ")")


def _dodged(state: State, event: ev.Defended, faces: Sequence[str]) -> tuple[Told, bool]:
    """Tell what a dodge added and why, to a white shield or hand to hand to an elf's black one (HQ-DODGE-03, -04), and
    whether it is to black ones; empty without one.
    """
    thrown, dodger = [int(face) for face in faces if face.isdecimal()], state.find(event.piece)
    if len(thrown) != 2 or dodger is None:
        return "", False
    tiers = tiers_of(state, dodger)
    worth = bonuses(tiers, thrown[0], thrown[1], dodger.delta)
    if not worth:
        how = "dodge_none_first" if tiers == TIERS[:1] else "dodge_none"
        return Phrase(f"strike.{how}", {"sum": sum(thrown)}), False
    declared = last_of(state, ev.StrikeDeclared)
    is_near = event.rule == PARRY or (declared is not None and declared.manner == MELEE)
    symbol, kind = (BLACK, "dodge_black") if dodger.hero == "elf" and is_near else (WHITE, "dodge")
    why = joined(", ", *(Phrase(f"dodge_by.{rule}") for rule in worth))
    lying = count(faces, symbol)
    key = f"strike.{kind}" if lying else f"strike.{kind}_vain"
    parried = (f"{key}.parry",) if event.rule == PARRY else ()
    return Phrase(key, {"count": sum(worth.values()), "why": why}, parried), bool(lying) and symbol == BLACK


def _against(state: State, event: ev.Defended) -> int | None:
    """Return the skulls that the shields were thrown against; ``None``: they are no attack's."""
    if event.rule == PARRY:
        return parried(state)
    rolled, declared = last_of(state, ev.StrikeRolled), last_of(state, ev.StrikeDeclared)
    if rolled is None or declared is None or rolled.target != event.piece:
        return None
    part = ordered(state, rolled.attackers[0], declared)
    is_shared = part is not None and "wide" in part.ways
    return None if is_shared else rolled.skulls - rolled.unblockable


def why_over(after: State) -> Told:
    """Tell what became of the goal, who did not come home, and the gold of those who did (HQ-GEN-02)."""
    goal, outcome = after.quest.goal, after.flow.outcome
    fallen: Sequence[PieceId] = [one.id for one in after.dead if one.is_hero]
    lost = Phrase("quest_fallen", {"heroes": listed(fallen)}) if fallen else ""
    if outcome is None or outcome.rule != "HQ-GEN-02":
        ruled = Phrase(outcome.rule, special=(f"end.{outcome.rule}",)) if outcome is not None else ""
        return joined(" ", ruled, lost) if lost else ""
    aimed = next((one for one in (*after.characters, *after.dead) if one.id == goal.target), None)
    unseen = aimed is not None and not aimed.is_hero and not aimed.revealed  # it has no name yet
    words = {"target": monster_of(aimed.id, aimed.name) if aimed and unseen else Name(goal.target)}
    became = Phrase(f"quest_won.{goal.kind}", words)
    if not any(one.is_hero for one in after.characters):
        key = "quest_lost.reached" if is_reached(after) else "quest_lost"
        became = Phrase(key, {"goal": Phrase(f"quest_goal.{goal.kind}", words)})
    rich = [joined(" ", Name(one.id), str(one.gold)) for one in after.characters if one.is_hero and one.gold]
    gold = Phrase("quest_gold", {"heroes": listed(rich)}) if rich else ""
    return joined(" ", became, lost, gold, _left_behind(after))


def _left_behind(state: State) -> Told:
    """Tell the gold of those who fell: what was found and what came home agree (HQ-GEN-02)."""
    rich = [joined(" ", Name(one.id), str(one.gold)) for one in state.dead if one.is_hero and one.gold]
    return Phrase("quest_gold_left", {"heroes": listed(rich)}) if rich else ""
