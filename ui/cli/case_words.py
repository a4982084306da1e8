"""``companion case --words``: what a case may name, from the code.

Commands and their keys, the words of set-ups and expectations by where they stand, events and their fields.
"""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

from companion.casebook.expectations import COMMON
from companion.casebook.language import CaseContext, CaseLanguage
from ui.cli.text import say


def print_words(context: CaseContext, as_json: bool) -> None:
    """Print the words of every game that has a case language."""
    document = {name: _words(language, context) for name, language in sorted(context.languages.items())}
    if as_json:
        print(json.dumps(document, ensure_ascii=False))
        return
    for name, words in document.items():
        print(name)
        print(f"  {say('case_words.commands')}")
        for word, keys in words["commands"].items():
            print(f"    {word:16} {', '.join(keys)}")
        print(f"  {say('case_words.expectations')}\n    {', '.join(words['expectations'])}")
        for place, keys in words["words"].items():
            print(f"  {place}\n    {', '.join(keys)}")
        print(f"  {say('case_words.events')}")
        for word, keys in words["events"].items():
            print(f"    {word:20} {', '.join(keys)}")


def _words(language: CaseLanguage, context: CaseContext) -> dict[str, Any]:
    system = next(found for edition in language.editions if (found := context.find_rules(language.system, edition)))
    events = {name: [field.name for field in fields(kind)] for name, kind in sorted(system.event_types.items())}
    commands = {word: list(language.keys_of(word)) for word in sorted(language.commands)}
    placed = {place: sorted(words) for place, words in language.words.items()}
    expectations = sorted({*COMMON, *language.expectations})
    return {"commands": commands, "expectations": expectations, "words": placed, "events": events}
