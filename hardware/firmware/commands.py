# Orders of the host: find the handler, read the fields, answer. An order sets a state; obeying it twice is harmless.
import formats

DONE, UNKNOWN, EXPIRED, REFUSED = [formats.number("status", name) for name in ("DONE", "UNKNOWN", "EXPIRED", "REFUSED")]


def obey(link, command, handlers):
    """Carry one order out by `handlers[name](fields) -> status`, and answer it."""
    command_id, kind, body = command
    name = formats.NAMES["command"].get(kind)
    status = UNKNOWN
    if name in handlers:
        try:
            status = handlers[name](formats.unpack("command", name, body))
        except ValueError:
            status = REFUSED
    link.done(command_id, status)


def pattern_of(fields):
    """The name of the pattern a command asks for, or None."""
    return formats.NAMES["ring"].get(fields["pattern"])
