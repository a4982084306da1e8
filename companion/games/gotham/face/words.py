"""Words of a mission: names, and numbers with the rule that each term comes from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import reduce
from itertools import takewhile

from companion.core.events import ChoiceMade, ChoiceRequested, DiceRequested
from companion.core.face import Cue, Telling
from companion.core.flow import ChoiceRequest
from companion.core.ids import PieceId, RequestId, ZoneId
from companion.core.phrases import Name, Phrase, Terms, Told, Word, joined, listed, say
from companion.core.pool import DIE
from companion.core.reckoning import Reckoning
from companion.games.gotham.attack.defense import ASKED as DEFENDS
from companion.games.gotham.attack.defense import printed_of
from companion.games.gotham.content import settings
from companion.games.gotham.content.names import called, plain
from companion.games.gotham.content.settings import ACTION_BOXES, AVAILABLE, DEFENSE, FATIGUE, REROLL
from companion.games.gotham.events import (
    ActionDeclared,
    ActionResolved,
    CommandTaken,
    CubesMoved,
    Exploded,
    FigureWent,
    MovementBegan,
    Reckoned,
    Regenerated,
    SeatFinished,
    SideTurnBegan,
    SkillUsed,
    StateDeclared,
    TargetDesignated,
    TaskDone,
    TileActivated,
    TokensAged,
    TokensPlaced,
    Wounded,
)
from companion.games.gotham.face.asking import excepted
from companion.games.gotham.face.roster import standing
from companion.games.gotham.figures import VILLAINS, Figure
from companion.games.gotham.state import HERO_TURN, End, State, Table
from companion.games.gotham.steps.base import THREAT, threats
from companion.games.gotham.wounds import ENDS, has_come

FAMILIES = ("figure", "term", "skill", "state", "tokens", "way")  # of the catalogues, whose words are names here
SILENT = frozenset(
    {"MissionSetUp", "DiceRequested", "ChoiceRequested", "Undertaken", "Finished", "WindowClosed", "Acted"}
    | {"PoolBuilt", "ActivationBegan", "WindowOpened"}
)
HEADINGS = frozenset({"RoundBegan", "SideTurnBegan", "TileActivated"})
SEQUELS = {  # told in one line with what came before
    "ActionDeclared": frozenset({"CubesMoved"}),
    "ActionResolved": frozenset({"Reckoned"}),
    "CubesMoved": frozenset({"ChoiceMade"}),
    "DiceReported": frozenset({"ChoiceMade", "CubesMoved"}),
    "Exploded": frozenset({"SkillUsed"}),
    "FigureWent": frozenset({"CubesMoved"}),
    "Neutralised": frozenset({"Wounded"}),
    "Reckoned": frozenset({"DiceReported", "Reckoned", "TargetDesignated"}),
    "Regenerated": frozenset({"SkillUsed"}),
    "SeatFinished": frozenset({"SeatFinished"}),
    "TargetDesignated": frozenset({"CubesMoved"}),
    "TokensPlaced": frozenset({"TokensPlaced"}),
    "Wounded": frozenset({"Reckoned", "SkillUsed"}),
}
DETAILS = frozenset({"MovementBegan", "MovementEnded", "TileActivationEnded"})
VALUES = {  # by which rule there are the places of a screen or a tile
    "life": "GO-BASE-FIG-06",
    "available": "GO-BASE-FIG-02",
    "movement": "GO-BASE-MOVE-01",
    "melee": "GO-BASE-ATK-02",
    "ranged": "GO-BASE-ATK-08",
    "manipulation": "GO-BASE-ACT-01",
    "thought": "GO-BASE-ACT-01",
    "defense": "GO-BASE-ATK-09",
    "reroll": "GO-BASE-ACT-05",
    "fatigue": "GO-BASE-TURN-03",
    "wounds": "GO-BASE-FIG-05",
}
PUSHED = "GO-PUSHLIMITS-01"
DEEDS = frozenset(ACTION_BOXES) - {DEFENSE, REROLL}  # the boxes that are paid into at the begin of an action
CARRYING = frozenset({"GO-BURST-01", "GO-CIRCULAR-01"})  # skills by which successes go on
COUNTED = ("GO-FLAME-01", "GO-TOXGAS-01", "GO-FROST-01", "GO-SMOKE-01", "GO-REGEN-01")  # the next line says how many
TOLD = (*COUNTED, "GO-COMMAND-01", "GO-BURST-01", "GO-CIRCULAR-01", "GO-BASE-ATK-09")  # or whom, or what for
_TOLD_NEXT = ("points", "cost", "wounds")  # numbers that the next line says too


def names_of(state: State, lang: str) -> dict[str, str]:
    """Zones, tasks, cards, tiles and figures by their names; several of one tile are numbered as their ids are."""
    content = state.content
    things = {str(zone): called(row.names, lang, zone) for zone, row in state.board.zones.items()}
    things |= {task: called(row.names, lang, task) for task, row in state.table.tasks.items()}
    things |= {card: called(row.names, lang, card) for card, row in content.cards.items()}
    things |= {sheet: called(row.names, lang, sheet) for sheet, row in content.sheets.items()}
    sheets = {figure.id: figure.sheets[0] for figure in state.figures}  # one name for all its tiles
    figures = {}
    for figure in state.figures:
        sheet, number = sheets[figure.id], figure.id.rpartition("-")[2]
        name, is_one = things.get(sheet) or plain(figure.id), list(sheets.values()).count(sheet) == 1
        figures[str(figure.id)] = name if is_one or not number.isdigit() else f"{name} {number}"
    return {**things, **figures}


def mission_name(state: State, lang: str) -> str:
    """Return the name of the scenario."""
    return called(state.table.names, lang, state.table.name)


def number_words(what: str, number: Reckoning) -> Phrase:
    """A number with its terms: 2, Martial Arts +2, Bind -1 = 3; without terms it is that number."""
    parts = tuple(sorted(number.parts, key=lambda part: part.replaces))
    told = joined(", ", str(number.printed), Terms(parts))
    key = "number_made" if parts else "number_plain"
    return say(key, what=Word("what", what), terms=told, value=number.value)


def option_words(request: ChoiceRequest, option: str) -> Told | None:
    """An option that is more than a name; ``None`` where it is one."""
    if option == "0" and request.optional:
        return say("pass")
    if request.purpose == DEFENDS:
        return say("cubes", count=int(option)) if int(option) else say("no_cubes")
    return None


def asks_about_dice(request: ChoiceRequest) -> bool:
    """Whether dice that lie on the table are chosen from."""
    return request.options[0].startswith(DIE)


def telling_of(state: State, event: object) -> Telling | None:
    """Return how a log tells a number that another line says too; ``None``: as anything else."""
    match event:
        case TileActivated(figures=0):
            return Telling.LINE
        case SeatFinished(seat=seat) if seat in state.seats_of(VILLAINS):
            return Telling.DETAIL
        case TokensAged(gone=()) | StateDeclared(state=settings.ACTIVE):  # who rests is a line; the others act
            return Telling.DETAIL
        case CubesMoved(to=to) if to == FATIGUE:  # what is recovered says how many lie there
            return Telling.DETAIL
    if not isinstance(event, Reckoned):
        return None
    is_told = event.value and event.what in _TOLD_NEXT
    return None if not is_told else Telling.DETAIL if event.terms else Telling.SILENT


def event_words(before: State, state: State, event: object) -> Told | None:
    """Tell what the event alone does not say: what wounds leave, whence successes come, where a grenade went off."""
    match event:
        case TaskDone(task=task, piece=piece):
            return _succeeded(state, piece, task)
        case Wounded(piece=piece, wounds=wounds, taken=taken) if taken == wounds and (hurt := state.find(piece)):
            paid = AVAILABLE in dict(event.cubes)
            words = {"count": wounds, "available": hurt.cubes_at(AVAILABLE)} | _left(state, hurt)
            if event.rule == PUSHED:
                return Phrase("event.Wounded.pushed", words)
            return Phrase("event.Wounded.paid" if paid else "event.Wounded.left", words)
        case CubesMoved(piece=piece, to=to, count=count, left=int(left)) if to == AVAILABLE:
            tired = state.who(piece).cubes_at(FATIGUE)
            words = {"piece": Name(piece), "count": count, "left": left, "tired": tired}
            return Phrase("event.CubesMoved.recovered" if tired else "event.CubesMoved.rested", words)
        case CubesMoved(piece=piece, to=to, count=count, left=int(left)) if to == REROLL:
            return Phrase("event.CubesMoved.rerolled", {"piece": Name(piece), "count": count, "left": left})
        case Regenerated(piece=piece, count=count) if healed := state.find(piece):
            return Phrase("event.Regenerated.healed", {"count": count} | _left(state, healed))
        case TokensPlaced():
            return _laid(before, state, event)
        case TargetDesignated(attacker=attacker, target=target, cards=()) if _goes_on(state, event):
            words = {"attacker": Name(attacker), "target": Name(target), "skill": Word("term", _asked_last(state))}
            return Phrase("event.TargetDesignated.carried", words)
        case TokensAged(gone=gone) if gone:
            return _gone(before, gone)
        case SideTurnBegan(phase=phase):
            return Phrase("event.SideTurnBegan.of_round", {"round": state.flow.round, "phase": Word("phase", phase)})
        case SeatFinished(seat=seat) if heroes := [one for one in state.standing() if one.seat == seat and one.is_hero]:
            return joined(" ", *map(_kept, heroes))
        case SeatFinished(seat=seat) if any(one.seat == seat and one.is_hero for one in state.figures):
            return ""  # whose heroes all fell
        case Reckoned(piece=piece, what="wounds", value=0):
            return Phrase("event.Reckoned.unhurt", {"piece": Name(piece)})
        case Reckoned(carried=True, value=value, terms=()) if value:
            return Phrase("event.Reckoned.left_over", _number(event))
        case Reckoned(carried=True, value=value, printed=left, terms=terms) if value:
            return Phrase("event.Reckoned.left_over_more", _number(event) | {"left": left, "added": Terms(terms)})
        case Reckoned(piece=piece, what="defense", value=0, terms=()) if not _has_thrown(state, piece):
            has_dice = printed_of(state, state.who(piece)) is not None
            return Phrase("event.Reckoned.unpaid" if has_dice else "event.Reckoned.defenseless", {"piece": Name(piece)})
        case Reckoned(piece=piece, terms=terms) if any(one.source == THREAT for one in terms):
            facing = threats(state, piece)
            who = listed(enemy.id for enemy in facing) if facing else ""
            return Phrase("event.Reckoned.facing" if who else "event.Reckoned", _number(event) | {"who": who})
        case Reckoned(what=what) if what in DEEDS or what == DEFENSE:
            return Phrase("event.Reckoned", _number(event))
        case SkillUsed(piece=piece, rule=rule) if rule == PUSHED:
            return Phrase("event.SkillUsed.push_limits", {"piece": Name(piece)})
        case CommandTaken(piece=piece, figures=figures) if figures:
            return Phrase(
                "event.CommandTaken.brought", {"piece": Name(piece), "figures": listed(figures), "count": len(figures)}
            )
        case Exploded(piece=piece, zone=zone, level=level) if _reaches_nobody(state, event):
            return Phrase("event.Exploded.nobody", {"zone": Name(zone), "level": level})
        case Exploded(piece=piece, zone=zone, level=level) if (aimed := _grenade(state, piece)) not in ("", zone):
            is_home = (thrower := state.find(piece)) is not None and thrower.zone == zone
            words = {"piece": Name(piece), "aimed": Name(aimed), "zone": Name(zone), "level": level}
            return Phrase("event.Exploded.home" if is_home else "event.Exploded.short", words)
        case TileActivated(tile=tile, figures=figures) if figures:
            owner = _first_tile(state, tile)
            words = {"round": state.flow.round, "phase": Word("phase", state.flow.phase), "tile": Name(tile)}
            key = "event.TileActivated.further" if owner else "event.TileActivated.of_round"
            return Phrase(key, words | {"piece": Name(owner or tile)})
    return None


def _reaches_nobody(state: State, event: Exploded) -> bool:
    """Whether an explosion where it was meant to be finds nobody: a grenade spares not even its thrower."""
    aimed = _grenade(state, event.piece)
    spared = event.piece if not aimed else ""
    return aimed in ("", event.zone) and all(one.id == spared for one in state.inside(event.zone))


def _laid(before: State, state: State, event: TokensPlaced) -> Told:
    """Tell a token with what it does to whom and for how long; of several in one zone each further one shortly."""
    words: dict[str, object] = {"kind": Word("tokens", event.kind), "zone": Name(event.zone)}
    last = next((one for one in reversed(_log(before)) if isinstance(one, TokensPlaced | Exploded)), None)
    if isinstance(last, TokensPlaced) and last.kind == event.kind:
        return Phrase(f"event.TokensPlaced.{'further' if last.zone == event.zone else 'elsewhere'}", words)
    turns = state.settings.token_turns
    by_round = Phrase("token_lasts.round", {"round": state.flow.round + turns - 1})
    words |= {"lasting": by_round if _ages_by_round(state) else Phrase("token_lasts", {"turns": turns})}
    words |= {"spared": excepted(state, event.kind)}
    die = ".thrown" if state.settings.danger_die else ""
    kind = f"event.TokensPlaced.{event.kind}"
    return Phrase("event.TokensPlaced", words, (f"{kind}{die}", kind))


def _gone(before: State, gone: Sequence[tuple[str, ZoneId]]) -> Told:
    """Tell the tokens that are gone, those alike together, with the round in which they were placed."""
    told = (
        Phrase(
            "token_in.several" if count > 1 else "token_in",
            {"kind": Word("tokens", kind), "zone": Name(zone), "count": count},
        )
        for (kind, zone), count in Counter(gone).items()
    )
    words: dict[str, object] = {"gone": listed(told)}
    placed = {before.flow.round - token.age for token in before.tokens if (token.kind, token.zone) in gone}
    oldest = min(placed, default=0)
    if oldest < 1 or not _ages_by_round(before):
        return Phrase("event.TokensAged.away", words)
    return Phrase("event.TokensAged.of_round", words | {"round": oldest})


def _ages_by_round(state: State) -> bool:
    return state.settings.token_ages == "round"


def _goes_on(state: State, event: TargetDesignated) -> bool:
    """Whether the successes left over from another attack of this order go on to that target."""
    return _asked_last(state) in CARRYING and any(
        isinstance(one, TargetDesignated) and one != event and one.attacker == event.attacker for one in _log(state)
    )


def _asked_last(state: State) -> str:
    """Return the rule of the last question that was answered: of a skill by which successes go on."""
    asked = {
        one.id: str(one.purpose) for event in _log(state) if isinstance(event, ChoiceRequested) for one in _of(event)
    }
    answers = (event.request for event in reversed(_log(state)) if isinstance(event, ChoiceMade))
    return asked.get(next(answers, RequestId("")), "")


def _of(event: ChoiceRequested) -> tuple[ChoiceRequest, ...]:
    return (event.request, *event.others)


def _log(state: State) -> Sequence[object]:
    """Return what happened of the order that is carried out."""
    return state.work.log if state.work is not None else ()


def _number(event: Reckoned) -> dict[str, object]:
    """Return the words of a number: of dice as many successes."""
    is_rolled = event.what in DEEDS or event.what == DEFENSE
    value: object = Phrase("counted.successes", {"count": event.value}) if is_rolled else event.value
    return {"piece": Name(event.piece), "what": Word("what", event.what), "value": value}


def _has_thrown(state: State, piece: PieceId) -> bool:
    """Whether the figure threw dice in the attack that is under way."""
    since = takewhile(lambda one: not isinstance(one, TargetDesignated), reversed(_log(state)))
    return any(isinstance(one, DiceRequested) and one.request.piece == piece for one in since)


def _left(state: State, figure: Figure) -> dict[str, object]:
    """Return the words of the wounds that a figure can still take."""
    left = standing(state, figure)
    return {"piece": Name(figure.id), "left": left.left, "most": left.most}


def _kept(hero: Figure) -> Told:
    """Tell with how many cubes a hero ends its turn."""
    words = {"piece": Name(hero.id), "count": hero.cubes_at(AVAILABLE)}
    return Phrase("event.SeatFinished.kept" if words.get("count") else "event.SeatFinished.spent", words)


def doer_of(state: State, event: object) -> PieceId | None:
    """Return who acts by the event in the heroes' turn, in which any of them may at any time."""
    if state.flow.phase != HERO_TURN:
        return None
    match event:
        case CubesMoved(piece=piece, start=start, to=to) if start == AVAILABLE and to in DEEDS:
            return piece
        case SkillUsed(piece=piece, rule=rule) if rule == PUSHED:
            return piece
        case TargetDesignated(attacker=piece) | ActionDeclared(piece=piece) | MovementBegan(piece=piece):
            return piece
        case FigureWent(piece=piece) if state.moving and state.moving.piece == piece and state.who(piece).is_hero:
            return piece
    return None


def _grenade(state: State, piece: PieceId) -> str:
    """Return the zone at which the figure throws a grenade just now; empty where it throws none."""
    thrown = (one for one in reversed(_log(state)) if isinstance(one, ActionDeclared) and one.piece == piece)
    declared = next(thrown, None)
    return declared.at if declared is not None and declared.what == "grenade" else ""


def tasks_asked(table: Table) -> list[str]:
    """Return the tasks that an end of the mission asks for; all of them where none says."""
    asked = [about for end in table.ends for word, about in end.when if word == "task"]
    return list(dict.fromkeys(asked)) or list(table.tasks)


def _succeeded(state: State, piece: PieceId, task: str) -> Told:
    """Tell a task that is done, and how many of those that are asked for are."""
    asked = tasks_asked(state.table)
    counted = {"done": len({*asked} & {*state.done}), "all": len(asked)} if task in asked else {}
    key = "event.TaskDone.counted" if counted else "event.TaskDone.unasked"
    return Phrase(key, {"piece": Name(piece), "task": Name(task), **counted})


def end_words(end: End, table: Table, *, is_met: bool) -> Told:
    """Tell an end of the mission: who wins by what, where that is, and whether it has come."""
    told = Phrase("end_when", {"winner": Word("side", end.winner), "when": when_words(end, table)})
    return joined("", "✓ " if is_met else "", told)


def why_over(state: State) -> Told:
    """Tell the end of the mission that has come first; empty where somebody ended the game otherwise."""
    end = next((end for end in state.table.ends if has_come(state, end)), None)
    outcome = state.flow.outcome
    return (
        Phrase("end_come", {"winner": Word("side", end.winner), "when": when_words(end)})
        if end and outcome and outcome.rule == ENDS
        else ""
    )


def when_words(end: End, table: Table | None = None) -> Told:
    """Tell the conditions of an end, all of which must hold; with a ``table`` where on it each is."""
    first, *others = (_condition(word, about, table) for word, about in end.when)
    return reduce(lambda told, one: Phrase("end_when.both", {"told": told, "one": one}), others, first)


def _condition(word: str, about: str, table: Table | None) -> Told:
    what = {"what": Word("side", about, Name(about))}
    zone = table.tasks[about].zone if table is not None and word == "task" else None
    return Phrase("end_when.task_in", what | {"zone": Name(zone)}) if zone else Phrase(f"end_when.{word}", what)


def _first_tile(state: State, tile: str) -> str | None:
    """Return the tile that names the figure to which this further one belongs."""
    return next((figure.sheets[0] for figure in state.figures if tile in figure.sheets[1:]), None)


def cue_of(event: object) -> Cue | None:
    """Whether an attack or a complex action obtained any successes."""
    if isinstance(event, ActionResolved):
        return Cue.HIT if event.succeeded else Cue.MISS
    if isinstance(event, Reckoned) and event.what in ("melee", "ranged"):
        return Cue.HIT if event.value else Cue.MISS
    return None
