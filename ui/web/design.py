"""The look of every page of ours: the house's values as a style sheet, and its letters."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from companion.errors import MissingPart
from companion.painting.design import stylesheet
from companion.painting.font import lato

SHEET, LETTERS = "/design.css", "/letters"


def design_routes() -> list[BaseRoute]:
    """The style sheet, and the folder of the font where it is installed."""
    folder = _letters()
    fonts: list[BaseRoute] = [Mount(LETTERS, StaticFiles(directory=folder))] if folder else []
    return [Route(SHEET, _sheet), *fonts]


async def _sheet(request: Request) -> Response:
    return Response(_css(), media_type="text/css", headers={"cache-control": "no-cache"})


@cache
def _css() -> str:
    return stylesheet(fonts=LETTERS if _letters() else "")


@cache
def _letters() -> Path | None:
    try:
        return Path(lato()[0]).parent
    except MissingPart:
        return None
