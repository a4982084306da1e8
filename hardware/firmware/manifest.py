# What an update consists of, as a file: a title line, then a line for each file.
#
#     tablewright-firmware 1 0.3.0
#     <sha256, 64 hex digits> <size> <path>
#
# Read line by line: beside a full outbox there is no room for the whole of it.
FIRST = "tablewright-firmware 1 "
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_."
APPLICATION = "node.py"


def rows(path):
    """Each (sha256 as hex, size, path); ValueError where it is no manifest, or a path would leave its folder."""
    file = open(path)
    try:
        if not file.readline().startswith(FIRST):
            raise ValueError("manifest")
        while True:
            line = file.readline()
            if not line:
                return
            yield _row(line)
    finally:
        file.close()


def size_of(path):
    """The bytes of all its files together; ValueError also where no application is among them."""
    total, is_there = 0, False
    for _, size, name in rows(path):
        total += size
        is_there = is_there or name == APPLICATION
    if not is_there:
        raise ValueError("no application")
    return total


def _row(line):
    sha256, size, path = line[:-1].split(" ")
    parts = path.split("/")
    for part in parts:
        if not part or part.startswith(".") or [letter for letter in part if letter not in LETTERS]:
            raise ValueError("path")
    if len(parts) > 2 or len(sha256) != 64 or int(size) < 0 or line[-1] != "\n":
        raise ValueError("file")
    return sha256, int(size), path
