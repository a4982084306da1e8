"""The page of devices by radio in a real window: everything can be touched and read, in both languages."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.table.observation import LinkState
from companion.text.wording import LANGUAGES
from tests.ui.screens.test_pages import pages, wrong_with  # noqa: F401
from tests.ui.test_airing import OPEN, TOWER, Standing
from ui.presenters.radio import OnAir

LOW = OnAir("mat-00000001", "Objectives of the harbour market", LinkState.DEGRADED, "battery-low", "0.3.0")


@pytest.mark.parametrize(("size", "text"), [((1280, 800), 1.0), ((800, 1280), 1.5), ((1920, 1200), 2.0)])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_of_devices_by_radio_is_lawful(
    pages: Any,  # noqa: F811
    lang: str,
    size: tuple[int, int],
    text: float,
) -> None:
    screen = pages(lang, size, text)
    shop = screen.evening._shop
    shop._look = lambda: None  # whoever is plugged into this machine is not part of it
    shop.radio = Standing(replace(OPEN, devices=(TOWER, LOW, *OPEN.devices[1:])), is_on=True)
    for way in (("plugged",), ("plugged", "radio"), ("plugged", "radio", "admit")):
        screen.go(*way)
        assert wrong_with(screen) == []
    shop.radio = Standing()
