"""Writes what follows from ``schema.toml``; with ``--check`` it only says whether everything is up to date.

    schema.toml ──> SCHEMA text ──> hardware/firmware/formats.py, firmware_bridge/formats.py   (between two lines)
         │                     └──> its CRC-32, which travels in HELLO
         ├──> tables of hardware/protocol/README.md                                            (between two lines)
         └──> examples ──> tests/oracles/wire.py ──> hardware/protocol/vectors.json        (the slow packer)

Run it as ``python -m hardware.protocol.generate``.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SOURCE = Path(__file__).with_name("schema.toml")
TYPES = ("u8", "u16", "u32", "u64", "str", "rest")
Row = Mapping[str, Any]


def load(path: Path = SOURCE) -> dict[str, Any]:
    """The schema document; ``ValueError`` names a field that breaks its rules."""
    schema = tomllib.loads(path.read_text(encoding="utf-8"))
    for kind, names, row in messages(schema):
        fields = row["fields"]
        for at, field in enumerate(fields):
            where = f"{kind} {'/'.join(names)}.{field['name']}"
            if field["type"] not in TYPES:
                raise ValueError(f"{where}: type {field['type']!r} is none of {', '.join(TYPES)}")
            if field["type"] == "rest" and at + 1 < len(fields):
                raise ValueError(f"{where}: `rest` must be the last field")
            if at and "since" in fields[at - 1] and "since" not in field:
                raise ValueError(f"{where}: a field of version {schema['oldest']} behind a newer one")
    return schema


def messages(schema: Row) -> Iterator[tuple[str, dict[str, int], Row]]:
    """Each declared message as (kind, its names and numbers, the row)."""
    for row in schema["frame"]:
        yield "frame", {row["name"]: row["number"]}, row
    for kind in ("event", "command"):
        for row in schema[kind]:
            yield kind, row["names"], row


def schema_text(schema: Row) -> str:
    """The schema as both ends hold it: a line for each message, ``?`` behind a field that may be missing at the end."""
    lines = []
    for kind, names, row in messages(schema):
        fields = [f"{one['name']}:{one['type']}{'?' if 'since' in one else ''}" for one in row["fields"]]
        lines += [" ".join([kind, name, f"{number:02x}", *fields]) for name, number in names.items()]
    for row in schema["word"]:
        lines += [f"{row['kind']} {name} {number:02x}" for name, number in row["names"].items()]
    return "\n".join(lines) + "\n"


def _code(schema: Row) -> str:
    former = ", ".join(f"0x{crc:08X}" for crc in schema["former"]) + "," * (len(schema["former"]) == 1)
    numbers = f"PROTO = {schema['version']}\nOLDEST = {schema['oldest']}\n"
    numbers += f"FORMER = ({former})  # SCHEMA_CRC of versions before\n"
    return f'SCHEMA = """\\\n{schema_text(schema)}"""  # noqa: E501\n{numbers}'


def tables(schema: Row) -> str:
    """The manual's tables, in Markdown."""
    out = [f"Version {schema['version']}; a host also speaks version {schema['oldest']}.", ""]
    for kind, title in (("frame", "Frames"), ("event", "Events"), ("command", "Commands")):
        out += [f"### {title}", "", "| number | name | from | fields | meaning |", "|---|---|---|---|---|"]
        if kind == "command":
            out[-2] = out[-2].replace("| from |", "| for |")
        for this, names, row in messages(schema):
            if this == kind:
                fields = " ".join(
                    f"`{one['name']}:{one['type']}`{'²' if 'since' in one else ''}" for one in row["fields"]
                )
                numbers = " ".join(f"`{number:02x}`" for number in names.values())
                out.append(f"| {numbers} | {' '.join(names)} | {row['from']} | {fields or '-'} | {row['about']} |")
        out.append("")
    out += ["² since version 2: may be missing at the end, and then is 0 or empty.", "", "### Numbers with names", ""]
    out += ["| kind | numbers | meaning |", "|---|---|---|"]
    for row in schema["word"]:
        numbers = ", ".join(f"{number} {name}" for name, number in row["names"].items())
        out.append(f"| {row['kind']} | {numbers} | {row['about']} |")
    out += ["", "### Fields", "", "| message | field | meaning |", "|---|---|---|"]
    for _, names, row in messages(schema):
        out += [f"| {' '.join(names)} | {one['name']} | {one['about']} |" for one in row["fields"]]
    return "\n".join(out) + "\n"


def _between(text: str, path: Path, new: str, begin: str, end: str) -> str:
    head, found, rest = text.partition(begin)
    _, ended, tail = rest.partition(end)
    if not found or not ended:
        raise ValueError(f"{path}: the lines {begin.strip()!r} and {end.strip()!r} are not there")
    return head + begin + new + end + tail


def outputs(schema: Row) -> dict[Path, str]:
    """Every generated file with the text it should have."""
    code = ("# generated from hardware/protocol/schema.toml\n", "# end of the generated part\n")
    page = ("<!-- generated from schema.toml -->\n", "<!-- end of the generated part -->\n")
    parts = {
        ROOT / "hardware" / "firmware" / "formats.py": (_code(schema), *code),
        ROOT / "firmware_bridge" / "formats.py": (_code(schema), *code),
        ROOT / "hardware" / "protocol" / "README.md": (tables(schema), *page),
    }
    return {path: _between(path.read_text(encoding="utf-8"), path, *part) for path, part in parts.items()}


def main() -> int:
    """0 if everything is up to date or was written, 1 if ``--check`` found a stale file."""
    stale = {path: text for path, text in outputs(load()).items() if path.read_text(encoding="utf-8") != text}
    for path, text in stale.items():
        sys.stdout.write(f"{'stale' if '--check' in sys.argv else 'written'}: {path.relative_to(ROOT)}\n")
        if "--check" not in sys.argv:
            path.write_text(text, encoding="utf-8")
    return int(bool(stale) and "--check" in sys.argv)


if __name__ == "__main__":
    sys.exit(main())
