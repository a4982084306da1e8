# Small facts on flash that are either whole or not there: a pair of u32 and its CRC, replaced by rename.
import binascii
import os
import struct


def crc(data):
    """The four CRC bytes of some data."""
    return struct.pack("<I", binascii.crc32(data) & 0xFFFFFFFF)


def read_pair(path):
    """The pair of numbers in a file, or None if it is missing or damaged."""
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError:
        return None
    return struct.unpack("<II", data[:8]) if len(data) == 12 and crc(data[:8]) == data[8:] else None


def write_pair(path, one, other):
    """Write the pair into the file, for good when this returns; a cut leaves the old one."""
    data = struct.pack("<II", one, other)
    with open(path + ".new", "wb") as file:
        file.write(data + crc(data))
        file.flush()
    os.rename(path + ".new", path)
