"""Damaged frames: none is accepted, and each costs one frame. `$FRAMES` says how many; the seed is in the name.

Each round sends three frames, the middle one damaged in one of nine ways by a number from a generator of our own; what
the decoder says is compared with what was sent. A CRC-32 lets one damaged frame in 4 * 10^9 through by itself: ten
million are expected to show none (0.2 % chance of one).
"""

import os

import formats
import protocol
from examine import same

FRAMES = int(os.getenv("FRAMES") or "30000")
SEED = 20261122


class Chance:
    """xorshift32 (Marsaglia 2003): the same numbers on every machine."""

    def __init__(self, seed):
        self.state = seed

    def below(self, limit):
        x = self.state
        x ^= x << 13 & 0xFFFFFFFF
        x ^= x >> 17
        x ^= x << 5 & 0xFFFFFFFF
        self.state = x
        return x % limit


def drawn(chance):
    """A frame of a kind and contents by chance, as bytes."""
    names = ("EVENT", "ACK", "CMD", "TIME_A", "TELE", "HELLO")
    name = names[chance.below(len(names))]
    fields = {}
    for field, code, _ in formats.KINDS["frame"][name][1]:
        if code in formats.CODES:
            bits = int(code[1:])
            value = chance.below(256) if chance.below(2) else chance.state << 32 | chance.below(1 << 31)
            fields[field] = value & (1 << bits) - 1
        else:
            raw = bytes([chance.below(96) + 32 if chance.below(4) else 48 for _ in range(chance.below(12))])
            fields[field] = raw.decode() if code == "str" else raw + bytes(chance.below(4))
    return protocol.seal(name, fields)


def damaged(frame, chance):
    """The frame hurt in one way, its closing zero untouched; never the same bytes."""
    data = bytearray(frame[:-1])
    way, at = chance.below(9), chance.below(len(frame) - 1)
    if way == 0:
        data[at] ^= 1 << chance.below(8)
    elif way == 1:
        for _ in range(2 + chance.below(7)):
            data[chance.below(len(data))] ^= 1 << chance.below(8)
    elif way == 2:
        data = data[:at] + data[at + 1 :]
    elif way == 3:
        data = data[: at + 1] + data[at:]
    elif way == 4:
        data = data[:at] + bytes((chance.below(256),)) + data[at:]
    elif way == 5:
        for place in range(at, min(at + 2 + chance.below(16), len(data))):
            data[place] = chance.below(256)
    elif way == 6:
        other = chance.below(len(data))
        data[at], data[other] = data[other], data[at]
    elif way == 7:
        data = data[:at]
    else:
        data = data[at:] + data[:at]
    pieces = bytes(data).split(b"\0")  # a zero put in front, or the same byte swapped, leaves the frame whole
    return None if frame[:-1] in pieces or not data.strip(b"\0") else bytes(data) + b"\0"


def test_no_damaged_frame_is_accepted_and_each_costs_one_frame_seed_20261122():
    chance = Chance(SEED)
    decoder = protocol.Decoder()
    clean = [drawn(chance) for _ in range(16)]
    wanted = [protocol.unseal(frame[:-1]) for frame in clean]
    hurt = accepted = 0
    while hurt < min(FRAMES, 5000):
        if hurt % 64 == 0:
            originals = [drawn(chance) for _ in range(16)]
        bad = damaged(originals[hurt % 16], chance)
        if bad is None:
            continue
        one, other = chance.below(16), chance.below(16)
        before = decoder.bad
        found = decoder.feed(clean[one] + bad + clean[other])
        hurt += 1
        if found != [wanted[one], wanted[other]]:
            accepted += len(found) != 2
            same((found, bad), ([wanted[one], wanted[other]], bad), hurt)
        if decoder.bad == before:
            same(decoder.unknown, 0, "neither bad nor unknown")
    same(accepted, 0)
    print("FIGURE damaged frames", hurt, "accepted", accepted)


def test_no_damaged_frame_is_accepted_by_itself_seed_20261122():
    chance = Chance(SEED + 1)
    decoder = protocol.Decoder()
    hurt = 0
    while hurt < FRAMES:
        original = drawn(chance)
        for _ in range(64):
            bad = damaged(original, chance)
            if bad is not None:
                hurt += 1
                found = decoder.feed(bad)
                assert not found, (original, bad, found)
    assert decoder.bad + decoder.unknown >= hurt, (decoder.bad, decoder.unknown, hurt)
    same(decoder.unknown, 0)
    print("FIGURE damaged alone", hurt)


def test_a_damaged_border_costs_at_most_the_two_frames_beside_it_seed_20261122():
    chance = Chance(SEED)
    decoder = protocol.Decoder()
    most = 0
    for _ in range(min(FRAMES, 5000)):
        frames = [drawn(chance) for _ in range(4)]
        wanted = [protocol.unseal(frame[:-1]) for frame in frames]
        border = frames[1][:-1] + (bytes((1 << chance.below(8),)) if chance.below(2) else b"")  # flipped, or dropped
        found = decoder.feed(frames[0] + border + frames[2] + frames[3])
        same((found[0], found[-1]), (wanted[0], wanted[3]))
        same([message for message in found if message not in wanted], [])
        most = max(most, 4 - len(found))
    same(most, 2)


def test_64_byte_packets_frames_of_62_to_66_bytes_arrive_in_pieces_of_64():  # micropython #11253, #15960
    for size in range(40, 72):
        frame = protocol.seal("LOG", {"level": 1, "text": b"x" * size})
        decoder = protocol.Decoder()
        found = []
        for at in range(0, len(frame), 64):
            found += decoder.feed(frame[at : at + 64])
        same((len(found), decoder.bad), (1, 0), len(frame))
