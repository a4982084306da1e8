"""Gotham City Chronicles: a heroes' turn and two tiles of the villains; strike while one can, else go to the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.board.areas import parse_areas
from companion.core.events import ChoiceMade, ChoiceRequested
from companion.core.face import Command
from companion.core.flow import ChoiceRequest
from companion.core.ids import PieceId, SpaceId
from companion.core.pool import DIE, lying
from companion.core.session import Session
from companion.documents import Node
from companion.games.gotham import commands as cm
from companion.games.gotham.content.content import laid_over
from companion.games.gotham.sample import sample_setup
from ui.cli.demo.diary import Diary
from ui.cli.demo.eyes import printed_scene
from ui.cli.demo.script import Options, Page, Script, of_kinds
from ui.cli.text import say
from ui.presenters.games import game_of
from vision.virtual.scene import Scene

# where the evening stands when the demonstration begins: everybody is close
PLACES = {"wren": "office", "ferrier": "office", "lamplight": "tram-stop", "marshal": "tram-stop"}
GOAL = "office"  # where whoever acts, and reaches nobody, goes
DEEDS = (cm.Scream, cm.Breathe, cm.Grenade, cm.MeleeAttack, cm.RangedAttack)
TASKS = (cm.Think,)  # what the mission is about, before anybody strikes
TABLE = (cm.BeginMission, cm.DeclareState, cm.EndCommand, cm.ActivateTile, cm.EndActivation, cm.EndTurn)
TILES = ("jack-o-two", "mother-of-pearl")
AT_ONCE = 3  # cubes for one action: some are kept for a Defense
FORCED, PAID = "GO-BADLUCK-01", "GO-BASE-ACT-05"


class Gotham(Script):
    """The shipped scenario: in its first round cameras watch, later the machine rolls."""

    pages = (Page("report.html", lead="mission_lead"),)

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        setup, places = sample_setup(), {"pieces": {piece: {"at": zone} for piece, zone in PLACES.items()}}
        self.setup = replace(setup, scenario=laid_over(setup.scenario, places))

    def scene(self, session: Session) -> Scene:
        areas = parse_areas(Node("the record", "map", self.setup.scenario["map"]))
        return printed_scene(areas, game_of(session.system.id).tags(self.setup), by_zone=True)

    def is_watched(self, session: Session) -> bool:
        return bool(session.state.flow.round <= 1)

    def may_fail(self, session: Session) -> bool:
        return bool(_tiles(session))

    def deeds(self, session: Session) -> Sequence[Command]:
        system, state = session.system, session.state
        if state.flow.open:
            answers = list(system.legal_commands(state, state.flow.open[0].seat))
            if isinstance(asked := state.flow.open[0], ChoiceRequest) and asked.options[0].startswith(DIE):
                return [_again(session, asked, answers)]
            takers = [one for one in answers if getattr(one, "options", ("0",))[0] != "0"]
            return [self.rng.choice(takers or answers)]  # whoever is asked takes what there is, mostly
        for figure in state.figures:
            if figure.activated or (figure.is_hero and figure.cubes_at("available") > 3):
                offers = of_kinds(system.legal_commands(state, figure.seat, piece=figure.id), DEEDS)
                strikes = [one for one in offers if _dice_of(one)[0] <= AT_ONCE and not getattr(one, "push", False)]
                if tasks := of_kinds(system.legal_commands(state, figure.seat, piece=figure.id), TASKS):
                    return [max((one for one in tasks if _dice_of(one)[0] <= AT_ONCE), key=_dice_of)]
                if strikes:
                    return [max((one for one in strikes if type(one) is type(strikes[0])), key=_dice_of)]
                if figure.zone != GOAL:
                    walk = next(system.commands_placing(state, figure.id, (SpaceId(GOAL),)), None)
                    if walk is not None:
                        return [walk]
        offers = [one for seat in session.seats for one in system.legal_commands(state, seat)]
        chosen = [one for one in of_kinds(offers, TABLE) if getattr(one, "tile", TILES[0]) in TILES]
        best = [one for one in chosen if type(one) is type(chosen[0])]
        return [min(best, key=lambda one: getattr(one, "state", "active") != "active")]

    def placing(self, command: Command, session: Session) -> tuple[PieceId, SpaceId] | None:
        return (command.piece, SpaceId(command.path[-1])) if isinstance(command, cm.Move) else None

    def told(self, session: Session, out: Path, diary: Diary) -> dict[str, object]:
        return {"skills": list(_used_skills(session)), "tiles": _tiles(session)}

    def sentence(self, told: Mapping[str, Any]) -> str:
        return say("demo.a_heroes_turn_and", **{**told, "skills": len(told["skills"])})


def _tiles(session: Session) -> int:
    """Return how many tiles were activated."""
    return sum(type(one.event).__name__ == "TileActivated" for one in session.records)


def _again(session: Session, asked: ChoiceRequest, answers: Sequence[Command]) -> Command:
    """Return the answer of somebody who thinks: one's own worst die is thrown again where it shows less than it is
    worth (for a cube by more than a success), an enemy's best one where it shows more; else nothing is.
    """
    thrown, _ = lying(record.event for record in session.standing())
    dice, kind = session.state.content.dice, -1 if asked.purpose == FORCED else 1
    hopes = {}
    for option in asked.options:
        place = int(option.removeprefix(DIE)) - 1
        values = [face.value or 0 for face in dice[thrown.dice[place]].faces]
        hopes[option] = kind * (sum(values) / len(values) - int(thrown.faces[place]))
    best = max(hopes, key=lambda option: hopes[option])
    wanted = (best,) if hopes[best] > (1 if asked.purpose == PAID else 0) else None
    return next(one for one in answers if getattr(one, "options", None) == wanted)


def _dice_of(command: object) -> tuple[int, int]:
    return getattr(command, "cubes", 0), len(getattr(command, "weapons", ()))


def _used_skills(session: Session) -> tuple[str, ...]:
    """Return the skills that changed something in this game, by the rules that its events name."""
    skills = session.state.content.skills.values()
    by_rule: dict[str, str] = {row.rule: skill.id for skill in skills for row in skill.rows}
    named: dict[str, None] = {}
    asked: dict[str, str] = {}
    for event in (record.event for record in session.records):
        if isinstance(event, ChoiceRequested):
            asked[event.request.id] = str(event.request.purpose)
        rules = [getattr(event, "rule", ""), getattr(getattr(event, "window", None), "rule", "")]
        rules += [asked[event.request]] if isinstance(event, ChoiceMade) and event.options != ("0",) else []
        rules += [part.source for part in getattr(event, "terms", ())]
        named |= {by_rule[rule]: None for rule in rules if rule in by_rule}
    return tuple(named)


SCRIPT = Gotham
