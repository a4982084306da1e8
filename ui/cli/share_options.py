"""The options that let everybody's own device to the table."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import click

from companion.errors import InputError
from ui.cli.text import say
from ui.table.photographs import host_eyes
from ui.web.address import parse_share
from ui.web.guests import hosted_at

if TYPE_CHECKING:
    from ui.presenters.open_table import OpenTable
    from ui.table.bootstrap import Table
    from ui.web.beam import Beam
    from ui.web.host import Host


@dataclass(frozen=True, slots=True)
class ShareOptions:
    """The address at which the pages are served, if at all."""

    share: str | None
    certificate: str | None
    key: str | None

    def around(self, table: Table) -> OpenTable:
        """The table; shared, when that was asked for, and announced."""
        if self.share is None:
            return table
        host = self.host(table)
        host.hall.company.has_tablet = True
        announce(host)
        return host

    def host(self, table: Table, beam: Beam | None = None) -> Host:
        """The table shared; ``beam``: its projector."""
        from ui.table.papers import PhonePapers
        from ui.web.guests import games_before
        from ui.web.host import Host

        if (self.certificate is None) != (self.key is None):
            table.close()
            raise click.UsageError("--certificate and --key belong together")
        try:
            where = replace(parse_share(self.share or ""), certificate=self.certificate or "", key=self.key or "")
            store = store_of(table)
            papers = PhonePapers(table.session, games_before(store) if store else ())
            return Host(table, where, store, host_eyes(table.config.layout), beam, papers)
        except BaseException:
            table.close()
            raise


def store_of(table: Table) -> Path | None:
    """The file the game is kept in, if any."""
    path = Path(table.session.ledger.recorder.name)
    return path if path.exists() else None


def announce(host: Host) -> None:
    """Say where the door is: in words, and as a QR code on a terminal."""
    import segno

    click.echo(say("share.open", url=host.url, code=host.code))
    click.echo(say("share.judge", code=host.judge_code))
    tell_ways(host.url, host)
    if sys.stdout.isatty():
        segno.make(host.link).terminal(compact=True)


class Ways(Protocol):
    """Pages that are served at one or more addresses."""

    @property
    def urls(self) -> tuple[str, ...]:
        """The addresses, the likeliest first."""

    @property
    def is_reachable(self) -> bool:
        """Whether anybody on another machine can come in."""


def tell_ways(url: str, ways: Ways) -> None:
    """Say which other addresses lead there than ``url``, which is said; and when none does."""
    for other in ways.urls if url else ():
        if other != url:
            click.echo(say("share.other", url=other))
    if url and not ways.is_reachable:
        click.echo(say("share.nobody"), err=True)


def hosted(store: str) -> InputError | None:
    """The refusal of a game that another process hosts; ``None``: nobody does."""
    where = hosted_at(Path(store))
    if where is None:
        return None
    return InputError(store, "", f"a game that is hosted at {where.url}", "a browser there: come as a guest")


def come_as_guest(store: Path) -> bool:
    """Whether a browser of this machine went to the door of whoever hosts the game."""
    import webbrowser

    from ui.web.server import join_link

    where = hosted_at(store)
    if where is None or not webbrowser.open(join_link(where.url, where.code)):
        return False
    click.echo(say("share.guest", url=where.url))
    return True


def share_options(function: Callable[..., int]) -> Callable[..., int]:
    """The function with the options; they reach it together, as ``share``."""

    @wraps(function)
    def gathered(share: str | None, certificate: str | None, key: str | None, **given: object) -> int:
        return function(share=ShareOptions(share, certificate, key), **given)

    address = click.option(
        "--share",
        is_flag=False,
        flag_value="",
        metavar="[ADDRESS:PORT]",
        help="Serve everybody's own screen to phones in this network.",
    )
    certificate = click.option("--certificate", metavar="FILE", help="A certificate of your own: HTTPS.")
    key = click.option("--key", metavar="FILE", help="The key of the certificate.")
    wrapped: Callable[..., int] = address(certificate(key(gathered)))
    return wrapped
