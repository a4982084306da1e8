"""The work with tower, mat and panel, in a thread of its own; the firmware's parts are imported when asked for.

begin(work) ──thread──> the same functions as `companion devices` ──> now: what the page shows, whole at every moment
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.errors import InputError, TablewrightError
from ui.presenters.hardware import Plugged, Standing, Work
from ui.presenters.notice import Notice
from ui.presenters.signal import Supply
from ui.table.radio import RadioDevices

if TYPE_CHECKING:
    from firmware_bridge.survey import Surveyed


class DeviceMaintenance:
    """The maintenance of devices, one work at a time; ``now`` is replaced whole by the one thread that works, so that a
    page reads no half of it.
    """

    def __init__(self) -> None:
        self.now, self.radio = Standing(), RadioDevices()
        self._there: Mapping[str, Surveyed] = {}

    def begin(self, work: Work, of: str = "", name: str = "", zones: tuple[str, ...] = ()) -> None:
        """Begin, where nothing is under way."""
        if self.now.work is None:
            self.now = replace(self.now, work=work, of=of, share=0, said=())
            threading.Thread(target=self._run, args=(work, name, zones), name="workshop", daemon=True).start()

    def _run(self, work: Work, name: str, zones: tuple[str, ...]) -> None:
        try:
            self._do(work, name, zones)
        except ImportError as missing:
            self._say(Notice("plugged.missing", {"part": missing.name}, is_good=False))
        except (TablewrightError, OSError) as wrong:
            self._say(Notice("plugged.failed", {"why": str(wrong)}, is_good=False))
        finally:
            self.now = replace(self.now, work=None)

    def _do(self, work: Work, name: str, zones: tuple[str, ...]) -> None:
        match work:
            case Work.CHECK:
                self._check(self._device())
            case Work.PAIR:
                self._pair(self._device(), name, zones)
            case Work.UPDATE:
                self._update(self._device())
            case Work.FORGET:
                self._forget()
        self._look()

    def _device(self) -> Surveyed:
        """The device that is worked on; ``InputError`` when it is not at its cable any more."""
        device = self._there.get(self.now.of)
        if device is None:
            raise InputError(self.now.of, "", "not plugged in", "a device that is plugged in")
        return device

    def _say(self, *said: Notice) -> None:
        self.now = replace(self.now, said=self.now.said + said)

    def _look(self) -> None:
        from firmware_bridge.broker_home import own_folder
        from firmware_bridge.onlooking import nodes_on_broker
        from firmware_bridge.ports_found import find_ports
        from firmware_bridge.registry import Registry, list_file
        from firmware_bridge.survey import survey

        known = Registry.load(list_file()).devices
        found = survey(find_ports())
        self._there = {device.node: device for device in found if device.node}
        met, wrong = nodes_on_broker(own_folder())
        at_cable = [self._at_cable(device) for device in found]
        there = set(self._there)
        afar = [one for one in met if one.node not in there]
        on_broker = [
            Plugged(
                node=one.node,
                firmware=one.firmware,
                supply=Supply(one.signal, one.battery_mv, one.is_low),
                why=one.why,
                is_on_broker=True,
            )
            for one in afar
        ]
        there |= {one.node for one in on_broker}
        away = [Plugged(node=node, why="not-there") for node in sorted(known) if node not in there]
        devices = tuple(
            replace(one, name=known[one.node].name, zones=known[one.node].zones) if one.node in known else one
            for one in (*at_cable, *on_broker, *away)
        )
        self.now = replace(self.now, devices=devices, newest=_newest())
        if wrong:
            self._say(Notice(f"reason.{wrong}", is_good=False))

    def _at_cable(self, device: Surveyed) -> Plugged:
        from firmware_bridge.belonging import key_state

        proof, wrong = key_state(device) if device.node else ("", "")
        return Plugged(
            device.port.path,
            device.node,
            firmware=device.firmware,
            waiting=device.waiting,
            is_verified=proof == "verified",
            supply=Supply(device.signal, device.battery_mv),
            why=device.why or wrong,
            holder=device.holder,
        )

    def _check(self, device: Surveyed) -> None:
        from firmware_bridge.checkup import check_up

        for finding in check_up(device.port.path):
            self._say(Notice(finding.key, finding.figures, finding.name, finding.is_well))

    def _pair(self, device: Surveyed, name: str, zones: tuple[str, ...]) -> None:
        from firmware_bridge import belonging

        entry = belonging.pair(device.node, name, zones)
        done = belonging.set_signing(device, wanted=True)
        if done.why:
            self._say(Notice(f"reason.{done.why}", is_good=False))
        else:
            self._say(Notice("plugged.is_paired", {"name": entry.name, "first": done.first}))

    def _update(self, device: Surveyed) -> None:
        from firmware_bridge.serial_link import SerialLink
        from hardware.conformance.talk import NoAnswer, Talk
        from hardware.update.package import files, package
        from hardware.update.update import renew

        link = SerialLink(device.port.path)
        try:
            now = renew(Talk(link), package(files()), self._progress())
        except NoAnswer:
            self._say(Notice("reason.update-unanswered", is_good=False))
            return
        finally:
            link.close()
        if now.status == "READY":
            self._say(Notice("plugged.is_updated", {"firmware": now.firmware, "slot": now.slot or "–"}))
        else:
            self._say(Notice(f"reason.update-{now.status.lower().replace('_', '-')}", is_good=False))

    def _progress(self) -> Callable[[int, int], None]:
        def show(done: int, of: int) -> None:
            self.now = replace(self.now, share=100 * done // of)

        return show

    def _forget(self) -> None:
        """Take its key away where it is at its cable; then it belongs to this table no more."""
        from firmware_bridge import belonging

        device, words = self._there.get(self.now.of), "plugged.is_forgotten"
        if device is not None and device.signs and belonging.set_signing(device, wanted=False).why:
            words = "plugged.is_forgotten_here"
        belonging.forget(self.now.of)
        self._say(Notice(words, {"node": self.now.of}))


def _newest() -> str:
    """The version of the firmware that this app brings; empty where it brings none."""
    try:
        from hardware.update.package import version

        return version()
    except (ImportError, OSError):
        return ""
