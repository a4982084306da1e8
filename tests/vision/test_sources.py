"""Every source of frames behind its one door, and everything that goes wrong with cameras, scripted.

Live sources run in a thread: the tests wait for what must come, they never measure how fast it came.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.errors import InputError
from companion.table.observation import LinkSeen, LinkState
from tests.patience import PATIENCE_S
from tests.vision.scenes import seeded_scene
from vision.arrays import Frame, Picture
from vision.pictures import write_picture
from vision.sources.frames import FramesLost, FrameSource
from vision.sources.live import LiveFrames
from vision.sources.opening import is_live, open_frames
from vision.sources.watched import WatchedFrames
from vision.watch.adapter import TableCamera
from vision.watch.pipeline import TablePipeline

pytestmark = pytest.mark.slow


def noisy(seed: int, size: tuple[int, int] = (64, 48)) -> Picture:
    return np.random.default_rng(seed).integers(60, 200, (size[1], size[0], 3), dtype=np.uint8)


class Now:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.s = 100.0

    def __call__(self) -> float:
        return self.s


class Script:
    """A camera that gives what the script says: a frame, ``None``, or a fault; one at a time by its clock."""

    def __init__(self, clock: Now, *steps: Picture | Frame | Exception | None) -> None:
        self.steps = list(steps)
        self.clock = clock
        self.opened = 0
        self.closed = 0
        self.read_s = -1.0

    def read(self) -> Frame | None:
        if self.read_s == self.clock.s:
            return None
        self.read_s = self.clock.s
        step = self.steps.pop(0) if self.steps else None
        if isinstance(step, Exception):
            raise step
        return Frame(step, self.clock()) if isinstance(step, np.ndarray) else step

    def reopen(self) -> None:
        self.opened += 1

    def close(self) -> None:
        self.closed += 1


def camera_with(frames: FrameSource, clock: Now) -> TableCamera:
    return TableCamera(frames, TablePipeline(seeded_scene(1, 2).layout), clock, name="cam")


def links(camera: TableCamera, clock: Now, seconds: float, step_s: float = 0.5) -> list[LinkSeen]:
    seen: list[LinkSeen] = []
    for _ in range(round(seconds / step_s)):
        seen += [one for one in camera.poll() if isinstance(one, LinkSeen) and one.state is not LinkState.DEGRADED]
        clock.s += step_s
    return seen


def states(seen: list[LinkSeen]) -> list[tuple[str, str]]:
    return [(str(one.state), one.why.split(";")[0]) for one in seen]


def test_a_frozen_picture_is_said_and_only_a_new_one_counts_as_back() -> None:
    clock = Now()
    script = Script(clock, noisy(1), *[noisy(2)] * 40, noisy(3), noisy(4))
    seen = links(camera_with(WatchedFrames(script, clock), clock), clock, 120)
    assert states(seen) == [
        ("online", ""),
        ("offline", "no-frames: the camera shows the same picture again and again"),
        ("online", ""),
    ]


def test_a_clock_that_stands_still_is_said() -> None:
    clock = Now()
    frames = [Frame(noisy(seed), 7.0) for seed in range(30)]
    seen = links(camera_with(WatchedFrames(Script(clock, *frames), clock), clock), clock, 12)
    assert states(seen)[:2] == [("online", ""), ("offline", "no-frames: the camera's time stands still")]


def test_a_repeated_frame_is_taken_out_and_a_short_pause_is_no_loss() -> None:
    clock = Now()
    watched = WatchedFrames(Script(clock, noisy(1), noisy(1), None, noisy(2), noisy(2), noisy(3)), clock)
    got = []
    for _ in range(8):
        clock.s += 0.2
        frame = watched.read()
        if frame is not None:
            got.append(int(frame.picture[0, 0, 0]))
    assert got == [int(noisy(seed)[0, 0, 0]) for seed in (1, 2, 3)]


def test_another_size_in_mid_stream_is_said_and_goes_on() -> None:
    clock = Now()
    small = [noisy(seed, (32, 24)) for seed in range(10, 20)]
    camera = camera_with(WatchedFrames(Script(clock, noisy(1), noisy(2), *small), clock), clock)
    assert states(links(camera, clock, 6)) == [
        ("online", ""),
        ("offline", "picture-size: the camera changed its picture from 64 x 48 to 32 x 24 pixels"),
        ("online", ""),
    ]


def test_another_exposure_is_no_loss() -> None:
    clock = Now()
    bright = [cv2.convertScaleAbs(noisy(seed), alpha=1.3) for seed in range(5, 10)]
    camera = camera_with(WatchedFrames(Script(clock, *[noisy(s) for s in range(5)], *bright), clock), clock)
    assert states(links(camera, clock, 3)) == [("online", "")]


def test_a_pulled_plug_is_said_once_and_it_comes_back() -> None:
    clock = Now()
    gone = FramesLost("no-frames: the camera gives no picture any more; check its cable or network")
    script = Script(clock, noisy(1), gone, gone, gone, noisy(2))
    camera = camera_with(WatchedFrames(script, clock), clock)
    assert [state for state, _ in states(links(camera, clock, 12))] == ["online", "offline", "online"]
    assert script.opened == 3
    camera.close()
    camera.close()
    assert script.closed >= 1


class Device:
    """A capture whose pictures come when the test lets them."""

    def __init__(self) -> None:
        self.gate, self.pictures, self.released = threading.Semaphore(0), iter(range(10_000)), threading.Event()
        self.hangs = threading.Event()  # set: a read never comes back until it is cleared

    def read(self) -> tuple[bool, Any]:
        self.gate.acquire()
        number = next(self.pictures)
        return (True, noisy(number)) if number < 50 else (False, None)

    def release(self) -> None:
        self.released.set()


def until(wanted: Callable[[], Any]) -> Any:
    """The first thing that is not ``None``; the threads get their turns meanwhile."""
    waiting = threading.Event()
    for _ in range(2000):
        got = wanted()
        if got is not None:
            return got
        waiting.wait(0.005)
    raise AssertionError("it never came")


def test_only_the_newest_frame_is_kept() -> None:
    device, clock = Device(), Now()
    frames = LiveFrames(lambda: device, clock)
    frames.read()
    device.gate.release(20)
    newest = noisy(19)
    got = until(lambda: next((f for f in [frames.read()] if f and np.array_equal(f.picture, newest)), None))
    assert got.at_s == clock.s
    assert frames.read() is None  # nothing older waits behind it
    device.gate.release(100)
    with pytest.raises(FramesLost, match="no-frames"):
        until(lambda: _ended(frames))
    assert device.released.wait(PATIENCE_S)


def _ended(frames: LiveFrames) -> None:
    frames.read()


def test_a_stuck_read_is_said_and_does_not_hold_up_close() -> None:
    clock, devices = Now(), [Device() for _ in range(4)]
    left = iter(devices)
    frames = LiveFrames(lambda: next(left), clock, name="camera 3")
    assert frames.read() is None
    clock.s += 13  # the first picture never came
    with pytest.raises(FramesLost, match="camera 3 has given no picture for 13 s"):
        frames.read()
    for _ in range(2):
        frames.reopen()
        frames.close()  # returns although the thread still hangs
    with pytest.raises(FramesLost, match="hangs in its driver"):
        frames.reopen()
    for device in devices:
        device.gate.release(100)
    assert all(device.released.wait(PATIENCE_S) for device in devices[:3])
    until(lambda: _reopened(frames))
    frames.close()
    frames.close()


def _reopened(frames: LiveFrames) -> bool | None:
    try:
        frames.reopen()
    except FramesLost:
        return None
    return True


def test_a_driver_that_breaks_is_a_reason_not_an_exception() -> None:
    def broken() -> Device:
        raise RuntimeError("ioctl failed")

    clock = Now()
    camera = camera_with(LiveFrames(broken, clock), clock)
    (said,) = until(lambda: camera.poll() or None)
    assert isinstance(said, LinkSeen)
    assert (said.state, said.why) == (LinkState.OFFLINE, "camera-fault: RuntimeError: ioctl failed")
    camera.close()


@contextmanager
def phone(pictures: int) -> Iterator[str]:
    """A phone's stream as the usual apps give it: MJPEG over HTTP, on this machine alone."""

    class Stream(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
            self.end_headers()
            for number in range(pictures):
                jpeg = cv2.imencode(".jpg", np.full((120, 160, 3), 40 + number % 100, np.uint8))[1].tobytes()
                head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n".encode()
                try:
                    self.wfile.write(head + jpeg + b"\r\n")
                except OSError:
                    return

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Stream)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/video.mjpg"
    finally:
        server.shutdown()
        server.server_close()


def test_a_phones_stream_is_read_and_its_end_is_said() -> None:
    now = [0.0]

    def clock() -> float:
        now[0] += 0.001
        return now[0]

    with phone(400) as address:
        frames = open_frames(address, clock)
        frame = until(frames.read)
        assert frame.picture.shape == (120, 160, 3)
        lost = until(lambda: _lost(frames))
        assert str(lost).startswith("no-frames: ")
        frames.close()


def _lost(frames: FrameSource) -> FramesLost | None:
    try:
        frames.read()
    except FramesLost as lost:
        return lost
    return None


def test_a_stream_nobody_sends_is_not_found_but_no_bad_input() -> None:
    frames = open_frames("http://127.0.0.1:9/nothing", lambda: 0.0)
    lost = until(lambda: _lost(frames))
    assert "not-found: there is no stream at http://127.0.0.1:9/nothing" in str(lost)
    frames.close()


def test_pictures_a_clip_and_the_virtual_table_open_by_their_names(tmp_path: Path) -> None:
    write_picture(tmp_path / "b.png", noisy(2))
    write_picture(tmp_path / "a.png", noisy(1))
    (tmp_path / "notes.txt").write_text("x")
    folder = open_frames(str(tmp_path), lambda: 0.0)
    names = [frame.name for frame in iter(folder.read, None)]
    assert names == ["a.png", "b.png"]
    one = open_frames(str(tmp_path / "b.png"), lambda: 0.0)
    assert [frame.name for frame in iter(one.read, None)] == ["b.png"]
    clip = tmp_path / "clip.avi"
    writer = cv2.VideoWriter(str(clip), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
    for seed in range(5):
        writer.write(noisy(seed))
    writer.release()
    times = [frame.at_s for frame in iter(open_frames(str(clip), lambda: 0.0).read, None)]
    assert times == pytest.approx([0.0, 0.1, 0.2, 0.3, 0.4])
    now = Now()
    table = open_frames("virtual", now, layout=seeded_scene(1, 2).layout)
    first = table.read()
    assert first is not None
    assert table.read() is None  # it keeps the pace of the clock
    now.s += 0.1
    second = table.read()
    assert second is not None
    assert not np.array_equal(first.picture, second.picture)
    assert [is_live(name) for name in ("0", "virtual", "rtsp://x/y", str(clip))] == [True, True, True, False]


@pytest.mark.parametrize("where", ["", "nowhere", "-1", "1000", "http://", "empty", "notes.txt"])
def test_what_can_be_no_source_is_one_line(tmp_path: Path, where: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "notes.txt").write_text("no clip")
    path = tmp_path / where
    with pytest.raises(InputError) as wrong:
        open_frames(str(path) if where in ("empty", "notes.txt") else where, lambda: 0.0)
    assert "\n" not in str(wrong.value)
