"""A side's front page in words: articles by size, the heroes' own in the column, adverts in the gaps (GC-PRESS-11)."""

from __future__ import annotations

from companion.games.guardians.play.goals import score
from companion.games.guardians.state import State
from companion.painting.newspaper import FrontPage, Story
from companion.text.wording import Wording
from ui.presenters.guardians.words import names_of, said


def front_page(state: State, side: str, wording: Wording) -> FrontPage:
    """The page as it stands, for the painter."""
    names = names_of(state, wording.lang)
    articles = [state.scenario.articles[name] for name in state.side(side).articles]
    stories = tuple(
        Story(
            names.get(article.id, article.id),
            article.size,
            said(article.text, wording.lang),
            "bad" if article.value < 0 else "",
        )
        for article in articles
        if article.size != "advert"
    )
    column = tuple(
        Story(names[hero.id], "small", _told(state, hero.id, wording), "good" if hero.article == "blue" else "bad")
        for hero in state.figures
        if hero.side == side and hero.article
    )
    adverts = tuple(names[article.id] for article in state.scenario.articles.values() if article.size == "advert")
    scenario = state.scenario.names.get(wording.lang, state.scenario.name)
    line = wording.say(
        "paper.line",
        side=names.get(side, side),
        scenario=scenario,
        turn=state.flow.round,
        points=score(state, side),
    )
    return FrontPage(
        wording.word("paper", state.side(side).paper), line, stories, column, adverts, wording.say("paper.quiet")
    )


def _told(state: State, piece: str, wording: Wording) -> str:
    """What the hero's own article says: its mission, or its disgrace (GC-PRESS-05, GC-PRESS-07)."""
    hero = state.who(piece)
    mission = state.sheet(hero).missions.get(hero.mission)
    if hero.article == "red" or mission is None:
        return wording.say("paper.disgrace")
    return said(mission.text, wording.lang)
