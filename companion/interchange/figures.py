"""Figure files of every kind, told apart by content, read into sets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.documents import Node, parse_json, read_text
from companion.games.heroclix.figures.figure import Figure
from companion.games.heroclix.figures.files import FORMAT, parse_figures
from companion.interchange.colour_json import parse_colour_json
from companion.interchange.forum_code import parse_forum_code
from companion.interchange.hcunits import ImportedSet, parse_units
from companion.interchange.hcunits_xml import parse_xml
from companion.interchange.patches import is_patch, patch_units
from companion.interchange.remarks import Remark

KINDS = ("auto", "hcunits-json", "hcunits-xml", "forum-code", "colour-json")


def load_figure_file(path: str, kind: str = "auto", patches: Iterable[Node] = ()) -> ImportedSet:
    """Load a figure file and apply the patches; ``kind`` is one of ``KINDS``."""
    text = read_text(path)
    kind = _kind_of(text, path) if kind == "auto" else kind
    if kind == "forum-code":
        return parse_forum_code(text, path)
    if kind == "colour-json":
        return parse_colour_json(parse_json(text, path))
    if kind == "ours":
        figures = list(parse_figures(parse_json(text, path)))
        return ImportedSet(len(figures), figures)
    units = parse_xml(text, path) if kind == "hcunits-xml" else parse_json(text, path)
    said: list[Remark] = []
    if not isinstance(units.value, list):
        units.refuse("an array of units")
    for patch in patches:
        units, remarks = patch_units(units, patch)
        said.extend(remarks)
    result = parse_units(units)
    result.remarks.extend(said)
    return result


def load_patch(path: str) -> Node | None:
    """The patch in a file, or ``None`` when the file is no patch."""
    text = read_text(path)
    if not text.lstrip().startswith("{"):
        return None
    node = parse_json(text, path)
    return node if is_patch(node) else None


def by_set(figures: Iterable[Figure]) -> Mapping[str, list[Figure]]:
    """The figures grouped by their set, sets in order of appearance."""
    groups: dict[str, list[Figure]] = {}
    for figure in figures:
        groups.setdefault(figure.set, []).append(figure)
    return groups


def _kind_of(text: str, path: str) -> str:
    start = text.lstrip("\ufeff \t\r\n")
    if start.startswith("<"):
        return "hcunits-xml"
    if "[dial]" in start.lower() and not start.startswith(("[{", "{")):
        return "forum-code"
    node = parse_json(text, path)
    if isinstance(node.value, dict) and node.mapping.get("format") == FORMAT:
        return "ours"
    first = node.value[0] if isinstance(node.value, list) and node.value else None
    if isinstance(first, dict) and "dial_data" in first:
        return "colour-json"
    return "hcunits-json"
