"""HTTPS by one option: a phone is led to trust the event, and nothing else by that; secrets stay out of sight."""

from __future__ import annotations

import re
import shutil
import ssl
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from companion.errors import InputError
from tests.missing import absent
from tests.patience import PATIENCE_S
from tests.ui.venue.serving import FOUR, Served
from ui.web.authority import certified, lasts

if shutil.which("openssl") is None:
    absent("openssl is missing: install the package openssl")

ELSEWHERE = """[req]
distinguished_name = name
prompt = no
[name]
CN = elsewhere
[server]
basicConstraints = critical, CA:FALSE
extendedKeyUsage = serverAuth
subjectAltName = DNS:bank.example
"""


LONG_AGO = """[ca]
default_ca = own
[own]
database = {folder}/index
new_certs_dir = {folder}
default_md = sha256
rand_serial = yes
policy = any
[any]
commonName = supplied
"""


def openssl(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["openssl", *words], capture_output=True, text=True, check=False)


def test_an_authority_vouches_for_its_own_network_alone(tmp_path: Path) -> None:
    made = certified(tmp_path / "https", "Friday “night”", ["192.168.1.5", "hall.local"])
    good = ["verify", "-CAfile", str(made.authority), "-purpose", "sslserver"]
    assert openssl(*good, "-verify_ip", "192.168.1.5", str(made.certificate)).returncode == 0
    assert openssl(*good, "-verify_ip", "192.168.1.6", str(made.certificate)).returncode != 0
    config, asked, other = (tmp_path / name for name in ("other.cnf", "other.csr", "other.pem"))
    config.write_text(ELSEWHERE, encoding="ascii")
    key = ["-newkey", "rsa:2048", "-nodes", "-keyout", str(tmp_path / "other.key")]
    openssl("req", "-new", *key, "-config", str(config), "-out", str(asked))
    by = ["-CA", str(made.authority), "-CAkey", str(tmp_path / "https" / "authority.key"), "-extfile", str(config)]
    signed = openssl("x509", "-req", "-in", str(asked), *by, "-extensions", "server", "-days", "2", "-out", str(other))
    assert signed.returncode == 0, signed.stderr
    refused = openssl(*good, str(other))
    assert "permitted subtree violation" in refused.stderr + refused.stdout, "a stolen key signs for no bank"
    assert {file.stat().st_mode & 0o077 for file in (tmp_path / "https").iterdir()} == {0}
    with pytest.raises(InputError, match="a private address"):
        certified(tmp_path / "https", "Friday", ["event.example"])


def test_what_is_good_stays_and_another_address_has_another(tmp_path: Path) -> None:
    first = certified(tmp_path, "Friday", ["192.168.1.5"])
    before = first.certificate.read_bytes(), first.fingerprint
    again = certified(tmp_path, "Friday", ["192.168.1.5"])
    assert (again.certificate.read_bytes(), again.fingerprint) == before
    moved = certified(tmp_path, "Friday", ["10.0.0.7"])
    assert moved.certificate.read_bytes() != before[0]
    assert moved.fingerprint == before[1], "phones trust it already"
    assert lasts(moved.certificate) and not lasts(moved.certificate, 8 * 86400) and not lasts(tmp_path / "none")


@pytest.mark.slow
def test_a_phone_is_led_from_the_plain_page_to_the_sealed_ones(tmp_path: Path) -> None:
    served = Served(tmp_path, "--https", orders=FOUR)
    try:
        assert served.url.startswith("https://127.0.0.1:")
        authority = tmp_path / "friday.event.https" / "authority.pem"
        trusting = ssl.create_default_context(cafile=str(authority))
        page = fetched(f"{served.url}/", trusting)
        assert "strict-transport-security" in page[1]
        plain = served.said(r"trust it at (http://\S+)")
        body, _ = fetched(plain + "/")
        assert served.said(r"fingerprint ([0-9A-F:]{95})") in body
        got = fetched_bytes(f"{plain}/authority.crt")
        assert got == authority.read_bytes()
        with pytest.raises(urllib.error.HTTPError) as onward:
            urllib.request.build_opener(Stay()).open(f"{plain}/enter", timeout=PATIENCE_S)
        assert onward.value.headers["location"] == f"{served.url}/enter"
        onward.value.close()
        form = f"role=organiser&pin={served.pins['Organiser']}".encode()
        opener = urllib.request.build_opener(urllib.request.HTTPSHandler(context=trusting), Stay())
        with pytest.raises(urllib.error.HTTPError) as inside:
            opener.open(f"{served.url}/enter", form, PATIENCE_S)
        with inside.value as answer:
            cookie = str(answer.headers["set-cookie"])
        assert cookie.startswith("__Host-venue=") and "Secure" in cookie and "HttpOnly" in cookie
        with pytest.raises(urllib.error.URLError, match="CERTIFICATE_VERIFY_FAILED"):
            urllib.request.urlopen(f"{served.url}/health", timeout=PATIENCE_S)
    finally:
        served.stop()


class Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


def fetched(url: str, context: ssl.SSLContext | None = None) -> tuple[str, dict[str, str]]:
    with urllib.request.urlopen(url, timeout=PATIENCE_S, context=context) as answer:
        return answer.read().decode(), {name.lower(): value for name, value in answer.headers.items()}


def fetched_bytes(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=PATIENCE_S) as answer:
        return bytes(answer.read())


@pytest.mark.slow
def test_the_files_of_an_event_are_their_owners_alone(tmp_path: Path) -> None:
    (tmp_path / "friday.event.tables").touch(0o644)
    served = Served(tmp_path, orders=FOUR)
    modes = {file.name: file.stat().st_mode & 0o077 for file in tmp_path.iterdir()}
    served.stop()
    assert len(modes) >= 4 and set(modes.values()) == {0}, modes


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--https", "--database", "postgresql://x"], "--https is for one host"),
        (["--certificate", "none.pem", "--key", "none.key"], "a certificate and its key, PEM"),
        (["--database-file", "shared.url"], "chmod 600"),
        (["--database-file", "empty.url"], "postgresql://user:password@host/database"),
    ],
)
def test_what_would_be_unsafe_is_refused(options: list[str], said: str, tmp_path: Path) -> None:
    (tmp_path / "shared.url").write_text("postgresql://hub:secret@db/venue\n", encoding="ascii")
    (tmp_path / "shared.url").chmod(0o644)
    (tmp_path / "empty.url").touch(0o600)
    done = subprocess.run(
        [sys.executable, "-m", "companion", "venue", "--address", ":0", *options],
        cwd=tmp_path,
        env={"PYTHONPATH": str(Path(__file__).parents[3]), "PATH": "/usr/bin"},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.returncode == 2 and said in done.stderr, done.stderr
    assert "secret" not in done.stderr


@pytest.mark.slow
def test_the_files_of_a_bigger_event_are_printed(tmp_path: Path) -> None:
    program = [sys.executable, "-m", "companion", "venue", "--print"]
    printed = [
        subprocess.run([*program, name], check=True, capture_output=True).stdout for name in ("haproxy", "systemd")
    ]
    haproxy = shutil.which("haproxy", path="/usr/sbin:/usr/bin")
    if haproxy is not None:
        (tmp_path / "haproxy.cfg").write_bytes(printed[0])
        subprocess.run([haproxy, "-c", "-f", str(tmp_path / "haproxy.cfg")], check=True, capture_output=True)
    assert re.search(rb"^ExecStart=/opt/tablewright/bin/companion venue ", printed[1], re.MULTILINE)
    analyze = shutil.which("systemd-analyze")
    if analyze is not None:
        unit = tmp_path / "tablewright.service"
        unit.write_bytes(printed[1])
        said = subprocess.run([analyze, "verify", str(unit)], capture_output=True, text=True, check=False).stderr
        assert "Unknown" not in said and "Invalid" not in said, said


@pytest.mark.slow
def test_a_role_gets_a_new_pin_at_the_start(tmp_path: Path) -> None:
    served = Served(tmp_path, orders=FOUR)
    old = dict(served.pins)
    served.stop()
    again = Served(tmp_path, "--renew", "organiser", pins=old)
    pin = again.said(r"new PIN (\d{6})")
    form = "role=organiser&pin={}".format
    for tried, status in ((old["Organiser"], 403), (pin, 303)):
        with pytest.raises(urllib.error.HTTPError) as answer:
            urllib.request.build_opener(Stay()).open(f"{again.url}/enter", form(tried).encode(), PATIENCE_S)
        assert answer.value.code == status or old["Organiser"] == pin
        answer.value.close()
    again.stop()


@pytest.mark.slow
def test_a_certificate_that_ran_out_is_said_before_anybody_sees_a_warning(tmp_path: Path) -> None:
    made, key, asked, config = (tmp_path / name for name in ("old.pem", "old.key", "old.csr", "old.cnf"))
    config.write_text(LONG_AGO.format(folder=tmp_path), encoding="ascii")
    (tmp_path / "index").touch()
    openssl(
        "req", "-new", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=event", "-keyout", str(key), "-out", str(asked)
    )
    dates = ["-startdate", "20200101000000Z", "-enddate", "20200102000000Z"]
    selfsigned = ["ca", "-selfsign", "-batch", "-config", str(config), "-keyfile", str(key)]
    done = openssl(*selfsigned, *dates, "-in", str(asked), "-out", str(made))
    assert done.returncode == 0, done.stderr
    command = [sys.executable, "-m", "companion", "venue", "--event", str(tmp_path / "friday.event")]
    options = ["--address", "127.0.0.1:0", "--certificate", str(made), "--key", str(key)]
    done = subprocess.run([*command, *options], capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert done.returncode == 2 and "ran out" in done.stderr, done.stderr


@pytest.mark.slow
def test_old_protocols_are_refused(tmp_path: Path) -> None:
    served = Served(tmp_path, "--https")
    where = served.url.partition("//")[2]
    for version, is_good in (("-tls1_1", False), ("-tls1_2", True), ("-tls1_3", True)):
        plain = ["s_client", "-connect", where, version, "-cipher", "ALL:@SECLEVEL=0"]
        done = subprocess.run(["openssl", *plain], input="", capture_output=True, text=True, check=False)
        assert ("Cipher is (NONE)" not in done.stdout) == is_good, f"{version}: {done.stdout[-400:]}"
    served.stop()
