"""Pictures of answers, drawn from the answers themselves: what is highlighted is what the answer names.

sheet ── squares in, pixels out; colours, letters      line ─── one line of sight, its causes outlined
ground ─ terrain, levels, walls, ramps, figures        fields ─ what is seen or threatened, by tint and pattern
legend ─ what the patterns mean, in words              reach ── where a move may end, with its numbers
areas ── one line on a map of zones
"""

from __future__ import annotations

from companion.cli.picture.areas import draw_area_line
from companion.cli.picture.fields import draw_field
from companion.cli.picture.line import draw_line
from companion.cli.picture.reach import draw_reach

__all__ = ["draw_area_line", "draw_field", "draw_line", "draw_reach"]
