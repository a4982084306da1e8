"""Every word that a page says by itself is in the catalogues: none is shown as its key."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.text.wording import LANGUAGES, Wording

SCRIPTS = sorted((Path(__file__).parents[3] / "ui" / "web" / "static").glob("*.js"))
SAID = re.compile(r"say\(([^()]*)\)")
MARKS = {"chosen", "target", "friend", "waiting", "done", "lying", "may_be_lifted"}  # of a figure, as a frame has them


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_knows_its_own_words(lang: str) -> None:
    asked = (key for file in SCRIPTS for said in SAID.findall(file.read_text()) for key in re.findall(r'"(\w+)"', said))
    known = Wording(lang).family("page")
    assert {*asked, *MARKS} - {"on", "connecting"} - {*known} == set()
    assert {"connecting", "lost"} <= {*known}
