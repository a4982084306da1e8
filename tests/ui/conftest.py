"""One browser for all pages: a process can drive no more than one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.ui.web.browser import browser


@pytest.fixture(scope="session")
def started_browser() -> Iterator[Browser]:
    with browser() as made:
        yield made


@pytest.fixture
def chromium(started_browser: Browser) -> Iterator[Browser]:
    """The browser without a page; a page that stayed open would go on asking a server that is gone, and draw."""
    yield started_browser
    for context in started_browser.contexts:
        context.close()
