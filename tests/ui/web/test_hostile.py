"""A hostile client: what it sends is refused, changes nothing, and slows nobody."""

from __future__ import annotations

import json
import random
import threading
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.patience import PATIENCE_S
from tests.ui.web.hosting import Client, Served
from tests.ui.web.listening import Ear, hall_of
from tests.ui.web.tables import fight, quest
from ui.web.messages import FRAME_BYTES, Hello, Message, Ping, Tap, read_message

TAP = {"type": "tap", "id": 1, "epoch": 1, "seen": 1, "does": "press", "what": "do:0", "at": [3, 4]}
WORDS = (
    "do:0",
    "do:-1",
    "do:99999999999999999999",
    "do:x",
    "pick:../..",
    "page:9",
    "page:-3",
    "choose:__class__",
    "face:7",
    "overrule",
    "confirm:5",
    "confirm:x",
    "undo",
    "agree",
    "uncover",
    "hand_over",
    "language",
    "end_turn",
    "roll",
    "sit:red",
    "sit:nobody",
    "rise:blue",
    "give:1",
    "keep:x",
    "remove:1",
    "r1",
    "b1",
    "\x00",
    "\ud7ff",
    "é" * 150,
    "",
)
VALUES: tuple[Any, ...] = (
    *WORDS,
    None,
    True,
    -1,
    0,
    1,
    2**53,
    2**63,
    1e300,
    [],
    {},
    [1, 2],
    [-1, -1],
    [999, 999],
    [1.5, 2],
)
DOES = ("press", "piece", "space", "lift", "over", "drop", "room", "steal")


def nonsense(chance: random.Random) -> str:
    """Something like a tap: a field changed, a piece cut out, or noise."""
    message: dict[str, Any] = {**TAP, "id": chance.randrange(1, 2**40)}
    message |= {"does": chance.choice(DOES), "what": chance.choice(WORDS)}
    for _ in range(chance.randrange(3)):
        message[chance.choice([*message, "extra"])] = chance.choice(VALUES)
    text = json.dumps(message)
    match chance.randrange(4):
        case 0:
            at = chance.randrange(len(text))
            return text[:at] + chr(chance.randrange(32, 0x2FF)) + text[at + chance.randrange(4) :]
        case 1:
            return "".join(chr(chance.randrange(1, 0x2FF)) for _ in range(chance.randrange(60)))
        case _:
            return text


def attack(count: int) -> None:
    """So many frames at halls of both games; the record and what others are shown stay as they are."""
    for opened, wanted, other in ((fight, "spectator", "red"), (quest, "spectator", "elf")):
        table = opened()
        hall = hall_of(table)
        friend = Ear(hall, other)
        enemy = Ear(hall, wanted)
        before, frames = table.session.version, len(friend.frames)
        chance, understood = random.Random(7), 0
        for _ in range(count):
            message = read_message(nonsense(chance))
            if isinstance(message, Tap):
                understood += 1
                answer = hall.tap(enemy.guest, message)
                assert not answer.ok, message
        hall.settle()
        assert understood > count // 8
        assert (table.session.version, len(friend.frames)) == (before, frames)


def test_two_thousand_frames_change_nothing() -> None:
    attack(1000)


@pytest.mark.long
def test_a_hundred_thousand_frames_change_nothing() -> None:
    attack(50_000)


def test_a_player_who_sends_nonsense_gives_no_order_of_another_seat() -> None:
    """It may choose and propose on its own screen; nothing of that is in the record, for it is not its turn."""
    table = fight()
    hall = hall_of(table)
    active = str(table.session.state.active_seat)
    enemy = Ear(hall, "blue" if active == "red" else "red")
    before, chance = table.session.version, random.Random(11)
    for number in range(600):
        message = read_message(nonsense(chance))
        if isinstance(message, Tap) and message.does != "room":
            seen = Tap(number + 1, hall.epoch, enemy.number, message.does, message.what, message.at)
            hall.tap(enemy.guest, seen)
            hall.settle()
    assert table.session.version == before


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('{"type":"ping"}', Ping),
        ('{"type":"hello","protocol":"x"}', Hello),
        (json.dumps(TAP), Tap),
        ("{", str),
        ("[]", str),
        ('{"type":"order"}', str),
        (json.dumps({**TAP, "id": 0}), str),
        (json.dumps({**TAP, "more": 1}), str),
        (json.dumps({**TAP, "what": "x" * 201}), str),
        ('{"type":"ping"}' + " " * FRAME_BYTES, str),
        ("[" * 3000, str),
    ],
)
def test_messages_and_what_is_none(text: str, kind: type[Message | str]) -> None:
    assert isinstance(read_message(text), kind)


@pytest.mark.long
def test_a_flood_keeps_nobody_from_playing(table: Served) -> None:
    """Every tap of somebody else is answered meanwhile; how soon is no matter of a test on a shared machine."""
    friend = Client(table, table.token("red"))
    enemies = [Client(table, table.token("spectator")) for _ in range(4)]

    def flood(enemy: Client, stop: threading.Event) -> None:
        number = 0
        try:
            while not stop.is_set():
                number += 1
                enemy.socket.send(json.dumps({**TAP, "id": number, "epoch": enemy.epoch, "seen": enemy.number}))
        except ConnectionClosed:
            return

    stop = threading.Event()
    threads = [threading.Thread(target=flood, args=(enemy, stop), daemon=True) for enemy in enemies]
    for thread in threads:
        thread.start()
    answers = []
    for _ in range(20):
        friend.settle()  # what it sees is the newest: no tap comes too late
        answers.append(friend.tap("press", "overlay")["ok"])
    stop.set()
    for enemy in enemies:
        enemy.close()
    for thread in threads:
        thread.join(PATIENCE_S)
    assert answers == [True] * 20


def test_a_page_that_takes_nothing_is_sent_only_the_newest(table: Served) -> None:
    """Its models are replaced while it does not read; nothing is kept for it but the last."""
    friend = Client(table, table.token("red"))
    watcher = Client(table, table.token("blue"))
    for _ in range(30):
        friend.tap("press", "overlay")
    friend.settle()
    watcher.settle()
    assert len(watcher.frames) <= 3
