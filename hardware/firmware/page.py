# One small page over HTTP, on which a phone types the network: its form, what is wrong with what was typed, hostile callers.
#
#     GET ─> the form, English or French             POST ─> fields, or the form again with a line
#     anything else, too long, half, too slow ─> one line, and hung up; nothing is kept of it
#
# One caller at a time, and nothing here waits. What is typed as a password is never shown again. The words stand here and
# not in the catalogue of the tablet: the device tells them without it.
import errno
import socket

PORT = 80
HEAD, BODY = 2048, 700  # bytes of a request
PATIENCE_MS = 4000  # for a request, and for its answer
SSID, SHORTEST, LONGEST = 32, 8, 63  # of IEEE 802.11: bytes of a name, characters of a password
LINES = {
    "200": "OK",
    "400": "Not understood",
    "404": "Not here",
    "405": "GET or POST",
    "408": "Too slow",
    "413": "Too long",
}
WORDS = {
    "title": ("Which network?", "Quel réseau ?"),
    "ssid": ("Name of the Wi-Fi (2.4 GHz)", "Nom du Wi-Fi (2,4 GHz)"),
    "password": ("Its password", "Son mot de passe"),
    "host": (
        "The table: its name, as table-3f2a9c, or address",
        "La table : son nom, comme table-3f2a9c, ou son adresse",
    ),
    "send": ("Join", "Rejoindre"),
    "done": (
        "It leaves this network now and joins yours: a green light says that it is there. If not, this network comes back within a minute and says why.",
        "Il quitte ce réseau et rejoint le vôtre : une lumière verte dit qu'il y est. Sinon, ce réseau revient en une minute et dit pourquoi.",
    ),
    "bad-ssid": ("The name has 1 to 32 signs.", "Le nom a de 1 à 32 signes."),
    "bad-password": ("The password has 8 to 63 signs, or none.", "Le mot de passe a de 8 à 63 signes, ou aucun."),
    "bad-host": (
        "The table is four numbers, as 192.168.1.20, or the name it shows.",
        "La table est quatre nombres, comme 192.168.1.20, ou le nom qu'elle montre.",
    ),
    "no-room": ("No room to keep it: connect the cable.", "Pas de place pour le garder : branchez le câble."),
    "wifi-password": ("The Wi-Fi refused the password.", "Le Wi-Fi a refusé le mot de passe."),
    "wifi-away": ("No Wi-Fi of that name is in reach.", "Aucun Wi-Fi de ce nom n'est à portée."),
    "wifi-address": (
        "The Wi-Fi gave no address: check the router.",
        "Le Wi-Fi n'a donné aucune adresse : vérifiez le routeur.",
    ),
    "host-away": ("No table of that name answered.", "Aucune table de ce nom n'a répondu."),
    "broker-gone": ("Nobody answered at the table's address.", "Personne n'a répondu à l'adresse de la table."),
    "broker-auth": (
        "The table does not know this device: admit it there.",
        "La table ne connaît pas cet appareil : admettez-le là-bas.",
    ),
    "broker-rules": ("That is a broker, and not the table's.", "C'est un courtier, mais pas celui de la table."),
    "failed": ("It could not join.", "Il n'a pas pu rejoindre."),
}
FORM = (
    '<!doctype html><html lang=%s><meta charset=utf-8><meta name=viewport content="width=device-width"><title>%s</title>'
    "<style>body{font:1.1em sans-serif;max-width:26em;margin:1.5em auto;padding:0 1em}"
    "label,input,button{display:block;width:100%%;box-sizing:border-box;font-size:1em}"
    "input,button{padding:.6em;margin:.3em 0 1.1em}p{background:#fd9;padding:.6em}</style><h1>%s</h1>%s"
)
INPUTS = (
    "<form method=post autocapitalize=none autocorrect=off><label>%s<input name=ssid maxlength=32 required value='%s'></label>"
    "<label>%s<input name=password type=password maxlength=63></label>"
    "<label>%s<input name=host maxlength=63 required value='%s'></label><button>%s</button></form>"
)


class Page:
    """The page of the device `name`. `told` is what was typed last, whole and well; `why` is said above the form."""

    def __init__(self, name, is_host, why="", ssid="", host=""):
        self._name = name
        self._is_host = is_host
        self._why = why
        self._shown = (ssid, host)
        self.told = None
        self._client = None
        self._server = socket.socket()
        self._server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._server.bind(socket.getaddrinfo("0.0.0.0", PORT)[0][-1])
        self._server.listen(2)
        self._server.setblocking(False)

    @property
    def is_done(self):
        """Whether it was told, and the answer is out."""
        return self.told is not None and self._client is None

    def step(self, now):
        """Go one round with whoever calls."""
        try:
            if self._client is None:
                self._accept(now)
            elif self._out:
                sent = self._client.send(self._out[:512])
                self._out = self._out[sent:]
                if not self._out:
                    self._hang_up()
            else:
                self._receive()
        except OSError as problem:
            if problem.args[0] != errno.EAGAIN:
                self._hang_up()
            elif self._client is not None and self._is_long:  # it said it all: now it listens
                self._answer("413")
        if self._client is not None and now >= self._until:
            if self._out:
                self._hang_up()
            else:
                self._until = now + PATIENCE_MS
                self._answer("413" if self._is_long else "408")

    def close(self):
        """Nobody is there any more."""
        self._hang_up()
        self._server.close()

    def _accept(self, now):
        self._client = self._server.accept()[0]
        self._client.setblocking(False)
        self._in = b""
        self._out = b""
        self._until = now + PATIENCE_MS
        self._is_long = False

    def _receive(self):
        data = self._client.recv(256)
        if data and self._is_long:
            return
        if not data:  # it went before it had said everything
            self._hang_up()
            return
        self._in += data
        end = self._in.find(b"\r\n\r\n")
        if end < 0:
            self._is_long = len(self._in) > HEAD
            return
        try:
            lines = self._in[:end].decode().split("\r\n")
            method, path = lines[0].split(" ")[:2]
            headers = dict([line.lower().split(": ", 1) for line in lines[1:] if ": " in line])
            size = int(headers.get("content-length", "0"))
        except (ValueError, UnicodeError):
            self._answer("400")
            return
        self._french = headers.get("accept-language", "").startswith("fr")
        if method not in ("GET", "POST"):
            self._answer("405")
        elif path.split("?")[0] != "/":
            self._answer("404")
        elif method == "GET":
            self._show()
        elif not 0 <= size <= BODY or end > HEAD:
            self._is_long = True
        elif len(self._in) >= end + 4 + size:
            self._typed(self._in[end + 4 : end + 4 + size])

    def _typed(self, body):
        if self.told is not None:  # a second one before we are gone
            self._answer("404")
            return
        try:
            fields = dict(
                [(_plain(name), _plain(value)) for name, value in [pair.split(b"=") for pair in body.split(b"&")]]
            )
        except (ValueError, UnicodeError):
            self._answer("400")
            return
        ssid, password, host = [fields.get(name, "") for name in ("ssid", "password", "host")]
        host = host.strip().lower()
        if host.endswith(".local"):
            host = host[:-6]
        self._shown = (ssid, host) if len(ssid) <= SSID and len(host) <= LONGEST else ("", "")
        self._why = ""
        if not 0 < len(ssid.encode()) <= SSID:
            self._why = "bad-ssid"
        elif password and not SHORTEST <= len(password.encode()) <= LONGEST:
            self._why = "bad-password"
        elif not self._is_host(host):
            self._why = "bad-host"
        else:
            self.told = {"ssid": ssid, "password": password, "host": host}
        self._show()

    def _show(self):
        say = self._say
        title = _safe(self._name)
        if self.told is not None:
            heading, inside = title, "<p>%s</p>" % say("done")
        else:
            heading = "%s: %s" % (title, say("title"))
            ssid, host = [_safe(word) for word in self._shown]
            inside = INPUTS % (say("ssid"), ssid, say("password"), say("host"), host, say("send"))
            if self._why:
                inside = "<p>%s</p>" % say(self._why) + inside
        self._answer("200", FORM % ("fr" if self._french else "en", title, heading, inside), "text/html")

    def _say(self, key):
        return WORDS.get(key, WORDS["failed"])[self._french]

    def _answer(self, code, text="", kind="text/plain"):
        head = (
            "HTTP/1.0 %s %s\r\nContent-Type: %s; charset=utf-8\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n"
        )
        self._out = (head % (code, LINES[code], kind) + (text or LINES[code] + "\n")).encode()
        self._in, self._is_long = b"", False

    def _hang_up(self):
        if self._client is not None:
            self._client.close()
            self._client, self._in, self._out = None, b"", b""


def _plain(data):
    """What stands in a form as %41 and +."""
    parts = data.replace(b"+", b" ").split(b"%")
    return b"".join([parts[0]] + [bytes((int(part[:2], 16),)) + part[2:] for part in parts[1:]]).decode()


def _safe(text):
    """Text that is nothing but text in a page."""
    for sign, code in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("'", "&#39;"), ('"', "&quot;")):
        text = text.replace(sign, code)
    return text
