"""Short tones, made here: no file is shipped, and a machine without sound stays silent."""

from __future__ import annotations

import math
import struct
import wave
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any

from kivy.core.audio import SoundLoader

from ui.presenters.sounds import Sound

RATE = 22_050  # samples a second
TONES = {  # frequency in Hz, length in seconds, one after the other
    Sound.ASK: ((660.0, 0.09), (880.0, 0.14)),
    Sound.HIT: ((523.0, 0.07), (784.0, 0.16)),
    Sound.MISS: ((392.0, 0.09), (294.0, 0.16)),
    Sound.ERRAND: ((740.0, 0.07),),
    Sound.OVER: ((523.0, 0.12), (659.0, 0.12), (784.0, 0.28)),
}


class Chimes:
    """The tones of one machine, written to ``folder`` once and kept loaded."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._is_silent = folder, False
        self._loaded: dict[Sound, Any] = {}

    def play(self, sound: Sound) -> None:
        """Play it, if this machine can."""
        if self._is_silent:
            return
        if sound not in self._loaded:
            with suppress(OSError):  # a full disk: the game goes on without a sound
                self._loaded[sound] = SoundLoader.load(str(self.file(sound)))
        self._is_silent = self._loaded.get(sound) is None  # no device: nothing is tried again
        if not self._is_silent:
            self._loaded[sound].play()

    def file(self, sound: Sound) -> Path:
        """The tone as a WAV file."""
        path = self._folder / f"{sound}.wav"
        if not path.is_file():
            self._folder.mkdir(parents=True, exist_ok=True)
            data = BytesIO()
            with wave.open(data, "wb") as out:
                out.setnchannels(1)
                out.setsampwidth(2)
                out.setframerate(RATE)
                out.writeframes(b"".join(_tone(*tone) for tone in TONES[sound]))
            part = path.with_suffix(".part")
            part.write_bytes(data.getvalue())
            part.replace(path)
        return path


def _tone(hertz: float, seconds: float) -> bytes:
    """One tone that swells and dies away, 16 bit."""
    count = int(RATE * seconds)
    samples = (
        int(9000 * math.sin(math.pi * number / count) * math.sin(2 * math.pi * hertz * number / RATE))
        for number in range(count)
    )
    return struct.pack(f"<{count}h", *samples)
