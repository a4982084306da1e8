"""The page of rules: a form, no script needed; of a table's phones and of an event's judges."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from companion.text.wording import Wording
from ui.presenters.rules import QUESTION, Answer, answers, first_questions, rules_of, titled

FEW = 6  # rules in play; then all are open at once


def rules_body(
    wording: Wording,
    question: str,
    game: tuple[str, str] | None,
    action: str,
    field: str = "ask",
    *,
    is_first: bool = True,
    in_play: Sequence[Answer] = (),
) -> str:
    """The question, and what answers it, best first; without one, where it ``is_first``, what this game names, its
    rules, and last the questions of a first evening about the screens. ``game``: system and edition of the table.
    """
    system, edition = game or (None, "")

    def say(key: str) -> str:
        return escape(wording.say(key))

    found = answers(question, system, wording.lang, edition=edition)
    nothing = f'<p class="wrong" role="status">{say("rules.none")}</p>' if question.strip() and not found else ""
    shelves = "" if found or not is_first else _shelves(wording, game, in_play)
    return (
        f'<form method="get" action="{escape(action)}" class="row" role="search"><label>{say("rules.ask")}'
        f'<input name="{escape(field)}" type="search" value="{escape(question)}" maxlength="{QUESTION}"></label>'
        f"<button>{say('page.find_rule')}</button></form>{nothing}"
        f'<dl class="rules">{_rows(found, wording)}</dl>{shelves}'
    )


def _shelves(wording: Wording, game: tuple[str, str] | None, in_play: Sequence[Answer]) -> str:
    """Return what may be read without a question: of this game first."""
    every = rules_of(game[0], wording.lang, game[1]) if game is not None else ()
    shelves = (
        ("in_play", in_play, True),
        ("all", every, len(in_play) < FEW),
        ("program", first_questions(wording.lang), False),
    )
    return "".join(
        f'<details class="shelf {key}"{" open" if is_open else ""}><summary>{escape(wording.say(f"rules.{key}"))}'
        f'</summary><dl class="rules">{_rows(one, wording)}</dl></details>'
        for key, one, is_open in shelves
        if one
    )


def _rows(found: Iterable[Answer], wording: Wording) -> str:
    secret = f"<summary>{escape(wording.say('rules.secret'))}</summary>"  # nobody reads by chance what masters know
    return "".join(
        f"<dt>{escape(titled(one))} <small>{escape(one.rule)}</small></dt>"
        f"<dd>{f'<details>{secret}{escape(one.words)}</details>' if one.is_secret else escape(one.words)}</dd>"
        for one in found
    )
