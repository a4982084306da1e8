"""``companion rule``: the rule that answers a question, in plain words."""

from __future__ import annotations

import json

import click

from ui.cli.front import command as make_command
from ui.cli.front import example
from ui.cli.text import language


@make_command("rule", epilog=example("companion rule can I shoot past my friend --system heroclix"))
@click.argument("words", nargs=-1, required=True)
@click.option("--system", metavar="S", help="Only this game: heroclix, …; or house for the rules of this program.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document: a list, best first.")
def command(words: tuple[str, ...], system: str | None, as_json: bool) -> int:
    """Find rules by the WORDS one would ask with, in English or French; exit 1 when there is none.

    A rule's id finds itself, and so do the names of powers, abilities and terms. Typing errors are forgiven.
    """
    from companion.games import HOUSE, SYSTEMS, search_of
    from companion.text.wording import Wording

    names = [HOUSE, *(row.id for row in SYSTEMS)]
    if system is not None and system not in names:
        raise click.UsageError(f"--system {system!r}: expected one of {', '.join(sorted(names))}")
    lang = language()
    found = search_of(system).find(" ".join(words), lang)
    if as_json:
        rows = [{"system": one.system, "rule": one.id, "words": one.by_lang[lang].words} for one in found]
        print(json.dumps(rows, ensure_ascii=False))
    else:
        for one in found:
            said = one.by_lang[lang]
            print(f"{said.title} [{one.id}]\n  {said.words}")
        if not found:
            print(Wording(lang).say("rules.none"))
    return 0 if found else 1
