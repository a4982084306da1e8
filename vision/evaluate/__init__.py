"""Judges the room on labelled photographs: ``python -m vision.evaluate FOLDER``."""

from __future__ import annotations
