"""The machines of an event, brought along and thrown away: a PostgreSQL cluster, hosts of the pages, a balancer.

balancer :80 ──> host ──┐
             └──> host ──┴──> PostgreSQL          each is a process that may be killed and started again
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.errors import MissingPart

RECIPE = Path(__file__).parents[2] / "ui" / "venue" / "haproxy.cfg"
_STARTS_S = 30.0


class Postgres:
    """A cluster of its own, durable as it is by default; in a folder of its own, gone with it."""

    def __init__(self, folder: Path | None = None) -> None:
        programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
        if not programs:
            raise MissingPart("PostgreSQL", "install the package postgresql")
        self._programs, self._port = programs[-1], _free_port()
        self._folder = folder or Path(tempfile.mkdtemp(prefix="tablewright-cluster-"))
        self._as: list[str] = []
        if os.getuid() == 0:  # which it refuses to run as
            shutil.chown(self._folder, "postgres", "postgres")
            self._as = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        plain = ["-A", "trust", "-U", "hub", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]
        if not self._did("initdb", "-D", str(self._folder / "data"), *plain):
            raise MissingPart("PostgreSQL", f"initdb fails in {self._folder}")
        self.start()

    @property
    def url(self) -> str:
        """The database's name for ``companion venue``."""
        return f"postgresql://hub@127.0.0.1:{self._port}/postgres"

    def start(self) -> None:
        """Start it and wait until it serves; after a kill once the system has let go of what was left."""
        settings = f"-c listen_addresses=127.0.0.1 -p {self._port} -c unix_socket_directories={self._folder}"
        command = ("-w", "-D", str(self._folder / "data"), "-l", str(self._folder / "log"), "-o", settings, "start")
        until = time.monotonic() + _STARTS_S
        while not self._did("pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self._port)):
            if time.monotonic() > until:
                raise MissingPart("PostgreSQL", f"it does not start: {self._folder / 'log'}")
            if not self._did("pg_ctl", *command):
                time.sleep(0.05)

    def kill(self) -> None:
        """The power goes: every process of it is killed at once."""
        own = int((self._folder / "data" / "postmaster.pid").read_text(encoding="ascii").split()[0])
        children = Path(f"/proc/{own}/task/{own}/children").read_text(encoding="ascii").split()
        for pid in (own, *map(int, children)):
            os.kill(pid, signal.SIGKILL)

    def stop(self) -> None:
        """The cluster goes."""
        if (self._folder / "data" / "postmaster.pid").exists():
            self._did("pg_ctl", "-D", str(self._folder / "data"), "-m", "immediate", "stop")
        shutil.rmtree(self._folder, ignore_errors=True)

    def _did(self, program: str, *options: str) -> bool:
        """Whether that program of it succeeded."""
        command = [*self._as, "env", f"HOME={self._folder}", str(self._programs / program), *options]
        no = subprocess.DEVNULL  # no pipe: the cluster would keep it open
        return subprocess.run(command, check=False, cwd=self._folder, stdin=no, stdout=no, stderr=no).returncode == 0


class Process:
    """A program that serves at a port of its own; started, killed and started again at the same place."""

    def __init__(self, command: Callable[[int], Sequence[str]], path: str = "/health") -> None:
        self.port, self._path = _free_port(), path
        self.command = command(self.port)  # may change between two starts
        self.start()

    def start(self) -> None:
        """Start it and wait until it answers."""
        env = {**os.environ, "PYTHONUNBUFFERED": "1", "TABLEWRIGHT_LANG": "en"}
        self._process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env)
        until = time.monotonic() + _STARTS_S
        while not self.answers():
            if self._process.poll() is not None or time.monotonic() > until:
                raise MissingPart(" ".join(self.command[:4]), "it did not start")
            time.sleep(0.02)

    def answers(self) -> bool:
        """Whether it serves now."""
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{self.port}{self._path}", timeout=2).close()
        except OSError:
            return False
        return True

    @property
    def memory_mb(self) -> float:
        """Return the memory of the process, MB."""
        status = Path(f"/proc/{self._process.pid}/status").read_text(encoding="ascii")
        return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024

    def kill(self) -> None:
        """The power goes."""
        self._process.kill()
        self._process.wait()


def host(*options: str) -> Process:
    """A host of an event's pages."""
    command = [sys.executable, "-m", "companion", "venue", *options, "--address"]
    return Process(lambda port: [*command, f"127.0.0.1:{port}"])


def balancer(folder: Path, hosts: Sequence[Process]) -> Process:
    """HAProxy in front of the hosts, by the recipe that is handed out."""
    program = shutil.which("haproxy", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if program is None:
        raise MissingPart("HAProxy", "install the package haproxy")
    recipe, file = RECIPE.read_text(encoding="utf-8"), folder / "haproxy.cfg"
    head, _, _ = recipe.partition("    server one")
    servers = "".join(f"    server host{n} 127.0.0.1:{host.port} check\n" for n, host in enumerate(hosts))

    def command(port: int) -> Sequence[str]:
        file.write_text(head.replace("bind *:80", f"bind 127.0.0.1:{port}") + servers, encoding="utf-8")
        return [str(program), "-db", "-f", str(file)]

    return Process(command)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
