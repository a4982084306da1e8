"""The faces that somebody has shown: a file of small pictures with the names of their faces.

{"format": "tablewright/faces@1", "kind": "test", "faces": [{"face": "skull", "crops": ["<PNG, base64>", …]}, …]}

A crop is one upper face, 64 x 64 px, as ``faces`` cuts it out. The file holds nothing else of the pictures it was made
from; deleting it forgets the dice. (``corners``, which older files have, is no longer needed.)
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from companion.documents import Node, load_document
from companion.errors import InputError
from vision.arrays import Picture
from vision.symbols.faces import SIDE_PX, find_faces
from vision.symbols.likeness import OTHER, Matcher

FORMAT = "tablewright/faces@1"
MOST_CROPS = 12  # of one face: more cost time and teach nothing new


@dataclass(frozen=True, eq=False)
class Album:
    """A kind of dice: its name, crops (64, 64, 3) Lab ``uint8`` of every face by the face's name."""

    kind: str
    faces: Mapping[str, tuple[Picture, ...]] = field(default_factory=dict)


def enrol(album: Album, face: str, picture: Picture, name: str) -> tuple[Album, int]:
    """The album with the face as every die on the picture shows it, and how many dice those were.

    Raises ``InputError`` under ``name`` when no die lies there, or one on an edge, half covered, or with another face.
    """
    found = find_faces(picture)
    wanted = f"one or more dice that show {face}, flat, on a plain ground"
    if not found:
        raise InputError(name, "", "no die that can be told from the ground", wanted)
    shown = Matcher({face: [max(found, key=lambda one: one.heat).kept]})
    for one in found:
        if one.shown == "cocked" or shown.match(one.crop).alike < OTHER:
            where = f"at {one.x:.0f}, {one.y:.0f}"
            raise InputError(name, where, "what may be a die on an edge, half covered, or with another face", wanted)
    crops = (*album.faces.get(face, ()), *(one.kept for one in found))[-MOST_CROPS:]
    return Album(album.kind, {**album.faces, face: crops}), len(found)


def read_album(path: Path) -> Album:
    """The album in a file; raises ``InputError`` with the place when it cannot be used."""
    top = load_document(str(path))
    top.table({"format", "kind", "faces"}, {"corners"})
    top["format"].word({FORMAT})
    faces: dict[str, tuple[Picture, ...]] = {}
    for node in top["faces"].items():
        node.table({"face", "crops"})
        label = node["face"].text()
        if not label or label in faces:
            node["face"].refuse("a name that no other face has")
        faces[label] = tuple(_crop(one) for one in node["crops"].items())
        if not faces[label]:
            node["crops"].refuse("at least one crop")
    return Album(top["kind"].text(), faces)


def format_album(album: Album) -> str:
    """The album as the JSON text ``read_album`` reads."""
    faces = [{"face": face, "crops": [_packed(crop) for crop in crops]} for face, crops in sorted(album.faces.items())]
    return json.dumps({"format": FORMAT, "kind": album.kind, "faces": faces}, indent=1) + "\n"


def _packed(crop: Picture) -> str:
    _, packed = cv2.imencode(".png", cv2.cvtColor(crop, cv2.COLOR_LAB2BGR))
    return base64.b64encode(packed.tobytes()).decode("ascii")


def _crop(node: Node) -> Picture:
    try:
        packed = base64.b64decode(node.text(), validate=True)
        picture = cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_COLOR) if packed else None
    except (ValueError, cv2.error):
        picture = None
    if picture is None or picture.shape != (SIDE_PX, SIDE_PX, 3):
        node.refuse(f"a PNG of {SIDE_PX} x {SIDE_PX} pixels, base64", "something else")
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2LAB), dtype=np.uint8)
