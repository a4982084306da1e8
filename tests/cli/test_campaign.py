"""``companion campaign``: begun, played, refused in words, ended; in a file, or this machine's own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command_line import companion


@pytest.mark.rule("GC-RANK-05", "GC-RANK-06", "GC-RANK-07", "GC-RANK-08", "GC-RANK-09", "GC-RANK-10")
def test_four_adventures_in_a_file(tmp_path: Path) -> None:
    file = ("--file", str(tmp_path / "c.json"))
    companion("campaign", "begin", "--hero", "anvil", "--hero", "oriel", "--seed", "7", *file)
    for adventure in range(4):
        companion("campaign", "set-out", "anvil", "oriel", *file)
        declines = ("--decline", "oriel") if not adventure else ()
        assert companion("campaign", "played", "--seed", "1", *declines, *file).status == 0
    anvil, oriel = (json.loads((tmp_path / "c.json").read_text())["heroes"][hero] for hero in ("anvil", "oriel"))
    assert (anvil["rank"], anvil["removed"], len(anvil["added"])) == ("hero", [], 2)
    assert (oriel["rank"], len(oriel["added"]), oriel["adventures"]) == ("hero", 1, 4)
    told = companion("campaign", "promote", "anvil", "--lang", "fr", *file).out.splitlines()
    assert told[0].startswith("Enclume : Vétéran · Aventures : 4 sur 4")
    assert companion("campaign", "promote", "oriel", *file).status == 2
    companion("campaign", "set-out", "oriel", *file)
    companion("campaign", "played", "--seed", "1", *file)
    assert "Adventures: 5 ·" in companion("campaign", "show", *file).out.splitlines()[1], "no 5 of 4: it goes on"


@pytest.mark.parametrize(
    ("order", "said"),
    [
        (("played", "--swap", "anvil=anvil-hammer:anvil-rust"), "expected a card to give away"),
        (("played", "--swap", "anvil"), "HERO=GIVE:TAKE"),
        (("played", "--decline", "oriel"), "expected one of those who were: anvil"),
        (("promote", "anvil"), "both its Veteran cards"),
        (("set-out", "briar"), "expected one of anvil, oriel"),
        (("begin",), "end it first"),
        (("end",), "--yes"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(tmp_path: Path, order: tuple[str, ...], said: str) -> None:
    file = ("--file", str(tmp_path / "c.json"))
    companion("campaign", "begin", "--hero", "anvil", "--hero", "oriel", "--seed", "7", *file)
    companion("campaign", "set-out", "anvil", *file)
    before = (tmp_path / "c.json").read_bytes()
    told = companion("campaign", *order, *file)
    assert told.status == 2 and said in told.err and len(told.err.splitlines()) == 1
    assert (tmp_path / "c.json").read_bytes() == before


def test_this_machines_own_is_the_tablets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert companion("campaign", "show").status == 2
    assert companion("campaign", "begin", "--hero", "briar").status == 0
    kept = json.loads((tmp_path / "tablewright" / "drafts" / "guardians-campaign.json").read_text())
    assert list(kept["heroes"]) == ["briar"]
    assert companion("campaign", "end", "--yes").status == 0
    assert companion("campaign", "show").status == 2


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "c.json").write_text("{}")
    told = companion("campaign", "show", "--file", str(tmp_path / "c.json"))
    assert told.status == 2 and "c.json" in told.err
