# Why a reader could not scan; the numbers are the schema's.
import formats

SILENT, RESET, STUCK, STRANGE = [formats.number("fault", name) for name in ("SILENT", "RESET", "STUCK", "STRANGE")]


class Fault(Exception):
    """A reader failed, so its scan proves nothing; args[0] is the fault's number."""
