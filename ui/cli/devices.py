"""``companion devices``: who is plugged in, what they are called, whether they work.

list     who is there, by USB identity and greeting        name     what people call a device
pair     a device belongs to this table from now on        test     a check-up; exit 1 when something failed
figure   which figure wears a tag                          forget   a device belongs to it no more
wifi     how it comes in by radio                          update   another firmware, by cable or radio
admit    a device that a phone tells the network
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.documents import read_text
from companion.errors import InputError
from companion.table.observation import LinkState
from hardware.update.package import files, package
from ui.cli import front
from ui.cli.device_radio import by_radio
from ui.cli.device_words import afar_line, list_line, listed, listed_afar, reason, told
from ui.cli.text import progress, say, waiting

if TYPE_CHECKING:
    from firmware_bridge.link import Link
    from firmware_bridge.notices import DeviceStatus
    from firmware_bridge.survey import Surveyed


@click.group("devices", invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.option("--port", "ports", multiple=True, metavar="PORT", help="Look here too, whatever is plugged in.")
@click.option("--wait", "wait_s", type=click.FloatRange(0.1, 60), default=3.0, show_default=True, help="Seconds.")
@click.option("--lang", type=click.Choice(["en", "fr"]), expose_value=False, is_eager=True, callback=front.set_lang)
@click.pass_context
def command(context: click.Context, as_json: bool, ports: tuple[str, ...], wait_s: float) -> None:
    """List the devices that are plugged in or on the broker here; pair, name and test them. Exit 1 when none is there.

    \b
    Example, with a device:
      companion devices
      companion devices test tower-9f3a12c4
    """
    context.obj = (ports, wait_s)
    if context.invoked_subcommand is not None:
        return
    found = _survey(ports, wait_s)
    afar = _afar({device.node for device in found})
    known = _registry()
    if as_json:
        words = [listed(device, known) for device in found] + [listed_afar(device, known) for device in afar]
        click.echo(json.dumps(words, ensure_ascii=False))
    else:
        for line in [list_line(device, known) for device in found] + [afar_line(device, known) for device in afar]:
            click.echo(line)
        if not found and not afar:
            click.echo(say("devices.no_device_is_plugged"))
    is_here = any(device.node and not device.why for device in found)
    is_well = is_here or any(device.state is not LinkState.OFFLINE for device in afar)
    context.exit(0 if is_well else 1)


@front.command("pair", within=command)
@click.argument("which", metavar="NODE|PORT")
@click.option("--name", default="")
@click.option("--zones", default="", help="The names of a mat's zones, with commas.")
@click.option("--sign/--no-sign", default=None, help="A new key for its signatures, or none any more.")
@click.pass_context
def pair(context: click.Context, which: str, name: str, zones: str, sign: bool | None) -> None:
    """Let a device belong to this table: WHICH is its node name or its port.

    It gets a password for the broker, where one was started here; of a mat the zones can be named. --sign gives it a
    new key over this cable: from then on this table takes its readings with its signature only, and nobody between can
    invent one. --no-sign takes the key away. Stop the bridge first: it holds the port.

    \b
    Example, with a device:
      companion devices pair mat-9f3a12c4 --name Objectives --zones A1,B2,C3,D4
      companion devices pair tower-9f3a12c4 --sign
    """
    from firmware_bridge import belonging

    device = _pick(which, context.obj)
    entry = belonging.pair(device.node, name, tuple(zones.split(",")) if zones else ())
    click.echo(say("devices.is_paired_as", node=device.node, name=entry.name))
    if sign is None:
        return
    done = belonging.set_signing(device, wanted=sign)
    if done.why:
        raise InputError(device.node, "", f"{done.why} ({reason(done.why)})", "a device that takes a key at its cable")
    signs = "signs_its_readings_from" if sign else "signs_no_more"
    click.echo(say(f"device_keys.{signs}", node=device.node, first=done.first))


@front.command("name", within=command)
@click.argument("node")
@click.argument("words", metavar="NAME")
def name(node: str, words: str) -> None:
    """Give a device the name that people see.

    \b
    Example:
      companion devices name tower-9f3a12c4 "Red tower"
    """
    from firmware_bridge.registry import DeviceEntry, list_file

    known = _registry()
    entry = replace(known.devices.get(node, DeviceEntry()), name=words)
    known.with_device(node, entry).save(list_file())


@front.command("forget", within=command)
@click.argument("node")
def forget(node: str) -> None:
    """Let a device no longer belong to this table; its key, if it has one, is forgotten here.

    \b
    Example:
      companion devices name tower-9f3a12c4 "Red tower"
      companion devices forget tower-9f3a12c4
    """
    from firmware_bridge import belonging

    belonging.forget(node)


@front.command("figure", within=command)
@click.argument("uid")
@click.argument("piece")
def figure(uid: str, piece: str) -> None:
    """Say which figure wears the tag with this UID (a mat's lines in `companion device watch` show it).

    \b
    Example:
      companion devices figure 04:a1:b2:c3 red-1
    """
    from firmware_bridge.registry import list_file

    _registry().with_figure(uid, piece).save(list_file())


@front.command("test", within=command)
@click.argument("which", metavar="NODE|PORT")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_context
def test(context: click.Context, which: str, as_json: bool) -> None:
    """Check one device up: does it greet, answer, obey? Exit 1 when something failed. Its events stay with it.

    \b
    Example, with a device:
      companion devices test tower-9f3a12c4
    """
    from firmware_bridge.checkup import check_up

    device = _pick(which, context.obj)
    with waiting(say("devices.checking")):
        found = list(check_up(device.port.path))
    if as_json:
        words = [{"name": each.name, "well": each.is_well, "words": told(each.key, each.figures)} for each in found]
        click.echo(json.dumps({"node": device.node, "port": device.port.path, "findings": words}))
    else:
        for each in found:
            click.echo(
                f"{say('tried.' + each.name):<10} {say('devices.yes') if each.is_well else say('devices.no'):<4}"
                f" {told(each.key, each.figures)}"
            )
    context.exit(0 if all(each.is_well for each in found) else 1)


@front.command("wifi", within=command)
@click.argument("which", metavar="NODE|PORT")
@click.option("--ssid", default="", help="The network's name; without it, only tell how its radio is.")
@click.option("--password-file", metavar="FILE", help="Its first line is the password; - is standard input.")
@click.option("--host", default="", metavar="ADDRESS", help="The broker, if not the one that was started here.")
@click.option("--by-name", is_flag=True, help="It looks for this machine by its name, whatever its address is.")
@click.option("--port", "number", type=click.IntRange(0, 65535), default=0, help="Its port, if another.")
@click.option("--forget", "forgotten", is_flag=True, help="It comes by radio no more.")
@click.pass_context
def wifi(
    context: click.Context,
    which: str,
    ssid: str,
    password_file: str | None,
    host: str,
    by_name: bool,
    number: int,
    forgotten: bool,
) -> None:
    """Tell a device over its cable how to come in by radio, and wait until it does; exit 1 when it does not.

    The password is asked for, or read from a file; it goes to the device and is kept nowhere else. The broker is the
    one that `companion broker --radio ADDRESS` started here; --by-name survives a change of that address, where the
    network lets devices ask for names. Stop the bridge first: it holds the port.

    \b
    Example, with a device:
      companion broker --radio 192.168.1.20
      companion devices wifi tower-9f3a12c4 --ssid "Games room"
      companion devices wifi tower-9f3a12c4              # how is its radio?
    """
    from firmware_bridge import belonging

    device = _pick(which, context.obj)
    if ssid and not forgotten:
        password = (
            _first_line(password_file)
            if password_file is not None
            else click.prompt(say("devices.wifi_password"), default="", hide_input=True, show_default=False)
        )
        with waiting(say("devices.telling_the_wifi")):
            why = belonging.set_wifi(device, ssid, password, host, number, by_name=by_name)
    elif forgotten:
        why = belonging.set_wifi(device, "", "")
    else:
        why = belonging.wifi_state(device)
    if forgotten and why in ("wifi-unset", "wifi-none"):
        click.echo(say("devices.wifi_forgotten", node=device.node))
        return
    click.echo(f"{device.node}: {why}: {reason(why)}" if why else say("devices.comes_in_by_radio", node=device.node))
    if ssid and not why and not device.signs:
        click.echo(say("devices.pair_with_sign", node=device.node))
    context.exit(1 if why else 0)


def _first_line(path: str) -> str:
    return next(iter(read_text(path).splitlines()), "")


@front.command("admit", within=command)
@click.argument("node")
@click.option("--card-file", metavar="FILE", help="Its first line is the card's word; - is standard input.")
def admit(node: str, card_file: str | None) -> None:
    """Let a device in by radio that a phone tells the network, on the device's own page, without a cable.

    The word that its builder wrote on its card is asked for: it opens the device's own network, and the device's
    password at the broker is made from it. Start `companion broker --radio ADDRESS` first.

    \b
    Example, with a device:
      companion devices admit tower-9f3a12c4
    """
    from firmware_bridge import belonging

    card = _first_line(card_file).strip() if card_file else click.prompt(say("devices.card"), hide_input=True)
    belonging.admit(node, card)
    click.echo(say("devices.admitted", node=node))


@front.command("update", within=command)
@click.argument("which", metavar="NODE|PORT")
@click.option(
    "--file", "file", type=click.Path(path_type=Path, exists=True, dir_okay=False), help="An update; otherwise ours."
)
@click.option("--listen", default="", metavar="ADDRESS:PORT", help="It comes by radio here, without a broker.")
@click.option("--folder", type=click.Path(path_type=Path), help="The folder of `companion broker`.")
@click.pass_context
def update(context: click.Context, which: str, file: Path | None, listen: str, folder: Path | None) -> None:
    """Give a device this program's firmware, or that of a file; exit 1 when it does not run it afterwards.

    Over its cable, or by radio where it has none plugged in; radio-NODE is by radio at once. By radio it takes an
    update only with the key that `companion devices pair NODE --sign` gave it. Never during a game: stop table and
    bridge first. Whatever goes wrong, what it ran before runs; its readings wait with it.

    \b
    Example, with a device:
      companion devices update tower-9f3a12c4
      companion devices update radio-tower-9f3a12c4 --listen 192.168.1.20:1884
    """
    from firmware_bridge.radio_link import PREFIX
    from hardware.update.update import head_of

    try:
        whole = package(files()) if file is None else file.read_bytes()
        head_of(whole)
    except ValueError as wrong:
        raise InputError(str(file or "firmware"), "", str(wrong), "a file that hardware.update.package made") from wrong
    node = which.removeprefix(PREFIX)
    if node == which and not listen and (device := _plugged(which, context.obj)) is not None:
        from firmware_bridge.serial_link import SerialLink

        cable = SerialLink(device.port.path)
        context.exit(_renew(device.node, cable, cable.close, whole))
    from firmware_bridge.registry import keys_file, load_keys

    key = load_keys(keys_file()).get(node)
    if key is None:
        raise InputError(
            node, "", f"update-unsigned ({reason('update-unsigned')})", "a device that signs, or its cable"
        )
    link, close = by_radio(node, folder, listen)
    context.exit(_renew(node, link, close, whole, key.secret))


def _renew(node: str, link: Link, close: Callable[[], None], whole: bytes, key: bytes = b"") -> int:
    """Say how an update ended; 0 when the device runs it."""
    from hardware.conformance.talk import NoAnswer, Talk
    from hardware.update.update import renew

    try:
        with progress(say("devices.updating", node=node)) as show:
            ended = renew(Talk(link), whole, show, key)
    except NoAnswer:
        why = "update-unanswered" if link.opened and link.is_up else link.why or "update-unanswered"
        click.echo(f"{node}: {why}: {reason(why)}")
        return 1
    finally:
        close()
    if ended.status == "READY":
        click.echo(say("devices.updated", node=ended.node, firmware=ended.firmware, slot=ended.slot))
        return 0
    why = f"update-{ended.status.lower().replace('_', '-')}"
    click.echo(f"{node}: {why}: {reason(why)}")
    return 1


def _survey(ports: tuple[str, ...], wait_s: float) -> list[Surveyed]:
    from firmware_bridge.ports_found import PortFound, check_port, find_ports
    from firmware_bridge.survey import survey

    for port in ports:
        check_port(port)
    named = [PortFound(port, "named", "", True) for port in ports]
    taken = {str(Path(port).resolve()) for port in ports}
    with waiting(say("devices.asking_who_is_there")):
        return survey([*named, *(port for port in find_ports() if str(Path(port.path).resolve()) not in taken)], wait_s)


def _afar(there: set[str]) -> list[DeviceStatus]:
    """Return the devices that the broker of this user knows besides those at a cable; none where none runs."""
    from firmware_bridge.broker_home import own_folder
    from firmware_bridge.onlooking import nodes_on_broker

    met, _wrong = nodes_on_broker(own_folder())
    return [one for one in met if one.node not in there]


def _plugged(which: str, where: tuple[tuple[str, ...], float]) -> Surveyed | None:
    """The device that is meant; ``None`` when a node of that name is paired, and at no cable."""
    from firmware_bridge.registry import keys_file, load_keys

    found = _there(which, where)
    if "/" not in which and which in load_keys(keys_file()) and which not in [device.node for device in found]:
        return None
    return _chosen(which, found)


def _pick(which: str, where: tuple[tuple[str, ...], float]) -> Surveyed:
    """The device that is meant, by its node name or its port."""
    return _chosen(which, _there(which, where))


def _there(which: str, where: tuple[tuple[str, ...], float]) -> list[Surveyed]:
    ports, wait_s = where
    return _survey((*ports, which) if "/" in which else ports, wait_s)


def _chosen(which: str, found: list[Surveyed]) -> Surveyed:
    for device in found:
        if which in (device.node, device.port.path):
            if device.why:
                raise InputError(which, "", f"{device.why} ({reason(device.why)})", "a device that greets")
            return device
    there = ", ".join(device.node for device in found if device.node) or say("devices.none")
    for device in found:
        if device.why == "port-busy":  # a bridge that runs has its devices' ports
            held = f"{device.port.path}: {reason(device.why)}" + (f" [{device.holder}]" if device.holder else "")
            raise InputError("device", "", repr(which), f"a device that is plugged in: {there} ({held})")
    raise InputError("device", "", repr(which), f"a device that is plugged in: {there}")


def _registry() -> Any:
    from firmware_bridge.registry import Registry, list_file

    return Registry.load(list_file())
