"""Figures without a tag: what stands on which square, where its foot is, and what it looks like."""

from __future__ import annotations

__all__: list[str] = []
