"""Map files of both kinds, told apart by content, never by name."""

from __future__ import annotations

from pathlib import Path

from companion.board import GridBoard, parse_map
from companion.documents import Node, load_document
from companion.interchange.hcmaps import parse_hcmap
from companion.interchange.remarks import Remark


def load_map(path: str) -> tuple[GridBoard, tuple[Remark, ...]]:
    """The board in a map file, and what is to be said about it."""
    return parse_any_map(load_document(path), Path(path).stem)


def parse_any_map(node: Node, fallback: str) -> tuple[GridBoard, tuple[Remark, ...]]:
    """The board in a map document of our own format or an HCMaps one; ``fallback`` names a map without a name."""
    return (parse_map(node), ()) if kind_of_map(node) == "native" else parse_hcmap(node, fallback)


def kind_of_map(node: Node) -> str:
    """``native`` or ``hcmaps``; a document that is no map at all is refused."""
    if not isinstance(node.value, dict):
        node.refuse("a map, which is an object")
    if "format" not in node and "rows" not in node:
        node.refuse("a map: 'format' (our own) or 'rows' (HCMaps)", "neither key")
    return "native" if "format" in node else "hcmaps"
