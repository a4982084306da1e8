"""Goals: objectives, missions, articles, and the end of the game (GC-PRESS, GC-TURN-12, -13).

after every action ── met? ─> ObjectiveMet, ArticleWon ── ends? ─> scores ─> GameEnded (GC-AMB-36)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.core.events import GameEnded
from companion.core.flow import Outcome
from companion.core.ids import RuleId
from companion.core.procedure import Teller
from companion.games.guardians import pages
from companion.games.guardians.content.kinds import Condition, Kind
from companion.games.guardians.play.harm import BLUE
from companion.games.guardians.scenario import MENACE, Objective
from companion.games.guardians.state import Figure, State

HERO_ARTICLE = {"blue": 1, "red": -1}  # GC-PRESS-14


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a condition: which field it is, of what, how far it is, how far it must be."""

    field: str
    what: str
    done: int
    needed: int


def holds(state: State, when: Condition, side: str, hero: Figure | None = None) -> bool:
    """Whether a condition holds for a side, or for a hero whose mission it is."""
    return all(part.done >= part.needed for part in parts_of(state, when, side, hero))


def parts_of(state: State, when: Condition, side: str, hero: Figure | None = None) -> Iterator[Part]:
    """Generate the progress of each part of a condition, for a side or for the hero whose mission it is."""
    if when.knocked_out:
        by = f" {side if when.by == 'own' else when.by}" if when.by else ""
        name = f"out {when.knocked_out}{by}"
        done = hero.count(hero.tally, "knockouts") if hero and when.knocked_out == "enemies" else state.counter(name)
        yield Part("knocked_out", when.knocked_out, done, when.at_least)
    if when.counter:
        done = hero.count(hero.tally, when.counter) if hero else state.counter(when.counter)
        yield Part("counter", when.counter, done, when.at_least)
    if when.passed:
        yield Part("passed", when.passed, state.counter(f"passed {when.passed}"), when.at_least)
    if when.at:
        there = (one for one in state.in_play() if when.at in (one.at, one.zone))
        yield Part("at", when.at, sum(one.id == hero.id if hero else one.side == side for one in there), when.count)
    if when.turn:
        over = state.flow.round > when.turn or (state.flow.round == when.turn and state.flow.phase == "end_of_turn")
        yield Part("turn", "", when.turn if over else min(state.flow.round, when.turn - 1), when.turn)
    if when.removed:
        yield Part("removed", when.removed, int(not state.is_there(when.removed)), 1)
    if when.nobody_left:
        yield Part("nobody_left", when.nobody_left, int(not any(state.left(when.nobody_left))), 1)


def page_of(state: State, side: str) -> Iterator[tuple[str, int, str]]:
    """Generate the entries of a side's front page: an article or a hero, its points, and the rule."""
    arrest = state.scenario.menace.arrest
    for article in state.side(side).articles:
        yield article, state.scenario.articles[article].value, "GC-PRESS-03" if article == arrest else "GC-PRESS-02"
    for figure in state.figures:
        if figure.side == side and figure.article:
            blue = figure.article == BLUE
            yield figure.id, HERO_ARTICLE[figure.article], "GC-PRESS-05" if blue else "GC-PRESS-07"


def score(state: State, side: str) -> int:
    """The sum of a side's articles (GC-PRESS-01, GC-PRESS-10, GC-PRESS-11)."""
    return sum(points for _, points, _ in page_of(state, side))


def settle(t: Teller[State], by_hand: str = "") -> None:
    """Tell what has been achieved, and end the game where that ends it (GC-AMB-36, GC-PRESS-13, GC-SOLO-10).

    ``by_hand``: the objective that the table says is completed.
    """
    if t.state.flow.outcome is not None:
        return
    _missions(t)
    _arrest(t)
    ending: Objective | None = None
    for objective in t.state.scenario.objectives:
        is_met = objective.id == by_hand or holds(t.state, objective.when, objective.side)
        if objective.id not in t.state.met and is_met:
            rule = RuleId("GC-VILL-10" if objective.side == MENACE else "GC-PRESS-02")
            t.tell(pages.ObjectiveMet(objective.side, objective.id, rule))
            if objective.article:
                give(t, objective.side, objective.article, "GC-PRESS-02")
            ending = ending or (objective if objective.ends else None)
    if t.state.table.is_solo:
        _settle_alone(t, is_villains=ending is not None and ending.side == MENACE)
    elif ending is not None:
        finish(t, RuleId("GC-TURN-13"))


def _settle_alone(t: Teller[State], *, is_villains: bool) -> None:
    """End a game against the villain: by its objective, the heroes' victory, the last hero's knock-out."""
    if is_villains:
        finish(t, RuleId("GC-SOLO-10"))  # before the heroes' own, where both come at once (GC-SOLO-11)
    elif any(has_won_alone(t.state, camp) for camp in t.state.camps):
        finish(t, RuleId("GC-SOLO-09"))
    elif not any(t.state.heroes()):
        finish(t, RuleId("GC-WOUND-18"))  # GC-AMB-40


def _missions(t: Teller[State]) -> None:
    """Place the blue article of whoever achieved its mission (GC-PRESS-05, GC-PRESS-06)."""
    for hero in t.state.heroes():
        mission = t.state.sheet(hero).missions.get(hero.mission)
        if mission is not None and not hero.achieved and holds(t.state, mission.when, hero.side, hero):
            achieve(t, hero)


def achieve(t: Teller[State], hero: Figure) -> None:
    """Tell that a hero achieved its mission, and place its blue article, whatever befalls it later (GC-AMB-06)."""
    t.tell(pages.MissionAchieved(hero.id))
    if not hero.article:
        t.tell(pages.HeroArticlePlaced(hero.side, hero.id, BLUE, RuleId("GC-PRESS-05")))


def counters_of(state: State) -> tuple[str, ...]:
    """The counters of the story that something looks at or counts (GC-VILL-10)."""
    scenario = state.scenario
    lists = [*scenario.deeds.values(), scenario.menace.end_of_turn, *(one.do for one in scenario.menace.reactions)]
    lists += [test.success + test.failure for site in scenario.sites.values() for test in site.tests]
    counted = [deed.what for deeds in lists for deed in deeds if deed.verb == "count"]
    looked_at = [objective.when.counter for objective in scenario.objectives if objective.when.counter]
    return tuple(dict.fromkeys((*looked_at, *counted)))


def _arrest(t: Teller[State]) -> None:
    """Give the article about the super-villain's arrest to the side that defeated it (GC-PRESS-03, GC-AMB-43)."""
    article = t.state.scenario.menace.arrest
    if article and t.state.beaten_by in t.state.camps:
        give(t, t.state.beaten_by, article, "GC-PRESS-03")


def give(t: Teller[State], side: str, article: str, rule: str) -> None:
    """Add an article to a side's front page, once; the villain's side has no paper (GC-PRESS-04)."""
    held = {one for camp in t.state.sides for one in camp.articles}
    if side in t.state.camps and article not in held:
        t.tell(pages.ArticleWon(side, article, RuleId(rule)))


def finish(t: Teller[State], rule: RuleId, winner: str = "") -> None:
    """End the game: the higher front page wins (GC-SETUP-01, GC-PRESS-10, GC-TURN-12, GC-PRESS-12)."""
    state = t.state
    scores = {camp: score(state, camp) for camp in state.camps}
    best = max(scores.values())
    winners = [camp for camp, points in scores.items() if points == best]
    if state.table.is_solo:
        winners = [camp for camp in state.camps if rule != "GC-SOLO-10" and has_won_alone(state, camp)]
        rule = rule if rule == "GC-SOLO-10" else RuleId("GC-SOLO-09")
    elif winner:
        winners, rule = [winner], RuleId("GC-VILL-10") if winner == MENACE else rule
    elif len(winners) > 1:  # GC-AMB-33
        winners = [state.scenario.tie] if state.scenario.tie in winners else []
    seats = tuple(seat for camp in winners for seat in state.table.seats_of.get(camp, ()))
    points = tuple((seat, scores[camp]) for camp in state.camps for seat in state.table.seats_of[camp])
    t.tell(GameEnded(Outcome(seats, rule, points)))


def has_won_alone(state: State, side: str) -> bool:
    """Whether the heroes have both articles of their camp and all its objectives, in whatever order they came
    (GC-SOLO-09, GC-AMB-24).
    """
    own = [objective for objective in state.scenario.objectives if objective.side == side]
    wanted = {objective.article for objective in own} | {state.scenario.menace.arrest}
    has_articles = wanted - {""} <= set(state.side(side).articles)
    return bool(own) and has_articles and all(one.id in state.met for one in own) and any(state.heroes(side))


def is_boss_out(state: State) -> bool:
    """Whether the villain whose MENACE sheet it is was knocked out; every super-villain where none is named
    (GC-VILL-07).
    """
    boss = state.find(state.scenario.menace.boss)
    villains = [boss] if boss is not None else [one for one in state.figures if one.kind is Kind.SUPER_VILLAIN]
    return bool(villains) and all(one.out for one in villains)
