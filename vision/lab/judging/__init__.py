"""Judges the room on labelled photographs: ``python -m vision.lab.judging FOLDER``."""

from __future__ import annotations
