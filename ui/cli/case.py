"""``companion case``: worked examples played by the real rules, each reported."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from companion.casebook import load_cases, run_case
from companion.casebook.patterns import plain
from companion.errors import InputError
from companion.text.wording import LANGUAGES, Wording, names_told
from ui.cli.case_context import DEFAULT, case_context
from ui.cli.front import command as _command
from ui.cli.text import language, say, tell_refusals

if TYPE_CHECKING:
    from companion.casebook import Case, Failure, Pending, Played, Result
    from companion.core.rules import Violation

_HELP = """Run casebook files: a set-up, commands, dice, expected results, rule ids. Each case is reported.

FILE is a case file (tablewright/case@1, TOML or JSON), a folder of *.toml case files, or - for standard input.
Exit 0 when all passed, 1 when one failed, 2 when one could not be read or played as written.

The format is described in companion/casebook/README.md; the cases that are shipped (--list names their files) are good
models. In short: setup = a map and pieces, steps = commands ("do") with their dice and choices, expect = what is so.

Example:

\b
  echo '{"format": "tablewright/case@1", "case": [
    {"id": "wall", "title": "Knocked against a wall", "rules": ["HC-KB-11"],
     "setup": {"map": ["A B . C"], "walls": ["C1|D1"], "pieces": {
       "A": {"side": "red", "attack": 10, "damage": 2, "range": 6},
       "B": {"side": "blue", "defense": 17}, "C": {"side": "blue"}}},
     "steps": [
       {"do": "ranged_attack", "attacker": "A", "targets": ["C"], "refused": "HC-LOS-04"},
       {"do": "close_attack", "attacker": "A", "target": "B", "dice": [4, 4]}],
     "expect": {"pieces": {"B": {"at": "C1", "click": 4}}}}]}' | companion case - --explain
"""


@_command("case", help=_HELP)
@click.argument("files", nargs=-1, metavar="FILE...")
@click.option("--list", "listed", is_flag=True, help="List the cases (without FILE: those shipped) and run none.")
@click.option("--shipped", is_flag=True, help="Run the cases the project ships.")
@click.option("--words", is_flag=True, help="List the commands, keys and events a case may name, from the code.")
@click.option("--only", metavar="ID", help="Only the cases whose id begins so.")
@click.option("--explain", is_flag=True, help="Tell step by step what happened and which rules fired.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(
    files: tuple[str, ...], listed: bool, shipped: bool, words: bool, only: str | None, explain: bool, as_json: bool
) -> int:
    context = case_context()
    if words:
        from ui.cli.case_words import print_words

        print_words(context, as_json)
        return 0
    paths = [*files, *(str(one.folder) for one in context.languages.values() if shipped or (listed and not files))]
    if not paths:
        raise click.UsageError("name case files or folders, or ask for --shipped, --list or --words")
    found = list(load_cases(paths, context.languages, DEFAULT))
    chosen = [one for one in found if isinstance(one, InputError) or one.id.startswith(only or "")]
    if only is not None and not any(not isinstance(one, InputError) for one in chosen):
        raise click.UsageError(f"--only {only!r}: no case has such an id")
    if listed:
        from companion.casebook import load_pending

        shown = [] if files else [one for language in context.languages.values() for one in load_pending(language)]
        return _list(chosen, [one for one in shown if one.id.startswith(only or "")], as_json)
    results = [one if isinstance(one, InputError) else run_case(one, context) for one in chosen]
    errors = [error for result in results if (error := result if isinstance(result, InputError) else result.error)]
    played = [result for result in results if not isinstance(result, InputError)]
    tell_refusals(errors, listed=not as_json)
    counts = Counter(one.verdict for one in played)
    counts["refused"] += len(results) - len(played)
    if as_json:
        numbers = {verdict: counts[verdict] for verdict in ("passed", "failed", "refused")}
        cases = [_document(one, explain) for one in played]
        print(json.dumps({**numbers, "cases": cases, "errors": [str(one) for one in errors]}, ensure_ascii=False))
    elif counts["passed"] or counts["failed"]:  # else the refusals have said all there is to say
        _print(played, explain)
        keys = {"passed": "case.passed", "failed": "case.failed", "refused": "case.sum_refused"}
        sums = [say(key, count=counts[verdict]) for verdict, key in keys.items()]
        print(f"{say('case.cases', count=len(results))}: {', '.join(sums)}")
    return 2 if errors else 1 if counts["failed"] else 0


def _list(found: Sequence[Case | InputError], pending: Sequence[Pending], as_json: bool) -> int:
    cases = [one for one in found if not isinstance(one, InputError)]
    errors = [one for one in found if isinstance(one, InputError)]
    tell_refusals(errors, listed=not as_json)
    if as_json:
        later = [{"id": one.id, "rules": list(one.rules), "why": one.why, "partly": one.partly} for one in pending]
        print(json.dumps({"cases": [_head(case) for case in cases], "pending": later}, ensure_ascii=False))
    else:
        for case in cases:
            print(f"{case.id:16} {case.title(language())}  ({', '.join(case.rules)})")
        for file, count in Counter(case.file for case in cases).items():
            print(f"{count:4}  {file}")
        for other in pending:
            state = say("case.partly_pending") if other.partly else say("case.pending")
            print(f"{other.id:16} {state}: {other.why}  ({', '.join(other.rules)})")
    return 2 if errors else 0


def _print(results: Sequence[Result], explain: bool) -> None:
    for result in results:
        case = result.case
        print(f"{say('verdict.' + result.verdict):7} {case.id:14} {case.title(language())}")
        if explain:
            for line in _explained(result):
                print(f"        {line}")
        for failure in result.failures:
            words = (say("case.expected"), failure.expected, say("case.found"), failure.found)
            print(f"        {case.file}: {failure.place}: {words[0]} {words[1]}, {words[2]} {words[3]}")
            for broken in failure.violations:
                print(f"            {_refused(broken)}")


ENCLOSING = ("Undertaken", "Finished", "WindowClosed")  # the bounds of what is asked in between


def _explained(result: Result) -> Iterator[str]:
    """The steps with their events and refusals, each with its rules; what only encloses others is left out."""
    words = Wording(language(), names_told(result.case.language.families, {}, language()))
    for number, played in enumerate(result.trace, start=1):
        yield f"{number}. {played.label}".rstrip()
        for event in played.events:
            name = type(event.event).__name__
            if name in ENCLOSING:
                continue
            told = words.event(event.event) if words.has(f"event.{name}") else name
            rules = f"  [{', '.join(event.rules)}]" if event.rules else ""
            yield f"   {told or name}{rules}"
        yield from (f"   {_refused(broken)}" for broken in played.violations)


def _refused(broken: Violation) -> str:
    """A refusal in the reader's words."""
    words = Wording(language())
    told = words.violation(broken) if words.has(broken.rule) else ""
    return f"{say('case.refused')}: {told}  [{broken.rule}]"


def _refusal(broken: Violation) -> dict[str, Any]:
    """A refusal as a document: its rule and place, what it names, and how it is told in both languages."""
    says = {lang: Wording(lang).violation(broken) for lang in LANGUAGES}
    return {"rule": broken.rule, "at": broken.at, "words": dict(broken.words), "says": says}


def _head(case: Case) -> dict[str, Any]:
    return {
        "file": case.file,
        "id": case.id,
        "title": case.title("en"),
        "rules": list(case.rules),
        "see": list(case.see),
    }


def _document(result: Result, explain: bool) -> dict[str, Any]:
    document = _head(result.case) | {
        "verdict": result.verdict,
        "failures": [_failure(failure) for failure in result.failures],
        "error": str(result.error) if result.error else None,
    }
    return document | ({"steps": [_step(one) for one in result.trace]} if explain else {})


def _failure(failure: Failure) -> dict[str, Any]:
    told: dict[str, Any] = {"place": failure.place, "expected": failure.expected, "found": failure.found}
    refusals = [_refusal(broken) for broken in failure.violations]
    return told | ({"refusals": refusals} if refusals else {})


def _step(played: Played) -> dict[str, Any]:
    return {
        "place": played.place,
        "step": played.label,
        "verdict": played.verdict,
        "violations": [_refusal(broken) for broken in played.violations],
        "events": [
            {"event": type(event.event).__name__, "rules": list(event.rules), **plain(event.event)}
            for event in played.events
        ],
    }
