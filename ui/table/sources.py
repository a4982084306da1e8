"""The sources of a table: the camera, the tray, the tower, the venue, those that are switched on.

Their libraries are imported with them.
"""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from companion.core.ids import PieceId
from companion.errors import InputError
from companion.ports import ObservationSource
from ui.table.settings import TableConfig

if TYPE_CHECKING:
    from vision.beam.seeking import Seeker
    from vision.figures.reference import EmptyMap
    from vision.plane.layout import Layout
    from vision.settings import VisionSettings


def sources_of(config: TableConfig, seeker: Seeker | None = None) -> list[ObservationSource]:
    """The camera, the tower, the venue that are switched on; raises ``InputError`` for a camera without a layout.

    ``seeker``: finds the place of a projector in the camera's frames.
    """
    made: list[ObservationSource] = []
    if config.camera:
        made.append(_camera(config, seeker))
    if config.tray:
        made.append(_tray(config))
    if config.tower:
        from firmware_bridge import SerialTower
        from firmware_bridge.ports_found import check_port
        from firmware_bridge.registry import keys_file, load_keys

        spool = f"{config.store}.spool" if config.store else ":memory:"
        if Path(config.tower).exists():  # else it may be plugged in later
            check_port(config.tower)
        made.append(SerialTower(config.tower, spool=spool, keys=load_keys(keys_file())))
    return [*made, *venue_of(config)]


def venue_of(config: TableConfig) -> list[ObservationSource]:
    """The event the table reports to, when there is one."""
    if not (config.venue and config.store):
        return []
    from ui.table.venue_link import VenueLink

    return [VenueLink(config.venue, Path(config.store), config.lang)]


def _camera(config: TableConfig, seeker: Seeker | None) -> ObservationSource:
    if not config.layout:
        raise InputError("--camera", "", "no layout", "--layout with the file that belongs to the printed markers")
    from vision.plane.layout import read_layout
    from vision.sources.opening import open_frames
    from vision.watch.adapter import TableCamera
    from vision.watch.pipeline import TablePipeline

    drawn = read_layout(Path(config.layout)) if config.camera == "virtual" else None
    frames = open_frames(config.camera, time.monotonic, layout=drawn, place="--camera")
    layout, settings = drawn or read_layout(Path(config.layout)), _camera_settings(config)
    pipeline = TablePipeline(layout, settings, empty=_empty_map(config, layout, settings))
    if seeker is None:
        return TableCamera(frames, pipeline, time.monotonic)
    from vision.beam.seeking import Lighted

    return TableCamera(frames, Lighted(pipeline, seeker), time.monotonic)


def _camera_settings(config: TableConfig) -> VisionSettings:
    """The camera's settings with what its set-up stored."""
    from vision.plane.view import read_view
    from vision.settings import VisionSettings

    chosen = VisionSettings()
    if not config.view:
        return chosen
    return replace(chosen, calibration=replace(chosen.calibration, view=read_view(Path(config.view))))


def _empty_map(config: TableConfig, layout: Layout, settings: VisionSettings) -> EmptyMap | None:
    """Read the photograph of the empty map, where one is given."""
    from vision.watch.pipeline import read_empty_map

    return read_empty_map(config.empty, layout, settings) if config.empty else None


def _tray(config: TableConfig) -> ObservationSource:
    from vision.sources.opening import open_frames
    from vision.sources.thrown import ThrownFrames
    from vision.trays.keeper import TrayKeeper
    from vision.watch.adapter import TrayCamera, TrayPhotographs
    from vision.watch.readers import DiceReaders
    from vision.watch.tray import TrayPipeline

    readers = DiceReaders()
    pipeline = TrayPipeline(read=readers.of, mixed=readers.of_all, keeper=TrayKeeper(config.tray))
    if (folder := Path(config.tray)).is_dir():
        return TrayPhotographs(ThrownFrames(folder, time.monotonic), pipeline, time.monotonic)
    return TrayCamera(open_frames(config.tray, time.monotonic, place="--tray"), pipeline, time.monotonic)


def roster_of(config: TableConfig) -> dict[int, PieceId]:
    """Return the piece of each tag, as the layout has it."""
    from vision.plane.layout import read_layout

    return {tag: base.piece for tag, base in read_layout(Path(config.layout)).by_tag.items()}
