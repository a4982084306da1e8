"""What a HELLO is worth: whether its sender may be talked to, and in which protocol.

We speak our protocol and the one before it. A device older than that is listened to, so that what it stored is not
lost, and a person is told to update it. A device that asks for a newer one than ours is refused.
"""

from __future__ import annotations

import re

from firmware_bridge import formats
from firmware_bridge.protocol import Message

NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?")  # it becomes part of a topic: no wildcard, no slash


def fault_in(hello: Message) -> str:
    """The reason word for a greeting that no device of ours gives, else empty."""
    if not NAME.fullmatch(hello.text("node")):
        return "bad-name"
    if hello.number("min") > hello.number("max") or hello.number("oldest") > hello.number("next"):
        return "nonsense"
    return ""


def protocol_for(hello: Message) -> int:
    """The protocol to speak with the sender; 0 when there is none."""
    return min(formats.PROTO, hello.number("max")) if hello.number("min") <= formats.PROTO else 0
