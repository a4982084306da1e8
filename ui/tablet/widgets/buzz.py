"""Vibration, where this machine has it: Android's own service, through its bridge to Java; elsewhere there is none."""

from __future__ import annotations

from typing import Any

from ui.presenters.sounds import Sound

LENGTHS = {Sound.ASK: 120, Sound.HIT: 70, Sound.MISS: 35, Sound.ERRAND: 50, Sound.OVER: 350}  # milliseconds
WAVES_SINCE = 26  # the version of Android from which on a vibration is an effect


class Buzz:
    """The vibrator of one machine; ``None`` in it where there is no such thing."""

    def __init__(self) -> None:
        self._vibrator: Any = None
        try:
            from jnius import autoclass  # type: ignore[import-not-found]  # only there
        except ImportError:
            return
        self._class = autoclass
        service = autoclass("org.kivy.android.PythonActivity").mActivity.getSystemService("vibrator")
        self._vibrator = service if service is not None and service.hasVibrator() else None

    def play(self, sound: Sound) -> None:
        """Shake, if this machine can."""
        if self._vibrator is None:
            return
        length = LENGTHS[sound]
        if self._class("android.os.Build$VERSION").SDK_INT < WAVES_SINCE:
            self._vibrator.vibrate(length)
            return
        effect = self._class("android.os.VibrationEffect")
        self._vibrator.vibrate(effect.createOneShot(length, effect.DEFAULT_AMPLITUDE))
