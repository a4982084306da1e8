"""The doors on the organiser's page: who may come in by which PIN, and how a key that was lost is made worthless."""

from __future__ import annotations

from html import escape

from ui.venue.doors import ROLES
from ui.venue.pages import Writer

MANY_WRONG = 100  # PINs: more than people mistype at an event; somebody guesses


def keys_section(writer: Writer, wrong: int, told: tuple[str, str], trust: tuple[str, str]) -> str:
    """A new PIN for each role, the end of its devices, a new link; ``told``: a role and the PIN it was just given."""
    say = writer.say
    role, pin = told
    parts = [f"<section id='doors'><h2>{say('doors')}</h2>"]
    if pin:
        name = escape(writer.wording.word("seat", role))
        parts.append(f"<p class='winner' role='status'>{name}: PIN {pin}</p><p>{say('pin_once')}</p>")
    if wrong >= MANY_WRONG:
        parts.append(f"<p class='wrong' role='alert'>{say('many_wrong', count=wrong)}</p>")
    for one in ROLES:
        hidden = f'<input type="hidden" name="role" value="{one}">'
        forms = writer.form("end_all", hidden, say("end_all")) + writer.form("new_pin", hidden, say("new_pin"))
        name = escape(writer.wording.word("seat", one))
        parts.append(
            f"<details><summary>{name}</summary><p>{say('keys_text')}</p><div class='row'>{forms}</div></details>"
        )
    names = writer.names("player", [player.name for player in writer.state.players])
    if writer.state.players:
        new = writer.form("new_link", names, say("new_link"))
        table = f'<label>{say("table")}<input name="table" type="number" min="1" max="9999" required></label>'
        new += writer.form("new_table_link", table, say("new_table_link"))
        parts.append(f"<details><summary>{say('lost_link')}</summary><p>{say('lost_link_text')}</p>{new}</details>")
    where, fingerprint = trust
    if where:
        parts.append(
            f"<p>{say('trust_at')} <a href='{escape(where)}'>{escape(where)}</a></p><p><code>{fingerprint}</code></p>"
        )
    elif not writer.is_safe:
        parts.append(f"<p class='claims'>{say('in_the_clear')}</p>")
    return "".join((*parts, "</section>"))
