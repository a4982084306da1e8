"""Names beside sealed lines: what is hidden comes back, letter for letter, and without its name it is a number."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.naming import TOKEN, Names, holds

WORDS = st.text(min_size=1, max_size=12)
TEXTS = st.lists(WORDS, max_size=6).map(" ".join)


@pytest.mark.slow
@given(st.lists(WORDS, min_size=1, max_size=5), st.data())
def test_what_is_hidden_is_shown_again(people: list[str], data: st.DataObject) -> None:
    names = Names()
    names.add(people)
    parts = data.draw(st.lists(st.one_of(st.sampled_from(people), TEXTS), max_size=8))
    text = ", ".join(parts)
    assert names.shown(names.hidden(text)) == text
    for name in people:
        assert TOKEN.fullmatch(names.hidden(name)), "a name alone never stays"


@given(st.lists(WORDS, min_size=1, max_size=5, unique=True))
def test_another_record_learns_them_from_what_stands_beside(people: list[str]) -> None:
    ours, theirs = Names(), Names()
    ours.add(people)
    line = ours.hidden(people[0]).encode()
    aside = ours.beside(line, ())
    assert holds(line, aside)
    assert not holds(b"another line", aside)
    assert ours.beside(line, {line.decode()}) == b"", "kept already"
    assert theirs.shown(line.decode()) == "#1"
    theirs.learn(aside)
    assert theirs.shown(line.decode()) == people[0]


def test_a_part_of_a_word_is_no_name() -> None:
    names = Names()
    names.add(["Ann", "Ann Lee", "(Bo)"])
    hidden = names.hidden("Anna met Ann, Ann Lee and (Bo).")
    assert hidden.startswith("Anna met ~")
    assert len(TOKEN.findall(hidden)) == 3
    assert not any(name in hidden.replace("Anna", "") for name in ("Ann", "Lee", "Bo"))
