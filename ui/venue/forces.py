"""Forces on an event's pages: a player hands one in, a judge reads them all, paper shows them too."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from html import escape

from companion.errors import InputError
from companion.text.wording import Wording
from companion.tournament.forces import forces_seen
from companion.tournament.state import Force, Player, player_seat
from ui.venue.fields import Form
from ui.venue.hall import Hall
from ui.venue.pages import STATIC, Writer

_FILES = ".json,.txt,.csv,.html,.htm"


def own_force(writer: Writer, player: Player, typed: str = "") -> str:
    """Show the player's force and the form for it; the other's at the table, where the event lets it be read."""
    state = writer.state
    mine = state.force_of(player.name)
    is_locked = mine is not None and bool(state.published)
    shown = _force(writer, mine) if mine is not None else f"<p>{writer.say('no_force')}</p>"
    form = f"<p>{writer.say('force_locked')}</p>" if is_locked else _form(writer, "", typed)
    if not is_locked and state.published and not typed:  # it is late for one: the table matters more
        form = f"<details><summary>{writer.say('hand_in')}</summary>{form}</details>"
    parts = [f"<section class='card'><h3>{writer.say('your_force')}</h3>{shown}{form}</section>"]
    table = writer.hall.table_of(player)
    now = state.published[-1].at(table) if state.published and table is not None else None
    for force in forces_seen(state, player_seat(player.number), is_staff=False):
        if now is not None and force.player in now.players and force.player != player.name:
            parts.append(f"<section class='card'><h3>{escape(force.player)}</h3>{_force(writer, force)}</section>")
    return "".join(parts)


def forces_page(writer: Writer, wrong: str = "", named: str = "", typed: str = "") -> str:
    """Every force, for judges: who has none, what speaks against one; a judge may hand one in for a player."""
    state = writer.state
    missing = [player.name for player in state.active if state.force_of(player.name) is None]
    cards = "".join(
        f"<section class='card force'><h2>{escape(force.player)}</h2>{_force(writer, force)}</section>"
        for force in sorted(state.forces, key=lambda force: force.player.casefold())
    )
    none = f"<p>{writer.say('forces_missing', players=tuple(missing))}</p>" if missing else ""
    alert = f'<p class="wrong" role="alert">{escape(wrong)}</p>' if wrong else ""
    names = [player.name for player in state.players]
    who = writer.names("player", names, named)
    form = f"<section><h2>{writer.say('hand_in_for')}</h2>{_form(writer, who, typed)}</section>" if names else ""
    back = f"<p><a href='/judge'>{writer.say('judge')}</a> <a href='/papers/forces.html'>{writer.say('papers')}</a></p>"
    return writer.page(writer.say("forces"), f"{back}{alert}{none}{cards}{form}")


def _form(writer: Writer, who: str, typed: str) -> str:
    return (
        f'<form method="post"><input type="hidden" name="do" value="force">{who}'
        f'<label>{writer.say("force_text")}<textarea name="text" rows="6" maxlength="20000" required>'
        f"{escape(typed)}</textarea></label>{_questions(writer, typed)}"
        f'<label>{writer.say("force_file")}<input type="file" data-into="text" accept="{_FILES}"></label>'
        f'<button>{writer.say("hand_in")}</button></form><script type="module" src="{STATIC}/file.js"></script>'
    )


def _questions(writer: Writer, typed: str) -> str:
    """Show a choice for each line that may mean several things."""
    try:
        questions = writer.hall.sheet(typed, writer.wording).questions if typed else ()
    except InputError:  # told already
        return ""
    fields = ""
    for place, question in enumerate(questions):
        if question.choices:
            options = "".join(
                f'<option value="{escape(choice)}">{escape(question.label(choice, writer.wording))}</option>'
                for choice in question.choices
            )
            fields += (
                f'<label>{escape(question.words)}<select name="means{place}"><option value="">{writer.say("which_one")}'
                f"</option>{options}</select></label>"
            )
    return fields


def _force(writer: Writer, force: Force) -> str:
    """Show a force, its points, and what speaks against it now."""
    rows = "".join(f"<tr><td>{escape(name)}</td><td>{points}</td></tr>" for name, points in force.entries)
    total = writer.say("force_total", total=force.total, points=writer.state.setup.points)
    title = f"<p><b>{escape(force.name)}</b></p>" if force.name else ""
    return f"{title}<table><tbody>{rows}</tbody></table><p>{total}</p>{''.join(_broken(writer, force))}"


def _broken(writer: Writer, force: Force) -> Iterable[str]:
    if not force.broken:
        yield f"<p class='good'>{writer.say('force_legal')}</p>"
        return
    try:
        words = [told for _, told in writer.hall.sheet(force.text, writer.wording).broken]
    except InputError:  # its figures are not at hand any more
        words = list(force.broken)
    yield from (f"<p class='wrong'>{escape(told)}</p>" for told in words)


def typed_force(hall: Hall, form: Form, wording: Wording) -> str:
    """Return the force that was refused, as it was typed, with what was chosen in it."""
    with suppress(InputError, KeyError):
        return hall.typed_force(form, wording)
    return form.get("text", "")
