# What an update consists of, as text: a title line, then a line for each file.
#
#     tablewright-firmware 1 0.3.0
#     <sha256, 64 hex digits> <size> <path>
FIRST = "tablewright-firmware 1 "
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_."


def parse(text):
    """(version, [(sha256 as hex, size, path)...]); ValueError if it is none, or a path would leave its folder."""
    lines = text.split("\n")
    if not lines[0].startswith(FIRST) or lines[-1] != "":
        raise ValueError("manifest")
    files = []
    for line in lines[1:-1]:
        sha256, size, path = line.split(" ")
        parts = path.split("/")
        for part in parts:
            if not part or part.startswith(".") or [letter for letter in part if letter not in LETTERS]:
                raise ValueError("path")
        if len(parts) > 2 or len(sha256) != 64 or int(size) < 0 or path in [file[2] for file in files]:
            raise ValueError("file")
        files.append((sha256, int(size), path))
    if "node.py" not in [file[2] for file in files]:
        raise ValueError("no application")
    return lines[0][len(FIRST):], files
