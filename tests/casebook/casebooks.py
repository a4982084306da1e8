"""Cases for tests: the shipped ones, and small ones written as TOML."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from companion.casebook import Case, Result, load_cases, parse_cases, run_case
from companion.casebook.running import open_session
from companion.core.session import Session
from companion.documents import Node
from companion.errors import InputError
from ui.cli.case_context import DEFAULT, case_context

__all__ = ["LANGUAGE", "WORKSHOP", "played", "session_of", "shipped", "written"]

WORKSHOP = case_context()
LANGUAGE = WORKSHOP.languages[DEFAULT]


@cache
def shipped() -> tuple[Case, ...]:
    """Every shipped case; one that cannot be read fails."""
    found = list(load_cases([str(one.folder) for one in WORKSHOP.languages.values()], WORKSHOP.languages, DEFAULT))
    cases = [one for one in found if not isinstance(one, InputError)]
    assert len(cases) == len(found), [str(one) for one in found if isinstance(one, InputError)]
    return tuple(cases)


def written(document: Any) -> list[Case | InputError]:
    """The cases of a document."""
    return list(parse_cases(Node("cases.toml", "", document), WORKSHOP.languages, DEFAULT))


def played(text: str) -> list[Result]:
    """The results of the cases in a text, which may leave the format out; one that cannot be read is refused."""
    head = "" if "format =" in text else 'format = "tablewright/case@1"\n'
    found = written(tomllib.loads(head + text))
    results = []
    for one in found:
        if isinstance(one, InputError):
            raise one
        results.append(run_case(one, WORKSHOP))
    return results


def session_of(text: str) -> Session:
    """The game of the one case in a text, as its set-up has it, before any step."""
    (case,) = written(tomllib.loads(f'format = "tablewright/case@1"\n{text}'))
    assert isinstance(case, Case), case
    return open_session(case.language.open(case.setup, case.edition, WORKSHOP), WORKSHOP)
