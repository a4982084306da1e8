"""Run by the MicroPython VM: the shipped codec reads the golden frames and prints how many it got right."""

import binascii
import json
import sys

import protocol  # type: ignore[import-not-found]  # hardware/firmware, on the VM's path


def main(path: str) -> None:
    with open(path) as file:  # noqa: PTH123 - MicroPython has no pathlib
        rows = json.load(file)
    for row in rows:
        wire = binascii.unhexlify(row["hex"])
        decoder = protocol.Decoder()
        found = decoder.feed(wire)
        if "name" in row:
            fields = {}
            for name, value in row["fields"].items():
                fields[name] = binascii.unhexlify(value["hex"]) if isinstance(value, dict) else value
            assert found == [(row["name"], row["flags"], fields)], row
            if not row.get("rewritten"):
                assert protocol.seal(row["name"], fields, row["flags"]) == wire, row
        else:
            assert found == [], row
        assert (decoder.bad, decoder.unknown) == (int("damaged" in row), int("unknown" in row)), row
    print(len(rows), "golden frames")  # noqa: T201 - this is its answer


main(sys.argv[1])
