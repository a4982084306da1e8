"""The briefing while no figure is chosen: objectives and how far they are, tests, missions; a thing told.

sheet ─ nobody chosen ─> briefing        tap on a place or an object ─> what it is, what may be done there
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.core.ids import PieceId
from companion.core.phrases import Name, Phrase, Told, Word, joined, say
from companion.games.guardians.content.kinds import Deed, Test
from companion.games.guardians.face.view import GuardiansView
from companion.games.guardians.face.words import labelled, said
from companion.games.guardians.play.goals import HERO_ARTICLE, is_boss_out, parts_of
from companion.games.guardians.play.harm import BLUE, RED
from companion.games.guardians.scenario import MENACE, Objective
from companion.games.guardians.state import State

MEASURES = frozenset({"nearest", "weakest", "most_damaged"})  # words for one target among several


@dataclass(frozen=True, slots=True)
class Briefing:
    """A name, what stands beside it, and lines."""

    name: Told
    beside: Told
    lines: tuple[Told, ...]


def briefing(state: State, view: GuardiansView, side: str, lang: str) -> Briefing:
    """The scenario with its objectives, the own side's first, then the tests of its places, then own missions."""
    scenario = state.scenario
    objectives = sorted(scenario.objectives, key=lambda one: one.side != side)
    own = [figure.id for figure in view.figures if figure.mission and figure.side == side]
    lines = (
        _wins(state),
        *(_objective(state, objective, side) for objective in objectives),
        *_arrest(state),
        *(labelled(Name(site.id), _tests(state, site.tests)) for site in scenario.sites.values()),
        *_menace(state),
        *(mission_words(state, piece, lang) for piece in own),
    )
    last = Phrase("briefing.last", {"turn": scenario.last_turn}) if scenario.last_turn else ""
    return Briefing(said(scenario.names, lang) or scenario.name, last, lines)


def aims(state: State, own: str) -> list[Told]:
    """Return who wins; the objectives of every side, the own one's first; the articles for who passes the test of a
    place, and for who defeats the super-villain; when it is over at the latest.
    """
    objectives = sorted(state.scenario.objectives, key=lambda one: one.side != own)
    last = [Phrase("briefing.over", {"turn": state.scenario.last_turn})] if state.scenario.last_turn else []
    return [
        _wins(state),
        *(_objective(state, objective, "") for objective in objectives),
        *_tested(state),
        *_arrest(state),
        *last,
    ]


def _wins(state: State) -> Phrase:
    """Tell who wins, and by what (GC-PRESS-10, GC-SOLO-09)."""
    return Phrase("briefing.together" if state.table.is_solo else "briefing.wins")


def thing_told(state: State, view: GuardiansView, thing: str) -> Briefing | None:
    """Tell what lies on the board under that name: a place with its tests, or an object with its uses."""
    site = state.scenario.sites.get(thing)
    if site is not None:
        seen = next(one for one in view.sites if one.id == thing)
        tokens = [Phrase("briefing.tokens", {"count": count, "stat": Name(stat)}) for stat, count in seen.failures]
        passed = [Phrase("briefing.passed")] if seen.passed else []
        return Briefing(Name(thing), Name(site.at), (_tests(state, site.tests), *tokens, *passed))
    lying = next((one for one in view.objects if one.id == thing), None)
    if lying is None:
        return None
    card = state.content.objects[lying.type]
    uses = (("classic", card.classic), ("aggressive", card.aggressive))
    lines = tuple(Phrase(f"briefing.{use}", {"tests": _tests(state, (test,))}) for use, test in uses if test)
    return Briefing(Name(thing), Name(lying.at), lines)


def mission_words(state: State, piece: PieceId, lang: str) -> Told:
    """A hero's mission, how far it is, and what it brings."""
    hero = state.who(piece)
    mission = state.sheet(hero).missions[hero.mission]
    parts = list(parts_of(state, mission.when, hero.side, hero))
    far = " ✓" if hero.achieved else "".join(f" ({part.done}/{part.needed})" for part in parts if part.needed > 1)
    told = say("mission", hero=Name(hero.id), text=said(mission.text, lang) + far)
    return told if hero.out and not hero.achieved else joined(" · ", told, say("points", points=HERO_ARTICLE[BLUE]))


def mission_brings(state: State, piece: PieceId) -> Told:
    """Tell what a hero's mission brings, how far it is, and where it comes from (GC-PRESS-05, GC-PRESS-07)."""
    hero = state.who(piece)
    parts = parts_of(state, state.sheet(hero).missions[hero.mission].when, hero.side, hero)
    far = [Phrase("mission.far", {"done": min(part.done, part.needed), "needed": part.needed}) for part in parts]
    if hero.achieved or hero.out:
        far = [Phrase("mission.achieved" if hero.achieved else "mission.lost", {"hero": Name(hero.id)})]
    words = {"hero": Name(hero.id), "good": f"{HERO_ARTICLE[BLUE]:+d}", "bad": f"{HERO_ARTICLE[RED]:+d}"}
    return joined("\n", Phrase("mission.brings", words), *far, Phrase("mission.drawn"))


def _objective(state: State, objective: Objective, side: str) -> Told:
    """Tell an objective: whose it is, how far it is done, what it brings."""
    parts: list[Told] = [
        Phrase(
            f"goal.{part.field}",
            {"what": Name(part.what), "count": part.needed, "done": min(part.done, part.needed)},
        )
        for part in parts_of(state, objective.when, objective.side)
    ]
    article = _article(state, objective.article) if objective.article else ""
    is_end = objective.ends and (objective.side == MENACE or not state.table.is_solo)  # alone, only all together do
    told = joined("", joined(", ", *parts), article, Phrase("briefing.ends") if is_end else "")
    foe = objective.side == MENACE
    whose = () if objective.side == side else (Phrase("briefing.against_all") if foe else Name(objective.side), " · ")
    met = "✓ " if objective.id in state.met else ""
    return joined("", met, *whose, labelled(Name(objective.id), told))


def _tested(state: State) -> Iterator[Told]:
    """Generate the articles that the tests of places bring whoever passes them (GC-PRESS-02)."""
    for site in state.scenario.sites.values():
        won = (deed.what for test in site.tests for deed in test.success if deed.verb == "article")
        for article in dict.fromkeys(won):
            yield joined("", labelled(Name(site.id), Phrase("goal.passed")), _article(state, article))


def _arrest(state: State) -> Iterator[Told]:
    """The article for whoever defeats the super-villain (GC-PRESS-03)."""
    menace = state.scenario.menace
    if menace.arrest and menace.boss:
        words = {"what": Name(menace.boss), "count": 1, "done": int(is_boss_out(state))}
        told = labelled(Phrase("briefing.anybody"), Phrase("goal.knocked_out", words))
        yield joined("", told, _article(state, menace.arrest))


def _article(state: State, article: str) -> Phrase:
    points = state.scenario.articles[article].value
    return Phrase("briefing.article", {"article": Name(article), "count": points})


def _tests(state: State, tests: Sequence[Test]) -> Told:
    """Tell tests: which characteristic against how many dice, and what passing brings;
    several are a choice (GC-TEST-03).
    """
    told: list[Told] = []
    for test in tests:
        words = Phrase("briefing.test", {"stat": Name(test.stat), "count": test.difficulty})
        told.append(joined(" → ", words, *deeds_told(state, test.success)))
    chosen = [part for one in told for part in (Phrase("briefing.or"), one)]
    return joined("", *chosen[1:])


def _menace(state: State) -> Iterator[Told]:
    """Tell the villain's deeds at the end of each turn, and its reactions (GC-VILL-05)."""
    menace = state.scenario.menace
    if menace.end_of_turn:
        yield Phrase("briefing.end_of_turn", {"deeds": in_a_row(deeds_told(state, menace.end_of_turn))})
    for reaction in menace.reactions:
        deeds = in_a_row(deeds_told(state, reaction.do))
        yield Phrase(f"briefing.when.{reaction.when}", {"who": Name(reaction.who), "deeds": deeds})


def deeds_told(state: State, deeds: Sequence[Deed]) -> Iterator[Told]:
    """Deeds in words; a count that no objective is about is the scenario's own affair."""
    counted = {objective.when.counter for objective in state.scenario.objectives}
    for deed in deeds:
        if deed.verb != "count" or deed.what in counted:
            yield _deed(state, deed)


def in_a_row(deeds: Iterable[Told]) -> Told:
    """Tell deeds one after the other, as a sentence goes on with them."""
    *before, last = (*deeds,) or ("",)
    for deed in reversed(before):
        last = Phrase("briefing.deeds", {"deed": deed, "deeds": last})
    return last


def _deed(state: State, deed: Deed) -> Told:
    fields = {"who": deed.who, "target": deed.target or "any", "to": deed.to, "what": deed.what}
    words: dict[str, object] = {field: Word("aim", word, Name(word)) for field, word in fields.items()}
    words |= {"stat": Name(deed.stat), "amount": f"{deed.amount:+d}", "count": deed.amount}
    how = ".shut" if deed.verb == "door" and deed.amount <= 0 else ""
    if deed.verb == "attack" and deed.target in MEASURES:
        how = ".among"  # whom it cannot attack is none of them (GC-ATK-02, GC-ATK-03)
    told = Phrase(f"deed.{deed.verb}{how}", words)
    failed = [one for name in deed.failure for one in deeds_told(state, state.scenario.deeds[name])]
    return joined("", told, Phrase("briefing.failed", {"deeds": in_a_row(failed)})) if failed else told
