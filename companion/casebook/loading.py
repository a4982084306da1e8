"""Case files, ``tablewright/case@1`` (TOML or JSON): one or several cases a file, folders of them.

format = "tablewright/case@1"
[[case]]  id, title, rules ── setup ── steps ── expect        like = "another case of the file"

The examples that no shipped case tells yet are ``tablewright/pending-cases@1``, one file a game:

[[pending]]  id, rules (those that are missing), why      partly = true: some of it is shipped
[[pending.cases]]  the case, where it can be written already
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.casebook.facts import Handed
from companion.casebook.language import CaseLanguage
from companion.core.ids import RuleId, SystemId
from companion.documents import Node, load_document, name_of, parse_json, parse_toml, read_text
from companion.errors import InputError

FORMAT = "tablewright/case@1"
LANGUAGES = ("en", "fr")
REQUIRED = {"id", "title"}
OPTIONAL = {"rules", "see", "edition", "like", "as_seen_by", "setup", "steps", "expect", "twin"}
HANDED_ON = ("rules", "edition", "setup", "steps")  # what ``like`` takes from the other case


@dataclass(frozen=True)
class Case:
    """One case, read as far as every game's cases are alike."""

    id: str
    titles: Mapping[str, str]
    rules: tuple[RuleId, ...]
    see: tuple[str, ...]
    language: CaseLanguage
    edition: Node
    setup: Node
    steps: tuple[Node, ...]
    expect: Node  # nothing where the case has none
    as_seen_by: Node  # likewise
    twin: Node  # likewise: another world that looks alike to a seat

    @property
    def twin_setup(self) -> Node:
        """The set-up of the twin: this one, with what it says otherwise."""
        told = self.twin.table({"of", "setup"})["setup"]
        if not isinstance(told.value, dict):
            told.refuse("an object")
        return Node(self.file, told.place, _laid_over(_handed(self.setup.value), told.value))

    @property
    def file(self) -> str:
        """The file the case stands in."""
        return self.setup.file

    def title(self, language: str) -> str:
        """The title in a language, or in the one there is."""
        return self.titles.get(language) or next(iter(self.titles.values()))


def load_cases(
    paths: Iterable[str], languages: Mapping[SystemId, CaseLanguage], default: SystemId
) -> Iterator[Case | InputError]:
    """Every case of these files and folders in order; a file or a case that cannot be read is told and passed over."""
    for path in paths:
        try:
            files = _files(path)
        except InputError as wrong:
            yield wrong
            continue
        for file in files:
            try:
                node = _document(file)
                yield from parse_cases(node, languages, default)
            except InputError as wrong:
                yield wrong


def _document(file: str) -> Node:
    """The document in a file; on standard input it may be either kind, told apart by its first character."""
    if file != "-":
        return load_document(file)
    text, name = read_text(file), name_of(file)
    if text.lstrip().startswith(("{", "[{")) or not text.strip():
        return parse_json(text, name)
    return parse_toml(text, name)


def _files(path: str) -> list[str]:
    place = Path(path)
    if path == "-" or not place.is_dir():
        return [path]
    files = sorted(str(file) for file in place.glob("*.toml"))
    if not files:
        raise InputError(path, "", "a folder without *.toml files", "a folder of case files")
    return files


def parse_cases(
    node: Node, languages: Mapping[SystemId, CaseLanguage], default: SystemId
) -> Iterator[Case | InputError]:
    """Every case of a document; raises ``InputError`` when the document as a whole is none."""
    node.of_format(FORMAT).table({"format", "case"}, {"system", "edition"})
    system = SystemId(node["system"].word(languages)) if "system" in node else default
    entries = list(node["case"].items())
    if not entries:
        node["case"].refuse("at least one case")
    earlier: dict[str, dict[str, Any]] = {}
    edition = node["edition"]  # nothing where the document gives none
    for entry in entries:
        try:
            yield _parse_case(entry, edition, languages[system], earlier)
        except InputError as wrong:
            yield wrong


def _parse_case(entry: Node, edition: Node, language: CaseLanguage, earlier: dict[str, dict[str, Any]]) -> Case:
    entry.table(REQUIRED, OPTIONAL)
    name = entry["id"].text()
    if not name or name in earlier:
        entry["id"].refuse("an id of its own")
    earlier[name] = {}  # known even if the rest is no good
    whole = Node(entry.file, entry.place, _like(entry, earlier))
    for key in ("rules", "setup"):
        if key not in whole:
            whole.refuse(f"the key {key!r}", "no such key")
    earlier[name] = whole.value
    if not isinstance(whole["setup"].value, dict):
        whole["setup"].refuse("an object")
    return Case(
        name,
        _titles(whole["title"]),
        tuple(_rule(rule, language) for rule in whole["rules"].items()),
        tuple(source.text() for source in whole["see"].items()) if "see" in whole else (),
        language,
        edition if whole.mapping.get("edition") is None else whole["edition"],
        whole["setup"],
        tuple(whole["steps"].items()) if "steps" in whole else (),
        whole["expect"],
        whole["as_seen_by"],
        whole["twin"],
    )


def _like(entry: Node, earlier: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    """The case with what it takes from the one it is like: its set-up, where this one says nothing else."""
    if "like" not in entry:
        return dict(entry.mapping)
    model = earlier.get(entry["like"].text())
    if not model:
        entry["like"].refuse("the id of an earlier case of this file")
    taken = {key: model[key] for key in HANDED_ON if key in model}
    setup = _laid_over(_handed(model.get("setup", {})), entry.mapping.get("setup", {}))
    return {**taken, **entry.mapping, "setup": setup}


def _laid_over(below: Any, above: Any) -> Any:
    """Objects are merged key by key; anything else above replaces what is below."""
    if not isinstance(below, dict) or not isinstance(above, dict):
        return above
    laid = {**below, **{key: _laid_over(below.get(key), value) for key, value in above.items()}}
    return Handed(laid, below.keys() - above.keys())


def _handed(table: object) -> object:
    """The table with all that is in it marked as another case's."""
    if not isinstance(table, dict):
        return table
    return Handed({key: _handed(value) for key, value in table.items()}, table)


def _titles(node: Node) -> dict[str, str]:
    if isinstance(node.value, str):
        return {"en": node.text()}
    node.table({"en"}, LANGUAGES)
    return {key: value.text() for key, value in node.entries()}


def _rule(node: Node, language: CaseLanguage) -> RuleId:
    if node.text() not in language.rules:
        node.refuse(f"the id of a rule of {language.system}")
    return RuleId(node.text())


PENDING = "tablewright/pending-cases@1"


@dataclass(frozen=True, slots=True)
class Pending:
    """An example still to come; ``document`` is a case file with it, where it can be written."""

    id: str
    rules: tuple[RuleId, ...]
    why: str
    partly: bool
    document: Node | None


def load_pending(language: CaseLanguage) -> tuple[Pending, ...]:
    """The pending examples of a game; a refusal names the place."""
    node = load_document(str(language.data / "pending-cases.toml"))
    node.of_format(PENDING).table({"format", "pending"})
    pending: dict[str, Pending] = {}
    for entry in node["pending"].items():
        entry.table({"id", "rules", "why"}, {"partly", "cases"})
        name = entry["id"].text()
        if name in pending:
            entry["id"].refuse("an id of its own")
        rules = tuple(RuleId(rule.word(language.rules)) for rule in entry["rules"].items())
        partly = entry["partly"].flag() if "partly" in entry else False
        document = _pending_cases(entry, rules) if "cases" in entry else None
        pending[name] = Pending(name, rules, entry["why"].text(), partly, document)
    return tuple(pending.values())


def _pending_cases(entry: Node, rules: tuple[RuleId, ...]) -> Node:
    usual: dict[str, Any] = {"id": entry["id"].value, "rules": list(rules)}
    cases = [{**usual, **case.table((), REQUIRED | OPTIONAL).value} for case in entry["cases"].items()]
    return Node(entry.file, entry.place, {"format": FORMAT, "case": cases})
