"""Pieces glide on pages, dials roll: every motion is held and stepped by hand, and none is begun for who wants none."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal, Protocol

import pytest
from playwright.sync_api import Browser, Page

from companion.painting.design import EASING, MOTION_MS, stylesheet

STATIC = Path(__file__).parents[3] / "ui" / "web" / "static"
LAYER = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" class="figures">%s</svg>"""
PIECE = """<g data-piece="%s" data-at="%d %d"><circle cx="%d" cy="%d" r="20"/>%s</g>"""
GAUGE = """<g class="left"><rect x="%d" y="%d" width="%d" height="6"/></g>"""
RELAID = """([layers, way]) => {
  const parsed = (text) => new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const read = (text) => document.importNode(parsed(text), true);
  const box = document.querySelector("#box");
  if (!box.firstElementChild) box.append(read(layers[0]));
  const held = () => document.getAnimations().forEach((one) => one.pause());
  window.go = (text) => { glide.relaid(box.firstElementChild, read(text), way); held(); };
  window.step = (share) => document.getAnimations().forEach((one) => {
    const whole = one.effect.getTiming().duration;
    if (share < 1) one.currentTime = share * whole; else one.finish();
  });
  window.where = (piece) => {
    const { e, f } = new DOMMatrix(getComputedStyle(box.querySelector(`[data-piece=${piece}]`)).transform);
    const [x, y] = box.querySelector(`[data-piece=${piece}]`).dataset.at.split(" ").map(Number);
    return [x + e, y + f];
  };
  go(layers[1]);
}"""


DIAL = """<svg class="dial" viewBox="0 0 200 200"><g class="window">
<rect x="45" y="45" width="110" height="110"/><text x="60" y="90">%s</text></g></svg>"""
ROLL = """() => {
  const [old, now] = document.querySelectorAll(".dial");
  old.remove();
  glide.roll(old, now);
  document.getAnimations().forEach((one) => one.pause());
}"""


def piece(name: str, x: int, y: int, left: int = 40) -> str:
    return PIECE % (name, x, y, x, y, GAUGE % (x - 20, y + 20, left) if left else "")


def layer(*pieces: str) -> str:
    return LAYER % "".join(pieces)


class Glass(Protocol):
    """Opens a page for who wants motion, or none."""

    def __call__(self, wish: Literal["no-preference", "reduce"] = "no-preference") -> Page: ...


@pytest.fixture
def glass(chromium: Browser) -> Iterator[Glass]:
    """A page with the look and the motion of every page; ``glass("reduce")``: for who wants none."""

    def opened(wish: Literal["no-preference", "reduce"] = "no-preference") -> Page:
        page = chromium.new_context(reduced_motion=wish).new_page()
        script = (STATIC / "glide.js").read_text(encoding="utf-8").replace("export function", "function")
        page.set_content(
            f"<style>{stylesheet()}{(STATIC / 'table.css').read_text()}</style><div class=bar></div><div id=box></div>"
        )
        page.add_script_tag(content=f"{script}; window.glide = {{ relaid, roll, lit, turn }};")
        return page

    yield opened


def test_a_piece_glides_in_a_straight_line_and_sets_out_again_from_where_it_is_drawn(glass: Glass) -> None:
    page = glass()
    before, after = (
        layer(piece("ada", 50, 50), piece("ben", 300, 300)),
        layer(piece("ada", 250, 150), piece("ben", 300, 300)),
    )
    page.evaluate(RELAID, [[before, after], []])
    assert page.evaluate("document.getAnimations().length") == 1
    assert page.evaluate("document.getAnimations()[0].effect.getTiming().duration") == MOTION_MS["glide"]
    assert page.evaluate("where('ada')") == [50, 50]
    page.evaluate("step(.5)")
    x, y = page.evaluate("where('ada')")
    assert 50 < x < 250 and x - 50 == pytest.approx(2 * (y - 50), abs=0.5)
    page.evaluate("text => go(text)", layer(piece("ada", 250, 350), piece("ben", 300, 300)))
    assert page.evaluate("where('ada')") == pytest.approx([x, y], abs=0.5)
    page.evaluate("step(1)")
    assert page.evaluate("where('ada')") == [250, 350]


def test_it_goes_the_way_that_was_drawn(glass: Glass) -> None:
    page = glass()
    layers = [layer(piece("ada", 50, 50)), layer(piece("ada", 250, 250))]
    page.evaluate(RELAID, [layers, [[50, 50], [50, 250], [250, 250]]])
    seen = []
    for share in range(10):
        page.evaluate("share => step(share)", share / 10)
        seen.append(page.evaluate("where('ada')"))
    assert all(x == pytest.approx(50, abs=0.5) or y == pytest.approx(250, abs=0.5) for x, y in seen)
    assert any(80 < y < 240 for _, y in seen) and any(60 < x < 240 for x, _ in seen)


def test_after_all_of_it_the_layer_is_the_one_without_motion(glass: Glass) -> None:
    page = glass()
    layers = [
        layer(piece("ada", 50, 50), piece("ben", 300, 300)),
        layer(piece("ada", 250, 50, 10), piece("cy", 100, 300)),
    ]
    page.evaluate(RELAID, [layers, []])
    page.evaluate("step(.5)")
    assert page.locator("#box .lost").count() == 1  # the gauge runs down
    assert page.locator("#box svg > g").count() == 3  # who goes fades
    page.evaluate("step(1)")
    page.wait_for_function("document.querySelectorAll('#box svg > g').length === 2 && !document.querySelector('.lost')")
    drawn = page.locator("#box").inner_html()
    page.evaluate("text => { document.querySelector('#box').innerHTML = text; }", layers[1])
    assert drawn == page.locator("#box").inner_html()


def test_who_wants_less_motion_gets_none(glass: Glass) -> None:
    page = glass("reduce")
    layers = [layer(piece("ada", 50, 50), piece("ben", 300, 300)), layer(piece("ada", 250, 50, 10))]
    page.evaluate(RELAID, [layers, []])
    assert page.evaluate("document.getAnimations().length") == 0
    assert page.evaluate("where('ada')") == [250, 50]
    assert page.locator("#box svg > g").count() == 1
    assert page.evaluate("getComputedStyle(document.querySelector('.bar')).transitionDuration") == "0s"


def test_the_window_of_a_dial_shows_the_old_click_and_the_new_one_alone(glass: Glass) -> None:
    """HC-DIAL-12."""
    page = glass()
    page.evaluate("text => { document.querySelector('#box').innerHTML = text; }", DIAL % 11 + DIAL % 9)
    page.evaluate(ROLL)
    assert page.locator("#box text").all_text_contents() == ["11", "9"]
    page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    page.wait_for_function("document.querySelectorAll('#box text').length === 1")
    assert page.locator("#box text").text_content() == "9"


def test_times_and_easing_come_from_one_place() -> None:
    css = stylesheet()
    assert f"--ease: cubic-bezier({', '.join(map('{:g}'.format, EASING))});" in css
    still = css.partition("prefers-reduced-motion: reduce")[2]
    for name, ms in MOTION_MS.items():
        assert f"--{name}: {ms}ms;" in css and f"--{name}: 0ms;" in still
    for sheet in [*STATIC.glob("*.css"), *STATIC.glob("*.js")]:
        assert "prefers-reduced-motion" not in sheet.read_text(encoding="utf-8"), sheet
