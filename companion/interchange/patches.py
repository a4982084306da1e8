"""Patch files for HCUnits sets: corrections laid over the units before they are read.

{"updates": {"zz002": {"name": …, "dial": [{}, {"speed_value": 8}]}},      lists are patched entry by entry
 "additions": [unit, …], "deletions": ["zz009", …]}                        {"__delete__": true} drops an entry
"""

from __future__ import annotations

import copy
from typing import Any

from companion.documents import Node
from companion.interchange.remarks import Remark

_DROP = "__delete__"


def is_patch(node: Node) -> bool:
    """Whether the document is a patch and not a set."""
    return isinstance(node.value, dict) and not set(node.value).isdisjoint({"updates", "additions", "deletions"})


def patch_units(units: Node, patch: Node) -> tuple[Node, tuple[Remark, ...]]:
    """The units after the patch, and what of the patch did not fit; only units of the set are patched."""
    patch.table((), {"updates", "additions", "deletions"})
    remarks: list[Remark] = []
    entries: list[Any] = copy.deepcopy(units.value)
    by_id = {entry.get("unit_id", entry.get("id")): entry for entry in entries if isinstance(entry, dict)}
    sets = {entry.get("set_id") for entry in entries if isinstance(entry, dict)}
    for key, update in patch["updates"].entries() if "updates" in patch else ():
        if key in by_id:
            merged = _merge(by_id[key], update.value)
            by_id[key].clear()
            by_id[key].update(merged)
    for entry in patch["additions"].items() if "additions" in patch else ():
        unit = entry.value if isinstance(entry.value, dict) else entry.refuse("a unit, which is an object")
        if unit.get("set_id") not in sets:
            continue
        if unit.get("unit_id") in by_id:
            remarks.append(
                Remark(patch.file, str(unit["unit_id"]), entry.place, "already in the set; left as it is", is_note=True)
            )
        else:
            entries.append(copy.deepcopy(unit))
    gone = {entry.text() for entry in patch["deletions"].items()} if "deletions" in patch else set[str]()
    kept = [e for e in entries if not isinstance(e, dict) or e.get("unit_id", e.get("id")) not in gone]
    return Node(units.file, units.place, kept, units.doubled), tuple(remarks)


def _merge(old: Any, new: Any) -> Any:
    if isinstance(old, dict) and isinstance(new, dict):
        return {**old, **{key: _merge(old.get(key), value) for key, value in new.items()}}
    if isinstance(old, list) and isinstance(new, list) and any(isinstance(entry, dict) for entry in new):
        longer = old + [{}] * (len(new) - len(old))
        merged = [_merge(one, two) for one, two in zip(longer, new, strict=False)] + longer[len(new) :]
        drop = [isinstance(entry, dict) and bool(entry.get(_DROP)) for entry in new]
        return [entry for place, entry in enumerate(merged) if not (place < len(drop) and drop[place])]
    return copy.deepcopy(new)
