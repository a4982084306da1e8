"""Tables that are served, and the browser of a test's people."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.ui.web.browser import Come, Person
from tests.ui.web.hosting import Served, served
from tests.ui.web.tables import fight, quest


@pytest.fixture
def table() -> Iterator[Served]:
    """The sample fight, served."""
    with served(fight) as made:
        yield made


@pytest.fixture
def dungeon() -> Iterator[Served]:
    """The sample quest, served."""
    with served(quest) as made:
        yield made


@pytest.fixture
def come(chromium: Browser) -> Iterator[Come]:
    """People at pages; afterwards, no browser has complained."""
    people: list[Person] = []

    def make(served: Served, **settings: object) -> Person:
        person = Person(chromium, served, **settings)  # type: ignore[arg-type]
        people.append(person)
        return person

    yield make
    for person in people:
        person.close()
    assert [fault for person in people for fault in person.faults] == []
