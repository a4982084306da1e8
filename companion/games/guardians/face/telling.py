"""Events in words, with what only the game can add: missions, cards and places by name, totals, whose turn it was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.board.areas.map import zone_of
from companion.core.ids import PieceId, SpaceId
from companion.core.phrases import Name, Phrase, Terms, Told, Word, joined
from companion.core.reckoning import Contribution, plus
from companion.games.guardians import events as ev
from companion.games.guardians import pages
from companion.games.guardians.content.dice import COMBAT, POWER
from companion.games.guardians.content.kinds import ATTACK, DEFENSE, HEALTH
from companion.games.guardians.face.foretell import made
from companion.games.guardians.face.stakes import stakes_of, where_of
from companion.games.guardians.face.words import said
from companion.games.guardians.play.attack import damage_of
from companion.games.guardians.play.goals import HERO_ARTICLE
from companion.games.guardians.play.harm import SECOND_WOUND, THIRD_WOUND
from companion.games.guardians.play.turns import FIRST_BY_ROLL
from companion.games.guardians.play.values import INNATE, attack_effects, current, effects_on, more_dice, pool_of, value
from companion.games.guardians.scenario import MENACE, Objective
from companion.games.guardians.state import Figure, Phase, State

REACTIONS = frozenset({"brace", "absorb", "sidestep", "counter", "guard"})
WEAKNESS = "GC-CARD-27"
BY_OBJECTIVE = ("GC-TURN-13", "GC-SOLO-10")


def is_silent(event: object) -> bool:
    """Whether the log leaves the event out: the cards that are turned over say that the Activation began."""
    return isinstance(event, ev.PhaseBegan) and event.phase == Phase.ACTIVATION


def event_words(before: State, state: State, event: object, lang: str) -> Told | None:
    """Tell the event; ``None`` where its own words are enough."""
    match event:
        case ev.Activated(piece, actions):
            return Phrase("event.Activated.in_turn", {"turn": state.flow.round, "piece": Name(piece), "count": actions})
        case ev.PhaseBegan(phase):
            return Phrase("event.PhaseBegan.in_turn", {"turn": state.flow.round, "phase": Word("phase", phase)})
        case ev.MissionDrawn(piece, face):
            words = {"piece": Name(piece), "face": face, "mission": _mission(state, piece, face, lang)}
            return Phrase("event.MissionDrawn.told", words) if words["mission"] else None
        case pages.MissionAchieved(piece):
            mission = _mission(state, piece, state.who(piece).mission, lang)
            return Phrase("event.MissionAchieved.told", {"piece": Name(piece), "mission": mission}) if mission else None
        case ev.ModifierPlaced(piece, stat, amount):
            words = {"piece": Name(piece), "amount": f"{amount:+d}", "stat": Name(stat)}
            return Phrase("event.ModifierPlaced", words)
        case ev.Healed(piece, amount, rule) if rule == WEAKNESS:
            words = {"count": amount, "card": Name(_weakness(state, piece)), **_health(state, piece)}
            return Phrase("event.Healed.weakness", words)
        case ev.Healed(piece, amount):
            return Phrase("event.Healed", {"count": amount, **_health(state, piece)})
        case ev.WoundDrawn(piece, card, discarded):
            words = {"card": Name(card), "count": discarded, "limit": state.table.wound_limit}
            return Phrase(f"event.WoundDrawn.{'told' if card else 'hidden'}", words | _health(state, piece))
        case ev.KnockedOut(piece, rule=rule) if rule in (THIRD_WOUND, SECOND_WOUND):
            return Phrase("event.KnockedOut.wounds", {"piece": Name(piece), "limit": state.table.wound_limit})
        case ev.ActivationEnded(piece, lost) if lost:
            return Phrase("event.ActivationEnded.unused", {"piece": Name(piece), "count": lost})
        case ev.Damaged(piece, amount):
            return _damaged(state, piece, amount)
        case ev.Moved(piece, to):
            return _shifted(before, "Moved", piece, to)
        case ev.Pushed(piece, to):
            return _shifted(before, "Pushed", piece, to)
        case ev.FigurePlaced(piece, at=at):
            return Phrase("event.FigurePlaced", {"piece": Name(piece), "at": Name(zone_of(at))})
        case ev.DoorChanged(door, now) if len(parted := sorted(state.ground.door_zones(door))) == 2:
            words = {"door": Name(door), "now": Word("way", now), "start": Name(parted[0]), "to": Name(parted[1])}
            return Phrase("event.DoorChanged.between", words)
        case ev.AttackLaunched():
            return _launched(state, event)
        case ev.AttackResult():
            return _result(before, event)
        case ev.PowerPlayed() if event.verb:
            return _answered(state, event)
        case ev.TestRolled():
            return _tested(state, event)
        case ev.StoryCounted(what, count) if (aimed := _counting(state, what)) is not None:
            words = {"objective": Name(aimed.id), "count": count, "needed": aimed.when.at_least}
            return Phrase("event.StoryCounted.ends" if aimed.ends else "event.StoryCounted.of", words)
        case ev.CardsRevealed(piece, (), ()):
            return Phrase("event.CardsRevealed.none", {"piece": Name(piece)})
        case ev.InitiativeSettled():
            return _initiative(event, state.flow.round)
        case pages.ObjectiveMet(side, objective) if side == MENACE and _ends(state, objective):
            return Phrase("event.ObjectiveMet.menace", {"objective": Name(objective)})
        case pages.ArticleWon(side, article):
            points = f"{state.scenario.articles[article].value:+d}"
            return Phrase("event.ArticleWon.told", {"side": Name(side), "article": Name(article), "points": points})
        case pages.HeroArticlePlaced(side, piece, face):
            words = {"side": Name(side), "piece": Name(piece), "face": Name(face)}
            return Phrase("event.HeroArticlePlaced.told", words | {"points": f"{HERO_ARTICLE[face]:+d}"})
    return None


def _shifted(before: State, how: str, piece: PieceId, to: SpaceId) -> Told:
    """Tell where a figure came to, by its zone: nobody counts the spaces of one."""
    zone = zone_of(to)
    is_within = before.who(piece).zone == zone
    return Phrase(f"event.{how}.within" if is_within else f"event.{how}", {"piece": Name(piece), "to": Name(zone)})


def _log(state: State) -> Sequence[object]:
    """Return what happened of the order that is carried out."""
    return state.work.log if state.work is not None else ()


def _answered(state: State, event: ev.PowerPlayed) -> Told | None:
    """Tell a reaction with what it does (GC-ATK-14); ``None``: no card has it."""
    card = state.content.cards.get(event.card)
    effects = card.special.effects if card is not None and card.special is not None else ()
    count = sum(effect.amount for effect in effects if effect.verb == event.verb)
    words = {"piece": Name(event.piece), "card": Name(event.card), "count": count}
    if event.verb not in REACTIONS or not effects:
        return None
    struck = next((one for one in reversed(_log(state)) if isinstance(one, ev.AttackLaunched)), None)
    is_all = event.verb == "absorb" and struck is not None and count >= _dealt(state, struck)
    return Phrase("event.PowerPlayed.absorb_all" if is_all else f"event.PowerPlayed.{event.verb}", words)


def _dealt(state: State, attack: ev.AttackLaunched) -> int:
    return damage_of(state, state.who(attack.piece), attack.manner, state.who(attack.target))


def _result(state: State, event: ev.AttackResult) -> Told | None:
    """Tell the result with the terms of a Defense that a reaction raised; ``None``: it is as it was declared."""
    own = [one for one in _log(state) if isinstance(one, ev.AttackLaunched | ev.PowerPlayed)]
    launched = next((one for one in reversed(own) if isinstance(one, ev.AttackLaunched)), None)
    if launched is None or launched.target != event.target or launched.defense == event.defense:
        return None
    answers = [one for one in own[own.index(launched) :] if isinstance(one, ev.PowerPlayed) and one.verb == "brace"]
    raised = f"{event.defense - launched.defense:+d}"
    terms = joined(", ", str(launched.defense), *(joined(" ", Name(one.card), raised) for one in answers[-1:]))
    words = {"successes": event.successes, "defense": joined("", str(event.defense), " (", terms, ")")}
    return Phrase("event.AttackResult" if event.hit else "event.AttackResult.hit", words)


def _lent(state: State, more: int) -> Told:
    """Tell whence further power dice come: the thing that was tried, or the answer that strikes back."""
    for one in reversed(_log(state)):
        match one:
            case ev.ObjectTried(object=source) | ev.PowerPlayed(card=source):
                return joined(" ", Name(source), f"{more:+d}")
    return ""


def _health(state: State, piece: PieceId) -> dict[str, object]:
    """Return the words of a figure's Health as it is now."""
    most = value(state, state.who(piece), HEALTH)
    return {"piece": Name(piece), "left": max(0, most - state.who(piece).damage), "most": most}


def _damaged(state: State, piece: PieceId, amount: int) -> Told:
    """Tell damage with the Health that is left; a main hero without any waits for a wound card (GC-WOUND-02..05)."""
    hurt, words = state.who(piece), {"count": amount, **_health(state, piece)}
    over = hurt.damage - value(state, hurt, HEALTH)
    how = "left" if over < 0 or not hurt.is_main else "wound" if over < amount else "more"
    return Phrase(f"event.Damaged.{how}", words)


def _launched(state: State, event: ev.AttackLaunched) -> Told:
    """Tell the attack with what its dice come from, and a DEFENSE that is not as printed by its terms."""
    figure, target = state.who(event.piece), state.who(event.target)
    attack, more = current(state, figure, ATTACK, in_attack=True), more_dice(state, figure, event.manner, target)
    printed = joined(" ", Word("slot", ATTACK), str(attack.printed))
    terms = {COMBAT: (printed, *_terms((*attack.parts, *more[COMBAT]))), POWER: _terms(more[POWER])}
    makes = pool_of(state, figure, event.manner, target)  # an object's dice come from none of these
    dice: list[Told] = []
    for kind, count in ((COMBAT, event.combat), (POWER, event.power)):
        if count:
            counted = Phrase(f"pool.{kind}", {"count": count})
            more_of = _lent(state, count - makes[kind]) if kind == POWER and count > makes[kind] else ""
            parts = [*terms[kind], *([more_of] if more_of else [])]
            is_made = parts and (count == makes[kind] or more_of)
            dice.append(joined("", counted, " (", joined(", ", *parts), ")") if is_made else counted)
    words = {"piece": Name(event.piece), "target": Name(event.target), "manner": Word("manner", event.manner)}
    words |= {"dice": joined(" + ", *dice) if dice else Phrase("pool.none"), "defense": event.defense}
    line = Phrase("event.AttackLaunched", words)
    number = made(state, target, DEFENSE) if event.defense == value(state, target, DEFENSE) else None
    defended = joined("", number, ".") if number else ""
    return joined(" ", line, defended, *_harder(state, figure, event.manner, target))


def _harder(state: State, figure: Figure, manner: str, target: Figure) -> Iterator[Told]:
    """Tell what a hit by that attack does, where that is not 1 damage (GC-ATK-10)."""
    effects = attack_effects(state, figure, "damage", manner, target)
    parts = _terms(tuple(plus(held.effect.amount, held.source, held.owner.id) for held in effects))
    if parts:
        count = damage_of(state, figure, manner, target)
        yield Phrase("attack.damage", {"count": count, "terms": joined(", ", "1", *parts)})


def _terms(parts: Sequence[Contribution]) -> tuple[Told, ...]:
    return tuple(
        Phrase("term_innate", {"piece": Name(part.piece), "amount": f"{part.amount:+d}"})
        if part.source == INNATE and part.piece is not None
        else Terms((part,))
        for part in parts
    )


def _tested(state: State, event: ev.TestRolled) -> Told:
    """Tell the test with who demands it, what came of it, and what would have come of it otherwise."""
    words: dict[str, object] = {
        "total": event.total,
        "limit": _limit(state, event),
        **event.told,
        "where": where_of(state, event),
    }
    line = Phrase("event.TestRolled", words | {"piece": Name(event.piece), "stat": Name(event.stat)})
    stakes = {is_won: tuple(stakes_of(state, event, passed=is_won)) for is_won in (event.passed, not event.passed)}
    how = ("brings", "stake") if event.passed else ("costs", "missed")
    parts = [
        Phrase(f"event.TestRolled.{key}", {"deeds": joined(", ", *deeds)})
        for key, deeds in zip(how, stakes.values(), strict=True)
        if deeds
    ]
    return joined(" ", line, *parts)


def _limit(state: State, event: ev.TestRolled) -> Told:
    """Tell the limit with its terms, where it is not the characteristic as printed (GC-TEST-12)."""
    figure = state.who(event.piece)
    number = current(state, figure, event.stat)
    helps = [held for held in effects_on(state, figure, "test_bonus") if held.effect.stat == event.stat]
    parts = (*number.parts, *(plus(held.effect.amount, held.source, held.owner.id) for held in helps))
    if not parts or event.limit == number.printed:
        return str(event.limit)
    terms = joined(", ", joined(" ", Word("slot", event.stat), str(number.printed)), *_terms(parts))
    return joined("", str(event.limit), " (", terms, ")")


def end_words(state: State) -> Told:
    """Tell the objective that ended the game; empty where none did."""
    ends = [one for one in state.scenario.objectives if one.ends and one.id in state.met]
    outcome = state.flow.outcome
    by = ends and outcome is not None and outcome.rule in BY_OBJECTIVE
    return Phrase("end_by", {"objective": Name(ends[0].id), "side": Name(ends[0].side)}) if by else ""


def _counting(state: State, what: str) -> Objective | None:
    """Return the objective that the count is about."""
    return next((one for one in state.scenario.objectives if one.when.counter == what), None)


def _ends(state: State, objective: str) -> bool:
    return any(one.ends for one in state.scenario.objectives if one.id == objective)


def _mission(state: State, piece: PieceId, face: str, lang: str) -> str:
    mission = state.sheet(state.who(piece)).missions.get(face)
    return said(mission.text, lang) if mission is not None else ""


def _weakness(state: State, piece: PieceId) -> str:
    """Return the hero's Weakness card: it has one (GC-CARD-25)."""
    hero = state.who(piece).hero
    return next((card.id for card in state.content.cards.values() if card.hero == hero and card.weakness), "")


def _initiative(event: ev.InitiativeSettled, turn: int) -> Told:
    """Tell the totals that decided: MENTAL only where SPEED is equal (GC-INIT-02..04)."""
    words = {"first": Name(event.first), "speed": _totals(event.speed), "mental": _totals(event.mental)}
    if len(event.speed) < 2:
        return Phrase("initiative.alone", words | {"speed": sum(total for _, total in event.speed)})
    how = (".rolled" if turn <= 1 else ".turned") if event.rule == FIRST_BY_ROLL else ""
    return Phrase(f"initiative.{event.rule}{how}", words)


def _totals(sums: Sequence[tuple[str, int]]) -> Told:
    return joined(", ", *(joined(" ", Name(side), str(total)) for side, total in sums))
