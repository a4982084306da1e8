"""A record as one page that plays itself, in a real browser, from a file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from companion.errors import InputError
from tests.patience import PATIENCE_MS
from ui.cli.records import open_record
from ui.cli.theatre import write_theatre
from ui.presenters.games import names_of_games

RECORDS = Path(__file__).parents[2] / "records"
PLAYABLE = [path for path in sorted(RECORDS.glob("*.record")) if path.stem.partition("-")[0] in names_of_games()]
CLIX, QUEST = RECORDS / "heroclix-core.record", RECORDS / "heroquest-nextlevel.record"


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A page that loads nothing from anywhere."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, offline=True)
    context.set_default_timeout(PATIENCE_MS)
    made = context.new_page()
    faults: list[str] = []
    made.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)
    made.on("pageerror", lambda fault: faults.append(str(fault)))
    yield made
    context.close()
    assert faults == []


@pytest.mark.slow
def test_it_plays_scrubs_and_checks_its_seals(tmp_path: Path, page: Page) -> None:
    out = tmp_path / "evening.html"
    write_theatre(CLIX, out, None)
    page.goto(out.as_uri())
    page.wait_for_selector(".seal.holds")
    game = open_record(CLIX)
    assert f"Nobody changed this record: its {len(game.records)} lines" in page.locator(".seal").inner_text()
    assert game.head[:16] in page.locator(".seal").inner_text()
    assert page.locator(".board svg").count() == 2
    page.get_by_label("Speed").select_option("8")
    page.get_by_label("Play", exact=True).click()
    page.wait_for_function("() => Number(document.querySelector('input').value) > 2")
    page.get_by_label("Pause").click()
    page.get_by_label("Place in the game").fill("5")
    said = page.locator(".says").inner_text()
    assert said and said == page.locator(".lines [aria-current]").inner_text().replace("\n", " ")
    page.get_by_role("button", name="Français").click()
    page.wait_for_function("() => document.documentElement.lang === 'fr'")


@pytest.mark.slow
def test_an_altered_line_is_found(tmp_path: Path, page: Page) -> None:
    out = tmp_path / "evening.html"
    write_theatre(CLIX, out, None)
    text = out.read_text(encoding="utf-8")
    altered = re.sub(r'(\\"at\\":\d+)(\d)', lambda found: found[1] + str(9 - int(found[2])), text, count=1)
    assert altered != text
    out.write_text(altered, encoding="utf-8")
    page.goto(out.as_uri())
    page.wait_for_selector(".seal.broken")
    assert "line 1" in page.locator(".seal").inner_text()


@pytest.mark.slow
def test_a_quest_is_told_as_onlookers_saw_it(tmp_path: Path) -> None:
    """No trap and no monster that was never found is named anywhere in the file; the master's page has them all."""
    game = open_record(QUEST)
    write_theatre(QUEST, tmp_path / "all.html", None)
    write_theatre(QUEST, tmp_path / "master.html", "master")
    state = game.history.state
    hidden = [trap.id for trap in state.traps if trap.status == "hidden"]
    hidden += [figure.id for figure in state.characters if not figure.revealed]
    assert len(hidden) > 5
    told, whole = ((tmp_path / name).read_text(encoding="utf-8") for name in ("all.html", "master.html"))
    assert [name for name in hidden if re.search(rf"{name}\b", told)] == []
    assert [name for name in hidden if not re.search(rf"{name}\b", whole)] == []


@pytest.mark.long
@pytest.mark.parametrize("record", PLAYABLE, ids=lambda path: path.stem)
def test_every_game_can_be_looked_on_from_its_first_line_to_its_last(record: Path, tmp_path: Path) -> None:
    write_theatre(record, tmp_path / "evening.html", None)
    assert (tmp_path / "evening.html").stat().st_size < 12_000_000


def test_a_side_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="--side: found 'dragons', expected one of heroes, master"):
        write_theatre(QUEST, tmp_path / "no.html", "dragons")
    assert not (tmp_path / "no.html").exists()


@pytest.mark.slow
@pytest.mark.rule("HQ-GEN-05")
def test_what_everybody_has_left_stands_beside_the_board(tmp_path: Path, page: Page) -> None:
    """In the words of the roster; from one line to the next what changed is marked."""
    out = tmp_path / "evening.html"
    write_theatre(QUEST, out, None)
    page.goto(out.as_uri())
    page.wait_for_selector(".seal.holds")
    rows = page.locator(".standing li")
    assert all("Body " in row for row in rows.all_inner_texts()) and rows.count() == 4
    lines = page.locator(".lines button").all_inner_texts()
    lost = next(place for place, line in enumerate(lines) if re.search(r"^\w+ loses .* left\.$", line))
    page.get_by_label("Place in the game").fill(str(lost - 1))
    page.get_by_label("One line on").click()
    who, left, most = re.match(r"(\w+) loses .*: (\d+) of (\d+) left", lines[lost]).groups()  # type: ignore[union-attr]
    assert re.fullmatch(rf"\w+ {who} Body {left} of {most}.*", " ".join(page.locator(".changed").inner_text().split()))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["gotham-chronicles", "guardians-clash"])
def test_everybody_is_in_sight_on_a_small_laptop(name: str, tmp_path: Path, page: Page) -> None:
    """Of fourteen figures none is below the edge of the column, as the game begins and as it ends."""
    page.set_viewport_size({"width": 1280, "height": 800})
    out = tmp_path / "evening.html"
    write_theatre(RECORDS / f"{name}.record", out, None)
    page.goto(out.as_uri())
    page.wait_for_selector(".seal.holds")
    page.get_by_role("button", name="Français").click()  # the longer words
    slider, standing = page.locator("input[type=range]"), page.locator(".standing")
    for place in ("0", slider.get_attribute("max")):
        slider.fill(str(place))
        assert standing.evaluate("list => list.scrollHeight - list.clientHeight") <= 0


@pytest.mark.slow
def test_a_long_line_stands_longer(tmp_path: Path, page: Page) -> None:
    """As long as it takes to read, at the pace that the viewer chose."""
    out = tmp_path / "evening.html"
    write_theatre(QUEST, out, None)
    page.add_init_script(
        "window.waits = []; const late = setTimeout; setTimeout = (does, ms) => late(does, waits.push(ms) && ms)"
    )
    page.goto(out.as_uri())
    page.wait_for_selector(".seal.holds")

    def wait(place: int, pace: str) -> float:
        page.get_by_label("Place in the game").fill(str(place))
        page.get_by_label("Speed").select_option(pace)
        page.evaluate("waits.length = 0")
        page.get_by_label("Play", exact=True).click()
        page.get_by_label("Pause").click()
        return float(page.evaluate("waits[0]"))

    lines = page.locator(".lines button").all_inner_texts()
    inner = range(1, len(lines) - 1)
    short, long = (found(inner, key=lambda place: len(lines[place])) for found in (min, max))
    assert wait(long, "1") > 2 * wait(short, "1")
    assert wait(long, "2") == wait(long, "1") / 2


STEPPED = """() => {
  const forward = [...document.querySelectorAll(".controls button")][2], slider = document.querySelector("input");
  const counts = { steps: 0, gliding: 0, grounds: new Set() };
  while (Number(slider.value) < Number(slider.max)) {
    forward.click();
    counts.steps += 1;
    counts.gliding += document.getAnimations().some((one) => one.effect.getKeyframes()[0].transform) ? 1 : 0;
    counts.grounds.add(document.querySelector(".board svg"));
    document.getAnimations().forEach((one) => one.finish());
  }
  return [counts.steps, counts.gliding, counts.grounds.size];
}"""


@pytest.mark.slow
@pytest.mark.parametrize("wish", ["no-preference", "reduce"])
def test_who_moved_glides_and_the_ground_is_laid_once(tmp_path: Path, page: Page, wish: str) -> None:
    out = tmp_path / "evening.html"
    write_theatre(CLIX, out, None)
    page.emulate_media(reduced_motion="reduce" if wish == "reduce" else "no-preference")
    page.goto(out.as_uri())
    page.wait_for_selector(".seal.holds")
    steps, gliding, grounds = page.evaluate(STEPPED)
    assert (steps > 50, grounds) == (True, 1)
    assert (gliding > 0) == (wish == "no-preference")


SCREENS = [(1280, 800), (390, 844)]
OUTSIDE = """() => [...document.querySelectorAll(".board, .controls button, .controls input, .says")].filter((one) => {
  const { top, bottom } = one.getBoundingClientRect();
  return top < 0 || bottom > innerHeight;
}).map((one) => one.className || one.textContent)"""


@pytest.mark.slow
@pytest.mark.parametrize("screen", SCREENS, ids=lambda size: f"{size[0]}x{size[1]}")
def test_board_controls_and_line_stay_in_sight(tmp_path: Path, page: Page, screen: tuple[int, int]) -> None:
    """On a phone too, at any line of the game; the list of lines scrolls by itself, with its line in sight."""
    out = tmp_path / "evening.html"
    write_theatre(QUEST, out, None)
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    page.goto(out.as_uri())
    page.wait_for_selector(".seal.holds")
    assert "Objective: " in page.locator(".says").inner_text()
    places = set()
    for step in ("0", "7", "40", "90"):
        page.get_by_label("Place in the game").fill(step)
        assert page.evaluate("() => [scrollX, scrollY]") == [0, 0]
        assert page.evaluate(OUTSIDE) == [] or step == "0"
        seen = "() => { const l = document.querySelector('.lines'), c = l.querySelector('[aria-current]');"
        assert page.evaluate(
            f"{seen} return c.offsetTop >= l.scrollTop && c.offsetTop < l.scrollTop + l.clientHeight }}"
        )
        places.add(page.get_by_label("Play", exact=True).bounding_box()["y"])  # type: ignore[index]
    assert len(places) == 1 or screen[0] < 900, "the button stays under the finger"
