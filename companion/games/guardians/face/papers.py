"""A side's front page: articles by size, the heroes' own in the column, adverts in the gaps (GC-PRESS-11)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.ids import PieceId
from companion.core.phrases import Name, Phrase, Told, Word
from companion.games.guardians.face.words import said
from companion.games.guardians.play.goals import score
from companion.games.guardians.state import State


@dataclass(frozen=True, slots=True)
class Article:
    """An article: its name, its size on the page, its text, and whether it is ``good`` or ``bad`` news."""

    name: Told
    size: str
    text: Told
    mood: str = ""


@dataclass(frozen=True, slots=True)
class Paper:
    """A front page as it stands."""

    title: Told
    line: Told
    articles: tuple[Article, ...]
    column: tuple[Article, ...]
    adverts: tuple[Told, ...]


def paper_of(state: State, side: str, lang: str) -> Paper:
    """The page of a side."""
    articles = [state.scenario.articles[name] for name in state.side(side).articles]
    stories = tuple(
        Article(Name(article.id), article.size, said(article.text, lang), "bad" if article.value < 0 else "")
        for article in articles
        if article.size != "advert"
    )
    column = tuple(
        Article(Name(hero.id), "small", _told(state, hero.id, lang), "good" if hero.article == "blue" else "bad")
        for hero in state.figures
        if hero.side == side and hero.article
    )
    adverts = tuple(Name(article.id) for article in state.scenario.articles.values() if article.size == "advert")
    scenario = state.scenario.names.get(lang, state.scenario.name)
    words = {"side": Name(side), "scenario": scenario, "turn": state.flow.round, "points": score(state, side)}
    return Paper(Word("paper", state.side(side).paper), Phrase("paper.line", words), stories, column, adverts)


def _told(state: State, piece: PieceId, lang: str) -> Told:
    """Tell the hero's own article: its mission, or its disgrace (GC-PRESS-05, GC-PRESS-07)."""
    hero = state.who(piece)
    mission = state.sheet(hero).missions.get(hero.mission)
    if hero.article == "red" or mission is None:
        return Phrase("paper.disgrace" if hero.article == "red" else "paper.praise")
    news = said(mission.news, lang)
    return news if news else Phrase("paper.mission", {"text": said(mission.text, lang)})
