"""Both codecs read the golden frames, agree on drawn messages, and damage never costs more than one frame."""

from __future__ import annotations

import binascii
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge import formats
from firmware_bridge.protocol import LIMIT, Decoder, Message, encode, stuff, unstuff

SIZES = {"u8": 8, "u16": 16, "u32": 32, "u64": 64}


def drawn_value(code: str) -> st.SearchStrategy[Any]:
    if code == "str":
        return st.text("azé漢\0\U0001f3b2", max_size=10)
    return st.binary(max_size=100) if code == "rest" else st.integers(0, 2 ** SIZES[code] - 1)


def drawn_message(name: str) -> st.SearchStrategy[Message]:
    fields = {field: drawn_value(code) for field, code in formats.KINDS["frame"][name].fields}
    return st.builds(Message, st.just(name), st.fixed_dictionaries(fields), st.integers(0, 255))


MESSAGES = st.sampled_from(sorted(formats.KINDS["frame"])).flatmap(drawn_message)
GARBAGE = st.binary(max_size=30).map(lambda junk: junk.replace(b"\0", b"\1"))


def meant(row: dict[str, Any]) -> dict[str, Any]:
    return {
        name: bytes.fromhex(value["hex"]) if isinstance(value, dict) else value for name, value in row["fields"].items()
    }


def test_both_ends_hold_the_same_schema(firmware: Any) -> None:
    assert firmware.formats.SCHEMA == formats.SCHEMA
    assert firmware.formats.SCHEMA_CRC == formats.SCHEMA_CRC == binascii.crc32(formats.SCHEMA.encode())
    assert (firmware.formats.PROTO, firmware.formats.OLDEST) == (formats.PROTO, formats.OLDEST) == (2, 1)
    assert formats.SCHEMA_CRC not in formats.FORMER


def test_every_line_of_the_schema_has_a_number_of_its_own() -> None:
    for kind, table in formats.KINDS.items():
        assert len({shape.number for shape in table.values()}) == len(table), kind


@pytest.mark.parametrize("line", ["frame X", "frame X zz", "frame X 01 a:u9", "frame X 01 a", "frame X 01 a:u8? b:u8"])
def test_a_schema_line_that_is_none_is_named(line: str) -> None:
    with pytest.raises(ValueError, match="schema line"):
        formats.parse_schema(line)


def test_host_reads_and_writes_the_golden_frames(vectors: list[dict[str, Any]]) -> None:
    for row in vectors:
        decoder = Decoder()
        found = decoder.feed(bytes.fromhex(row["hex"]))
        if "name" in row:
            assert found == [Message(row["name"], meant(row), row["flags"])], row
            again = encode(found[0]).hex()
            assert (again == row["hex"]) != row.get("rewritten", False), row
        assert (decoder.good, decoder.unknown, decoder.bad) == (
            int("name" in row),
            int("unknown" in row),
            int("damaged" in row),
        ), row


def test_firmware_reads_and_writes_the_golden_frames(firmware: Any, vectors: list[dict[str, Any]]) -> None:
    for row in vectors:
        decoder = firmware.protocol.Decoder()
        found = decoder.feed(bytes.fromhex(row["hex"]))
        if "name" in row:
            assert found == [(row["name"], row["flags"], meant(row))], row
            again = firmware.protocol.seal(*found[0][::2], found[0][1]).hex()
            assert (again == row["hex"]) != row.get("rewritten", False), row
        assert (decoder.unknown, decoder.bad) == (int("unknown" in row), int("damaged" in row)), row


@given(st.binary(max_size=700))
def test_stuffing_leaves_no_zero_and_comes_back(firmware: Any, raw: bytes) -> None:
    assert 0 not in stuff(raw)
    assert unstuff(stuff(raw)) == raw
    assert firmware.protocol.stuff(raw) == stuff(raw)
    assert firmware.protocol.unstuff(stuff(raw)) == raw


@given(MESSAGES)
def test_what_one_end_writes_the_other_reads(firmware: Any, message: Message) -> None:
    wire = encode(message)
    assert firmware.protocol.seal(message.name, message.fields, message.flags) == wire
    assert Decoder().feed(wire) == [message]
    assert firmware.protocol.Decoder().feed(wire) == [(message.name, message.flags, dict(message.fields))]


@given(MESSAGES)
@settings(max_examples=25)
def test_every_single_flipped_bit_is_rejected(firmware: Any, message: Message) -> None:
    wire = encode(message)
    for bit in range(8 * (len(wire) - 1)):
        hurt = bytearray(wire)
        hurt[bit // 8] ^= 1 << bit % 8
        host, device = Decoder(), firmware.protocol.Decoder()
        assert host.feed(bytes(hurt)) == [] == device.feed(bytes(hurt)), bit
        assert host.bad == device.bad > 0, bit


@given(st.lists(MESSAGES, max_size=3))
@settings(max_examples=25)
def test_it_does_not_matter_where_the_stream_is_cut(firmware: Any, messages: list[Message]) -> None:
    wire = b"".join(map(encode, messages))
    for cut in range(len(wire) + 1):
        host, device = Decoder(), firmware.protocol.Decoder()
        assert host.feed(wire[:cut]) + host.feed(wire[cut:]) == messages, cut
        assert len(device.feed(wire[:cut]) + device.feed(wire[cut:])) == len(messages), cut
        assert host.bad == device.bad == 0


@given(st.lists(st.tuples(MESSAGES, GARBAGE), min_size=1, max_size=6), st.integers(1, 40))
def test_garbage_in_between_costs_one_frame_only(firmware: Any, pairs: list[tuple[Message, bytes]], step: int) -> None:
    wire = b"".join(junk + encode(message) for message, junk in pairs)
    clean = [message for message, junk in pairs if not junk]
    for decoder in (Decoder(), firmware.protocol.Decoder()):
        found = [one for at in range(0, len(wire), step) for one in decoder.feed(wire[at : at + step])]
        assert len(found) == len(clean)
        assert decoder.bad == len(pairs) - len(clean)


@given(st.binary(max_size=2000))
def test_noise_is_never_a_message(noise: bytes) -> None:
    decoder = Decoder()
    assert decoder.feed(noise) == []
    assert decoder.bad <= noise.count(b"\0")


def test_a_line_that_never_ends_fills_no_memory(firmware: Any) -> None:
    for decoder in (Decoder(), firmware.protocol.Decoder()):
        for _ in range(100):
            assert decoder.feed(b"\1" * 10_000) == []
        assert len(decoder._part) <= LIMIT + 2
        assert len(decoder.feed(b"\0" + encode(Message("ERR", {"code": 1, "detail": b""})))) == 1
        assert decoder.bad == 1


@pytest.mark.parametrize("fields", [{"id": 1, "status": 256}, {"id": -1, "status": 0}, {"id": "1", "status": 0}])
def test_a_value_that_does_not_fit_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="CMD_ACK"):
        encode(Message("CMD_ACK", fields))


def test_a_frame_over_the_limit_is_refused(firmware: Any) -> None:
    fields: dict[str, formats.Value] = {"level": 1, "text": bytes(LIMIT - 7)}
    assert len(unstuff(encode(Message("LOG", fields))[:-1])) == LIMIT
    fields["text"] = bytes(LIMIT - 6)
    with pytest.raises(ValueError, match="limit"):
        encode(Message("LOG", fields))
    with pytest.raises(ValueError, match="long"):
        firmware.protocol.seal("LOG", fields)
