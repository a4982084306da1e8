"""What it is all about, while no figure is chosen: objectives and how far they are, tests, missions; a thing told.

sheet ─ nobody chosen ─> briefing        tap on a place or an object ─> what it is, what may be done there
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.guardians.content.kinds import Deed, Test
from companion.games.guardians.hidden.view import GuardiansView
from companion.games.guardians.play.goals import is_boss_out, parts_of
from companion.games.guardians.scenario import Objective
from companion.games.guardians.state import Figure, State
from ui.presenters.adapter import Look
from ui.presenters.guardians.words import labelled, said
from ui.presenters.models import DialModel


def briefing(state: State, view: GuardiansView, look: Look) -> DialModel:
    """The scenario with its objectives, the own side's first, then the tests of its places, then own missions."""
    scenario = state.scenario
    objectives = sorted(scenario.objectives, key=lambda one: one.side != look.side)
    own = [figure.id for figure in view.figures if figure.mission and figure.side == look.side]
    lines = [
        *(_objective(state, objective, look) for objective in objectives),
        *_arrest(state, look),
        *([look.wording.say("briefing.together")] if state.table.is_solo else ()),
        *(labelled(site.id, _tests(state, site.tests, look), look) for site in scenario.sites.values()),
        *_menace(state, look),
        *(mission_words(state, state.who(piece), look) for piece in own),
    ]
    name = said(scenario.names, look.wording.lang) or scenario.name
    last = look.wording.say("briefing.last", turn=scenario.last_turn) if scenario.last_turn else ""
    return DialModel(name, "", last, (), "", 0, tuple(filter(None, lines)))


def thing_sheet(state: State, view: GuardiansView, thing: str, look: Look) -> DialModel | None:
    """What lies on the board under that name: a place with its tests, or an object with its uses."""
    site, say = state.scenario.sites.get(thing), look.wording.say
    if site is not None:
        seen = next(one for one in view.sites if one.id == thing)
        tokens = [say("briefing.tokens", count=count, stat=look.name(stat)) for stat, count in seen.failures]
        passed = [say("briefing.passed")] if seen.passed else []
        lines = [_tests(state, site.tests, look), *tokens, *passed]
        return DialModel(look.name(thing), "", look.name(site.at), (), "", 0, tuple(lines))
    lying = next((one for one in view.objects if one.id == thing), None)
    if lying is None:
        return None
    card = state.content.objects[lying.type]
    uses = (("classic", card.classic), ("aggressive", card.aggressive))
    lines = [say(f"briefing.{use}", tests=_tests(state, (test,), look)) for use, test in uses if test]
    return DialModel(look.name(thing), "", look.name(lying.at), (), "", 0, tuple(lines))


def mission_words(state: State, hero: Figure, look: Look) -> str:
    """A hero's mission, and how far it is."""
    mission = state.sheet(hero).missions[hero.mission]
    parts = list(parts_of(state, mission.when, hero.side, hero))
    far = " ✓" if hero.achieved else "".join(f" ({part.done}/{part.needed})" for part in parts if part.needed > 1)
    return look.say("mission", hero=look.name(hero.id), text=said(mission.text, look.wording.lang) + far)


def _objective(state: State, objective: Objective, look: Look) -> str:
    """Whose it is, what is to be done and how far that is, what it brings."""
    say = look.wording.say
    parts = [
        say(f"goal.{part.field}", what=look.name(part.what), count=part.needed, done=min(part.done, part.needed))
        for part in parts_of(state, objective.when, objective.side)
    ]
    whose = "" if objective.side == look.side else f"{look.name(objective.side)} · "
    brings = [
        *([_article(state, objective.article, look)] if objective.article else ()),
        *([say("briefing.ends")] if objective.ends else ()),
    ]
    met = "✓ " if objective.id in state.met else ""
    return met + whose + labelled(objective.id, ", ".join([*parts, *brings]), look)


def _arrest(state: State, look: Look) -> Iterator[str]:
    """The article for whoever defeats the super-villain (GC-PRESS-03)."""
    menace = state.scenario.menace
    if menace.arrest and menace.boss:
        done = look.wording.say("goal.knocked_out", what=look.name(menace.boss), count=1, done=int(is_boss_out(state)))
        yield f"{done}, {_article(state, menace.arrest, look)}"


def _article(state: State, article: str, look: Look) -> str:
    points = state.scenario.articles[article].value
    return look.wording.say("briefing.article", article=look.name(article), points=f"{points:+d}")


def _tests(state: State, tests: Sequence[Test], look: Look) -> str:
    """Which characteristic against how many dice, and what passing brings; several are a choice (GC-TEST-03)."""
    told = []
    for test in tests:
        words = look.wording.say("briefing.test", stat=look.name(test.stat), count=test.difficulty)
        told.append(words + "".join(f" → {deed}" for deed in _deeds(state, test.success, look)))
    return look.wording.say("briefing.or").join(told)


def _menace(state: State, look: Look) -> Iterator[str]:
    """What the villain does at the end of each turn, and when it reacts (GC-VILL-05)."""
    menace = state.scenario.menace
    if menace.end_of_turn:
        yield look.wording.say("briefing.end_of_turn", deeds="; ".join(_deeds(state, menace.end_of_turn, look)))
    for reaction in menace.reactions:
        deeds = "; ".join(_deeds(state, reaction.do, look))
        yield look.wording.say(f"briefing.when.{reaction.when}", who=look.name(reaction.who), deeds=deeds)


def _deeds(state: State, deeds: Sequence[Deed], look: Look) -> Iterator[str]:
    """Deeds in words; a count that no objective is about is the scenario's own affair."""
    counted = {objective.when.counter for objective in state.scenario.objectives}
    for deed in deeds:
        if deed.verb != "count" or deed.what in counted:
            yield _deed(state, deed, look)


def _deed(state: State, deed: Deed, look: Look) -> str:
    fields = {"who": deed.who, "target": deed.target or "any", "to": deed.to, "what": deed.what}
    words = {field: _meant(word, look) for field, word in fields.items()}
    key = f"deed.{deed.verb}" + (".shut" if deed.verb == "door" and deed.amount <= 0 else "")
    told = look.wording.say(key, **words, stat=look.name(deed.stat), amount=f"{deed.amount:+d}", count=deed.amount)
    failed = [told for name in deed.failure for told in _deeds(state, state.scenario.deeds[name], look)]
    return told + (look.wording.say("briefing.failed", deeds="; ".join(failed)) if failed else "")


def _meant(word: str, look: Look) -> str:
    """Whom or what a word of a deed means: a figure, a place, or who fits a description."""
    key = f"aim.{word}"
    return look.wording.say(key) if look.wording.has(key) else look.name(word)
