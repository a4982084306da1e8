"""The names things have: plain strings to the machine, different types to the checker."""

from __future__ import annotations

from typing import NewType

SystemId = NewType("SystemId", str)  # "heroclix"
EditionId = NewType("EditionId", str)  # "core"
Seat = NewType("Seat", str)  # "red": who sits at the table; several seats may make a side
PieceId = NewType("PieceId", str)  # "red-2": one thing on this table
FigureId = NewType("FigureId", str)  # "tw003": what is printed on its base; many pieces may share it
SpaceId = NewType("SpaceId", str)  # "C7" on a grid, "north.3" on an area map
ZoneId = NewType("ZoneId", str)  # "north": several spaces of an area map
RuleId = NewType("RuleId", str)  # "HC-LOS-08"
RequestId = NewType("RequestId", str)  # "roll-17"
CommandId = NewType("CommandId", str)  # given by the session, never by the rules
