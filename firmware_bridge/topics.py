"""Topics of the broker and the words on them: ``mt/1/<table>/node/<node>/<leaf>``, JSON in UTF-8, at most 1 KB.

leaf      from     QoS  retained   content
ev        node     1    never      one event; a retained one is ignored, or an old roll would be rolled again
                                   {…, "sig": its signature in hex, when the device signs}
ack       core     1    yes        {"epoch", "upto"}: everything up to it is on the core's disk
state     node     1    yes        {"s", "session", "boot", "why"}; the will says offline
info      node     1    yes        what it is: hello in words
tele      node     0    never      frames damaged, resends, what waits
cmd       core     1    never      {"id", "ttl_ms", "kind", "body"}, or {"id", "kind": "replay", "epoch", "from"}
cmd/ack   node     1    never      {"id", "status"}

``mt/1/<table>/bridge/state`` and ``/info`` are the same for the bridge (its ports), ``mt/1/<table>/core/state`` for the
table. A device is not there when its bridge is not.
"""

from __future__ import annotations

import json
from typing import Any

from companion.errors import InputError
from firmware_bridge import formats
from firmware_bridge.spool import SpooledEvent


def topic(table: str, node: str, leaf: str) -> str:
    """The topic of a node's leaf; ``+`` as the node means all of them."""
    return f"mt/1/{table}/node/{node}/{leaf}"


def bridge_topic(table: str, leaf: str) -> str:
    """The topic of the bridge's leaf: ``state`` or ``info``."""
    return f"mt/1/{table}/bridge/{leaf}"


def core_topic(table: str) -> str:
    """The topic on which the table says that it is there."""
    return f"mt/1/{table}/core/state"


def node_of(topic_name: str) -> str:
    """The node a topic speaks of; ``InputError`` if it is none of ours."""
    parts = topic_name.split("/")
    if len(parts) < 6 or parts[:2] != ["mt", "1"] or parts[3] != "node":
        raise InputError("broker", "topic", repr(topic_name), "mt/1/<table>/node/<node>/<leaf>")
    return parts[4]


def parse_object(topic_name: str, payload: bytes) -> dict[str, Any]:
    """The JSON object in a payload of at most 1 KB; ``InputError`` names the topic if it is none."""
    try:
        found = json.loads(payload) if len(payload) <= 1024 else None
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise InputError(topic_name, "", repr(payload[:40]), "a JSON object of at most 1 KB")
    return found


def format_event(event: SpooledEvent, oldest: int) -> bytes:
    """The event in words; ``oldest`` is the lowest seq the sender still keeps: nothing below it will ever come."""
    name = formats.NAMES["event"].get(event.kind)
    kind: str | int = event.kind
    body: dict[str, Any] = {"hex": event.body.hex()}
    if name is not None and _is_plain(name, event.body):
        kind, body = name.lower(), formats.unpack("event", name, event.body)
    words = {
        "v": 1,
        "node": event.node,
        "epoch": event.epoch,
        "seq": event.seq,
        "boot": event.boot,
        "t": event.t_ms,
        "at": event.at_ms,
        "err": event.err_ms,
        "kind": kind,
        "body": body,
        "replay": event.replayed,
        "oldest": oldest,
    }
    if event.sig:
        words["sig"] = event.sig.hex()
    return json.dumps(words, separators=(",", ":")).encode()


def parse_event(topic_name: str, payload: bytes) -> tuple[SpooledEvent, int]:
    """The event and the sender's ``oldest``; ``InputError`` names the field that is not as declared."""
    words = parse_object(topic_name, payload)
    node = node_of(topic_name)
    if words.get("node") != node:  # only its own name: the broker checked the topic, nobody checked the text
        raise InputError(topic_name, "node", repr(words.get("node")), repr(node))
    numbers = {name: _whole(topic_name, words, name) for name in ("epoch", "seq", "boot", "t", "at", "err", "oldest")}
    kind, body = _body(topic_name, words.get("kind"), words.get("body"))
    event = SpooledEvent(
        node,
        numbers["epoch"],
        numbers["seq"],
        numbers["boot"],
        numbers["t"],
        kind,
        body,
        at_ms=numbers["at"],
        err_ms=numbers["err"],
        replayed=words.get("replay") is True,
        sig=_signature(topic_name, words.get("sig", "")),
    )
    return event, numbers["oldest"]


def _is_plain(name: str, body: bytes) -> bool:
    try:
        return formats.pack("event", name, formats.unpack("event", name, body)) == body
    except ValueError:
        return False


def _whole(topic_name: str, words: dict[str, Any], name: str) -> int:
    value = words.get(name)
    if type(value) is not int or not 0 <= value < 1 << 63:
        raise InputError(topic_name, name, repr(value), "a whole number from 0")
    return value


def _signature(topic_name: str, sig: Any) -> bytes:
    try:
        return bytes.fromhex(sig)
    except (TypeError, ValueError) as wrong:
        raise InputError(topic_name, "sig", repr(sig)[:60], "a signature in hexadecimal digits") from wrong


def _body(topic_name: str, kind: Any, body: Any) -> tuple[int, bytes]:
    try:
        if isinstance(kind, str):
            return formats.KINDS["event"][kind.upper()].number, formats.pack("event", kind.upper(), body)
        if type(kind) is int and 0 <= kind <= 255:
            return kind, bytes.fromhex(body["hex"])
    except (KeyError, TypeError, ValueError) as wrong:
        raise InputError(topic_name, "body", repr(body)[:60], "the fields of its kind") from wrong
    raise InputError(topic_name, "kind", repr(kind), "a word of the schema or a number")
