"""``companion campaign``: a campaign of Guardians' Chronicles between evenings, this machine's own or one in a file.

begin ──> set-out HERO… ──an evening──> played --swap HERO=GIVE:TAKE --decline HERO ──> … four times ──> promote HERO
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.documents import load_document
from companion.errors import InputError
from companion.files import write_file
from companion.text.wording import Wording, told
from ui.cli.front import command as _command
from ui.cli.front import example
from ui.cli.front import group as _group
from ui.cli.text import language
from ui.library import Library

if TYPE_CHECKING:
    from companion.games.guardians.face.careers import Campaign, Career

_HELP = """Keep a campaign of Guardians' Chronicles: who is what, which cards came and went.

Without --file it is the one that the tablet plays on this machine. A Rookie may give one of its Rookie cards for a
card of its own after each adventure; a hero gets a Veteran card; whoever declines keeps its cards.

Example:

\b
  companion campaign begin --file campaign.json --hero anvil --hero oriel --seed 7
  companion campaign set-out anvil oriel --file campaign.json
  companion campaign played --file campaign.json --decline oriel
  companion campaign show --file campaign.json
"""
_FILE = click.option("--file", "file", type=click.Path(path_type=Path), help="Keep it in this file instead.")
_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
_SEED = click.option("--seed", type=click.IntRange(0), help="Of the cards that are drawn (default: by chance).")


@_group("campaign", help=_HELP)
def command() -> None:
    pass


_EVENING = ("set-out anvil oriel", "played --decline oriel --seed 7")


def _order(name: str, text: str, *steps: str) -> Callable[[Callable[..., None]], click.Command]:
    """A command of the group, about one campaign; ``steps``: its example, from a campaign that is new."""

    def wrap(function: Callable[..., None]) -> click.Command:
        begun = ("begin --hero anvil --hero oriel --seed 7", *steps)
        lines = (f"companion campaign {step} --file campaign.json" for step in begun)
        order = _command(name, help=text, epilog=example(*lines))(_FILE(_JSON(function)))
        command.add_command(order)
        return order

    return wrap


@_order("show", "Show every hero of the campaign.", "show")
def show(file: Path | None, as_json: bool) -> None:
    _print(_opened(file), as_json)


@_order("begin", "Begin a campaign: every hero a Rookie, two of its cards out by chance.")
@click.option("--hero", "names", multiple=True, help="Who is in it (default: every hero); may be repeated.")
@_SEED
def begin(names: tuple[str, ...], seed: int | None, file: Path | None, as_json: bool) -> None:
    from companion.games.guardians.face import careers as face
    from companion.games.guardians.face.setup import ALL_HEROES

    if _read(file).careers:
        raise InputError(_place(file), "", "a campaign", "none: end it first")
    for name in names:
        if name not in ALL_HEROES:
            raise InputError("--hero", "", repr(name), f"one of {', '.join(ALL_HEROES)}")
    _keep(file, face.begin(_draw(seed), tuple(dict.fromkeys(names)) or ALL_HEROES), as_json)


@_order("set-out", "Say who goes on the next adventure.", _EVENING[0])
@click.argument("names", metavar="HERO...", nargs=-1, required=True)
def set_out(names: tuple[str, ...], file: Path | None, as_json: bool) -> None:
    _keep(file, _opened(file).set_out(tuple(dict.fromkeys(names))), as_json)


@_order("played", "The adventure was played: everybody who was there learns.", *_EVENING)
@click.option("--swap", "swaps", multiple=True, metavar="HERO=GIVE:TAKE", help="The cards of a Rookie's change.")
@click.option("--decline", "declined", multiple=True, metavar="HERO", help="Keeps its cards as they are.")
@_SEED
def played(
    swaps: tuple[str, ...], declined: tuple[str, ...], seed: int | None, file: Path | None, as_json: bool
) -> None:
    from companion.games.guardians.face import careers as face

    campaign = _opened(file)
    if not campaign.playing:
        raise InputError(_place(file), "", "nobody on an adventure", "heroes that set out: companion campaign set-out")
    _keep(file, face.learnt(campaign, _draw(seed), dict(map(_swap, swaps)), declined), as_json)


@_order("promote", "A hero with both its Veteran cards takes the Veteran sheet.", *_EVENING * 4, "promote anvil")
@click.argument("hero")
def promote(hero: str, file: Path | None, as_json: bool) -> None:
    _keep(file, _opened(file).promoted(hero), as_json)


@_order("end", "End the campaign: nothing of it is kept.", "end --yes")
@click.option("--yes", is_flag=True, help="Do not ask again.")
def end(yes: bool, file: Path | None, as_json: bool) -> None:
    from companion.games.guardians.face.careers import Campaign

    _opened(file)
    if not yes:
        raise click.UsageError("this ends the campaign, and nothing brings it back: say --yes")
    if file is not None:
        file.unlink()
    else:
        _keep(None, Campaign({}), as_json)


def _swap(text: str) -> tuple[str, tuple[str, str]]:
    hero, _, cards = text.partition("=")
    give, _, take = cards.partition(":")
    if not (hero and give and take):
        raise InputError("--swap", "", repr(text), "HERO=GIVE:TAKE")
    return hero, (give, take)


def _draw(seed: int | None) -> Callable[[Any, int], Any]:
    return (random.SystemRandom() if seed is None else random.Random(seed)).sample


def _place(file: Path | None) -> str:
    return str(file) if file is not None else str(Library().folder)


def _opened(file: Path | None) -> Campaign:
    """The campaign; one that was never begun is refused."""
    campaign = _read(file)
    if not campaign.careers:
        raise InputError(_place(file), "", "no campaign", "one that was begun: companion campaign begin")
    return campaign


def _read(file: Path | None) -> Campaign:
    from companion.games.guardians.face import careers as face
    from ui.presenters.guardians.campaign import kept_campaign

    if file is None:
        return kept_campaign(Library())
    if not file.exists():
        return face.Campaign({})
    kept = load_document(str(file))
    return face.read(kept.value or kept.refuse("a campaign", "an empty document"), str(file))


def _keep(file: Path | None, campaign: Campaign, as_json: bool) -> None:
    from companion.games.guardians.face import careers as face
    from ui.presenters.guardians.campaign import keep_campaign

    if file is None:
        keep_campaign(Library(), campaign)
    else:
        write_file(file, (json.dumps(face.written(campaign), indent=2) + "\n").encode())
    _print(campaign, as_json)


def _print(campaign: Campaign, as_json: bool) -> None:
    from companion.games.guardians.face import careers as face

    if as_json:
        print(json.dumps(face.written(campaign)))
        return
    for career in campaign.careers.values():
        print(_line(career, hero_out=career.hero in campaign.playing))


def _line(career: Career, *, hero_out: bool) -> str:
    """A hero in one line: its rank, its adventures, the cards it has beyond its own and those it lacks."""
    from companion.games.guardians.face import careers as face
    from companion.games.guardians.face.setup import heroes

    wording = Wording(language())
    parts = [
        wording.pair(heroes(wording.lang)[career.hero], wording.word("rank", career.rank.value)),
        told(face.adventures(career), wording),
        *(f"+ {face.card_name(card, wording.lang)}" for card in career.added),
        *(f"− {face.card_name(card, wording.lang)}" for card in career.removed),
    ]
    return " · ".join((*parts, wording.say("evening.campaign_out")) if hero_out else parts)
