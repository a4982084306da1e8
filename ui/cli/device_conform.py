"""``companion device conform``: does a device of your own do what the page of the table link asks?"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.errors import InputError
from companion.painting.paper import Paper
from companion.text.letters import shown as printable
from companion.text.wording import Wording
from ui.cli import front
from ui.cli.device_radio import by_radio
from ui.cli.text import language, say, waiting

if TYPE_CHECKING:
    from firmware_bridge.link import Link
    from hardware.conformance.certificate import Certificate, Line


@front.command("conform")
@click.argument("port", metavar="[PORT|radio-NODE]", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.option("--paper", type=click.Path(path_type=Path, dir_okay=False), help="Write the certificate here, PDF.")
@click.option("--pull", "power", is_flag=True, help="Also ask somebody to pull its plug.")
@click.option("--folder", type=click.Path(path_type=Path), help="The folder of `companion broker`.")
@click.option("--short", is_flag=True, help="Leave the quarter of a minute of silence out.")
@click.option("--golden", type=click.Path(path_type=Path, file_okay=False), help="Put page and golden files here.")
def conform(
    port: str | None,
    as_json: bool,
    paper: Path | None,
    power: bool,
    folder: Path | None,
    short: bool,
    golden: Path | None,
) -> None:
    """Examine the device on PORT against the page that says what a device must do; exit 1 when it does not.

    It takes every event the device has, restarts it, and sets a key for a while: for a bench, never during a game. A
    device that comes by radio is named radio-NODE; start `companion broker`, and stop the bridge.

    --golden brings what one needs to write a device: the page itself, golden frames and golden signatures.

    \b
    Example:
      companion device conform --golden my-device

    \b
    Example, with a device:
      companion device conform /dev/ttyUSB0 --paper certificate.pdf
      companion device conform radio-tower-9f3a12c4
    """
    from hardware.conformance.certificate import PAGE
    from hardware.conformance.conform import examine, exams

    if golden is not None:
        golden.mkdir(parents=True, exist_ok=True)
        for path in (PAGE, PAGE.with_name("vectors.json"), PAGE.with_name("signed.json")):
            shutil.copyfile(path, golden / path.name)
            click.echo(golden / path.name)
        if port is None:
            return
    if port is None:
        raise InputError("PORT", "", "nothing", "a serial port, or --golden FOLDER")
    link, is_cable, close = _link(port, folder)
    said = 0
    try:
        with waiting(say("conform.examining")):
            for certificate in examine(link, _ask, exams(power=power, short=short), is_cable=is_cable):
                for line in certificate.lines[said:] if not as_json else ():
                    click.echo(shown(line))
                said = len(certificate.lines)
    finally:
        close()
    if as_json:
        click.echo(json.dumps(as_document(certificate), ensure_ascii=False))
    else:
        click.echo(say("conform.passed" if certificate.passed else "conform.failed"))
    if paper is not None:
        paper.write_bytes(on_paper(certificate))
    click.get_current_context().exit(0 if certificate.passed else 1)


def _link(port: str, folder: Path | None) -> tuple[Link, bool, Callable[[], None]]:
    """The way to the device, whether it is a cable, and how to let go of it."""
    from firmware_bridge.ports_found import check_port
    from firmware_bridge.radio_link import PREFIX
    from firmware_bridge.serial_link import SerialLink

    if port.startswith(PREFIX):
        link, close = by_radio(port.removeprefix(PREFIX), folder)
        return link, False, close
    check_port(port)
    cable = SerialLink(port)
    return cable, True, cable.close


def _ask(what: str, count: int) -> None:
    click.echo(say(f"conform.ask.{what}", count=count), err=True)


def _words(key: str, **figures: object) -> str:
    return Wording(language()).say(f"conform.{key}", **figures)


def expected(line: Line) -> str:
    """Say what the paragraph asks."""
    return _words(f"{line.name}.expected")


def found(line: Line) -> str:
    """Say what was found, or why nothing was."""
    return _words(f"why.{line.why}" if line.why else f"{line.name}.found", **line.figures)


def shown(line: Line) -> str:
    """Format a line of the certificate; one that failed says what was expected, too."""
    verdict = _words(f"verdict.{line.verdict.value}")
    text = f"{verdict:<10}{line.paragraph:<5}{_words(line.name)} · {found(line)}"
    return f"{text}\n{'':15}{say('conform.expected', words=expected(line))}" if line.verdict == "fail" else text


def as_document(certificate: Certificate) -> dict[str, object]:
    """The certificate for other programs: words and figures of every line."""
    lines = [
        {
            "name": line.name,
            "paragraph": line.paragraph,
            "verdict": line.verdict.value,
            "expected": expected(line),
            "found": found(line),
            "figures": dict(line.figures),
        }
        for line in certificate.lines
    ]
    return {"passed": certificate.passed, "about": certificate.about, "lines": lines}


def on_paper(certificate: Certificate) -> bytes:
    """The certificate as a PDF of A4 sheets; raises ``MissingPart`` without the library that writes it."""
    title = say("conform.title")
    paper = Paper(title)
    paper.heading(title, 20)
    paper.heading(printable(say("conform.passed" if certificate.passed else "conform.failed")), 13)
    paper.table(("", ""), [(_words(f"about.{name}"), printable(value)) for name, value in certificate.about.items()])
    for line in certificate.lines:
        paper.together(6)
        paper.heading(f"{_words(f'verdict.{line.verdict.value}')}   {line.paragraph}   {_words(line.name)}", 11)
        paper.line(printable(say("conform.expected", words=expected(line))))
        paper.line(printable(say("conform.found", words=found(line))))
        paper.gap()
    return paper.pdf()
