# Small facts on flash that are either whole or not there: data and its CRC, replaced by rename; mostly a pair of u32.
import binascii
import os
import struct


def crc(data):
    """The four CRC bytes of some data."""
    return struct.pack("<I", binascii.crc32(data) & 0xFFFFFFFF)


def read_whole(path):
    """The data in a file, or None if it is missing or damaged; what a cut left of a write is cleared away."""
    drop(path + ".new")
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError:
        return None
    return data[:-4] if len(data) > 4 and crc(data[:-4]) == data[-4:] else None


def write_whole(path, data):
    """Write the data into the file, for good when this returns; a cut or a full flash leaves the old one."""
    try:
        with open(path + ".new", "wb") as file:
            file.write(data + crc(data))
            file.flush()
        os.rename(path + ".new", path)
    except OSError:
        drop(path + ".new")
        raise


def drop(path):
    """Remove a file that may not be there."""
    try:
        os.remove(path)
    except OSError:
        pass


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
    write_whole(path, struct.pack("<II", one, other))
