"""Where pages are served when another program has the usual port."""

from __future__ import annotations

import socket
from contextlib import closing
from urllib.parse import urlsplit

import pytest

from companion.errors import InputError
from ui.web import address
from ui.web.address import ALONE, Doorstep, Share


def test_a_second_table_finds_a_port_and_links_on_paper_keep_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server((ALONE, 0)) as other:
        taken = other.getsockname()[1]
        monkeypatch.setattr(address, "PORT", taken)
        with closing(Doorstep(Share(ALONE, taken), is_shown=True)) as made:
            assert urlsplit(made.urls[0]).port not in (None, taken)
            assert made.follow() == [], "an address that is named stays"
        with pytest.raises(InputError, match="a free port of this machine"):
            Doorstep(Share(ALONE, taken), "--address")
