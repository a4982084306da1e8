"""The page of rules: a form, no script needed; of a table's phones and of an event's judges."""

from __future__ import annotations

from html import escape

from companion.text.wording import Wording
from ui.presenters.rules import QUESTION, answers, first_questions


def rules_body(
    wording: Wording, question: str, system: str | None, action: str, field: str = "ask", *, is_first: bool = True
) -> str:
    """The question, and what answers it, best first; without one, where it ``is_first``, those of a first evening."""

    def say(key: str) -> str:
        return escape(wording.say(key))

    found = answers(question, system, wording.lang)
    nothing = f'<p class="wrong" role="status">{say("rules.none")}</p>' if question.strip() and not found else ""
    secret = f"<summary>{say('rules.secret')}</summary>"  # nobody reads by chance what only a master knows
    rows = "".join(
        f"<dt>{escape(one.title)} <small>{escape(one.rule)}</small></dt>"
        f"<dd>{f'<details>{secret}{escape(one.words)}</details>' if one.is_secret else escape(one.words)}</dd>"
        for one in found or (first_questions(wording.lang) if is_first else ())
    )
    return (
        f'<form method="get" action="{escape(action)}" class="row" role="search"><label>{say("rules.ask")}'
        f'<input name="{escape(field)}" type="search" value="{escape(question)}" maxlength="{QUESTION}"></label>'
        f'<button>{say("page.find_rule")}</button></form>{nothing}<dl class="rules">{rows}</dl>'
    )
