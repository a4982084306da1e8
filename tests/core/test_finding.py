"""Stems, words that only look alike, typing errors and questions for a number, as a search hears them."""

from __future__ import annotations

import pytest

from companion.core.finding import STEMS, Glossary, Index, plain
from companion.games import SYSTEMS, search_of


def stem(lang: str, word: str) -> str:
    return STEMS[lang](plain(word))


@pytest.mark.parametrize(
    ("lang", "one", "other"),
    [
        ("fr", "piège", "piégé"),  # the trap, and who is trapped
        ("fr", "allonge", "allongé"),  # a long arm, and who lies on the ground
        ("fr", "porte", "porter"),  # the door
        ("fr", "portée", "porter"),
        ("fr", "jetons", "jet"),
        ("fr", "entre", "entrer"),
        ("fr", "potions", "pote"),
        ("fr", "coup", "couper"),
        ("fr", "devant", "devez"),
        ("fr", "droite", "droit"),
        ("fr", "sort", "sortir"),  # the spell
        ("fr", "dé", "de"),
        ("en", "die", "dies"),
        ("en", "lost", "LOS"),
        ("en", "building", "build"),
        ("en", "left", "leave"),
        ("en", "even", "evening"),
    ],
)
def test_words_that_look_alike_are_two(lang: str, one: str, other: str) -> None:
    assert stem(lang, one) != stem(lang, other)


@pytest.mark.parametrize(
    ("lang", "one", "other"),
    [
        ("fr", "action", "actions"),
        ("fr", "jeton", "jetons"),
        ("fr", "potion", "potions"),
        ("fr", "réussir", "réussite"),
        ("fr", "porte", "portes"),
        ("fr", "dé", "dés"),
        ("fr", "adjacent", "adjacentes"),
        ("fr", "volant", "volants"),
        ("fr", "mort", "mortes"),
        ("fr", "spécial", "spéciaux"),
        ("fr", "niveau", "niveaux"),
        ("en", "shot", "shots"),
        ("en", "parry", "parried"),
        ("en", "diagonal", "diagonally"),
        ("en", "died", "dying"),
        ("en", "die", "dice"),
        ("en", "building", "buildings"),
    ],
)
def test_the_forms_of_a_word_are_one(lang: str, one: str, other: str) -> None:
    assert stem(lang, one) == stem(lang, other)


def test_a_die_is_heard_in_a_french_question() -> None:
    texts = [("Le dé de piège", "On le lance.", "dé"), ("Les pièges", "Ils blessent.", "piège")]
    index = Index(Glossary("fr", ["dé, dés"]), texts)
    assert [number for _, number in index.search("quel dé")] == [0]


def test_no_typing_error_is_in_the_first_letter() -> None:
    index = Index(Glossary("fr", []), [("La maison", "Elle brûle.", "maison en feu")])
    assert index.search("a-t-il raison") == [], "reason is no house"
    assert index.search("la masion"), "the letters of a house, two of them swapped"


def test_a_name_finds_its_own_rule_before_those_under_it() -> None:
    texts = [("Scream: no cube", "It is not paid.", "scream cost"), ("Scream", "It wounds.", "loud voice")]
    assert [number for _, number in Index(Glossary("en", []), texts).search("what does scream do")] == [1, 0]


def test_how_many_is_answered_by_a_number() -> None:
    texts = [("Feats of a figure", "It has them all.", "feats"), ("Feats of a team", "It has 3 of them.", "feats")]
    glossary = Glossary("en", ["howmany, how many"])
    plainly, counted = (
        {number: score for score, number in Index(glossary, texts).search(asked)}
        for asked in ("feats", "how many feats")
    )
    assert counted[1] > counted[0]
    assert counted[1] / counted[0] > plainly[1] / plainly[0]


def test_endings_and_small_words_tell_neighbours_apart() -> None:
    """Stems are alike in both, and so are the lengths; the letters are not."""
    texts = [("One", "", "he is thrown over it"), ("Two", "", "he throws it over")]
    index = Index(Glossary("en", []), texts)
    assert next(number for _, number in index.search("thrown over it")) == 0
    assert next(number for _, number in index.search("throws it over")) == 1


@pytest.mark.parametrize("system", [row.id for row in SYSTEMS])
def test_to_fire_is_to_shoot_and_a_fire_burns(system: str) -> None:
    asked = search_of(system)._index("en")._asked
    assert asked("fire at him")[0] == asked("shoot him")[0] != asked("the fire burns")[0]
