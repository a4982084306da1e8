"""Checks of a force, one small function per rule area (HC-TEAM, HC-OBJ, HC-FEAT, HC-TA, HC-THEME).

300 points   generic keyword: 3 characters or more     other keyword: 2 or more     a re-roll for each pair
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from companion.core.ids import FigureId, RuleId
from companion.games.heroclix.figures.figure import Figure
from companion.games.heroclix.forces.cards import Weight, can_be_assigned
from companion.games.heroclix.forces.force import Force, ForceCheck, ForceViolation, Member

# HC-THEME-04: the 27 generic keywords of the core rulebook.
GENERIC = frozenset(
    {
        *("animal", "armor", "brute", "celebrity", "cosmic", "deity", "detective", "future", "herald", "kid"),
        *("martial artist", "monster", "mutant", "mystical", "past", "police", "politician", "psychic", "reporter"),
        *("robot", "ruler", "scientist", "soldier", "spy", "teen", "vehicle", "warrior"),
    }
)
GENERIC_STEP, OTHER_STEP = 100, 150  # points of the build total that call for one more character


def is_generic(keyword: str) -> bool:
    """Whether the keyword is a generic one (HC-THEME-04); capitals do not matter (HC-THEME-01)."""
    return keyword.casefold() in GENERIC


def least_for(keyword: str, build_total: int) -> int:
    """The fewest characters of a themed team: one per 100 or 150 points *or fraction* (HC-THEME-02, -03)."""
    step = GENERIC_STEP if is_generic(keyword) else OTHER_STEP
    return -(-build_total // step)


def shared_keywords(characters: Sequence[Figure]) -> tuple[str, ...]:
    """The keywords that all of them have, as the first one spells them (HC-THEME-01)."""
    if not characters:
        return ()
    words = [{word.casefold() for word in figure.keywords} for figure in characters[1:]]
    return tuple(
        dict.fromkeys(word for word in characters[0].keywords if all(word.casefold() in others for others in words))
    )


def themes_of(characters: Sequence[Figure], build_total: int) -> tuple[str, ...]:
    """The keywords under which these characters are a themed team; bystanders are left out by whoever asks."""
    return tuple(word for word in shared_keywords(characters) if len(characters) >= least_for(word, build_total))


def rerolls_of(count: int) -> int:
    """Return how often in a game a themed team of so many characters may have a die thrown
    again (HC-THEME-10, AMB-30).
    """
    return count // 2


MOST_OBJECTS = 3  # HC-OBJ-05
FEAT_SHARE = 10  # the feats may cost one part in ten of the build total (HC-FEAT-10)
# HC-TEAM-09: what a format may switch off, and how a force brings it.
TACTICS = ("objects", "feats", "conditions", "events", "bystanders", "themes", "alternates")


def violations(force: Force, build_total: int, without: Collection[str] = ()) -> Iterator[ForceViolation]:
    """Generate the reasons against the force; ``without`` are tactics that the format switches off."""
    if force.total > build_total:  # HC-TEAM-01
        message = f"costs {force.total}, {force.total - build_total} more than {build_total}"
        yield _of("HC-TEAM-01", message, total=force.total, over=force.total - build_total, points=build_total)
    if not characters(force):
        yield _of("HC-TEAM-03", "has no character")
    yield from _figures(force)
    yield from _objects(force)
    yield from _feats(force, build_total)
    yield from _alternates(force)
    if force.theme is not None:
        yield from _theme(force, force.theme, build_total)
    conditions = len(force.conditions) + len(units(force, "battlefield_condition"))
    if conditions > 1:
        yield _of("HC-BFC-01", f"brings {conditions} battlefield conditions, one is allowed")
    if conditions and force.event:  # HC-EVENT-05, HC-BFC-08
        yield _of("HC-EVENT-05", "brings a battlefield condition to a game with an event dial")
    for tactic in tactics_brought(force):
        if tactic in without:
            yield _of("HC-TEAM-09", f"brings {tactic}, which this format leaves out")


def characters(force: Force) -> list[Member]:
    """The characters of the force, one by one; bystanders are none of them (HC-BYST-03)."""
    return units(force, "character")


def units(force: Force, kind: str) -> list[Member]:
    """The units of one kind, one by one: unit files list objects, feats and conditions beside figures."""
    return [member for member in force.members if member.figure.kind == kind for _ in range(member.count)]


def tactics_brought(force: Force) -> tuple[str, ...]:
    """The tactics that the force makes use of (HC-TEAM-07, -09)."""
    kinds = {member.figure.kind for member in force.members}
    brought = {
        "objects": bool(force.objects) or "object" in kinds,
        "feats": bool(force.feats) or "feat" in kinds,
        "conditions": bool(force.conditions) or "battlefield_condition" in kinds,
        "events": force.event is not None,
        "bystanders": "bystander" in kinds,
        "themes": force.theme is not None,
        "alternates": bool(force.alternates),
    }
    return tuple(tactic for tactic in TACTICS if brought[tactic])


def _of(rule: str, message: str, figure: FigureId | None = None, **words: object) -> ForceViolation:
    return ForceViolation(RuleId(rule), figure, message, words)


def _figures(force: Force) -> Iterator[ForceViolation]:
    for member in force.members:
        if member.points is not None and member.points not in member.figure.points:  # HC-TEAM-04
            costs = ", ".join(map(str, member.figure.points)) or "nothing"
            message, figure = f"{member.figure.name} costs {costs}, not {member.points}", member.figure
            yield _of("HC-TEAM-04", message, figure.id, name=figure.name, costs=costs, points=member.points)
    copies: Counter[tuple[str, str, str]] = Counter()
    for member in force.members:
        figure = member.figure
        key = (figure.name, figure.set, figure.collector_number)  # HC-DIAL-06
        copies[key] += member.count
        if figure.unique and copies[key] > 1 and copies[key] - member.count <= 1:  # HC-TEAM-05, -06; told once
            yield _of("HC-TEAM-05", f"{figure.name} is unique and may be taken once", figure.id, name=figure.name)


def _objects(force: Force) -> Iterator[ForceViolation]:
    """Refuse more objects than three: a light one, a heavy one, any third (HC-OBJ-05, -06; fewer: AMB-27)."""
    weights: list[Weight | None] = [item.weight for item in force.objects]
    weights += [None for _ in units(force, "object")]
    if len(weights) > MOST_OBJECTS:
        yield _of("HC-OBJ-05", f"brings {len(weights)} objects, three are allowed", count=len(weights))
        return
    unknown = weights.count(None)  # a unit file may leave the weight out: it may be what is missing
    missing = [one.value for one in (Weight.LIGHT, Weight.HEAVY) if one not in weights]
    needed = max(0, len(missing) - (1 if len(weights) == 1 else 0)) if weights else 0
    if len(weights) < MOST_OBJECTS and Weight.IMMOBILE in weights:
        yield _of("HC-OBJ-06", "brings an immobile object, which only a third one may be")
    elif needed > unknown:
        yield _of("HC-OBJ-06", f"brings {len(weights)} objects and none that is {' or '.join(missing)}")


def _feats(force: Force, build_total: int) -> Iterator[ForceViolation]:
    cost = sum(choice.cost for choice in force.feats) + sum(one.cost for one in units(force, "feat"))
    if cost * FEAT_SHARE > build_total:  # HC-FEAT-10
        most = build_total // FEAT_SHARE
        yield _of("HC-FEAT-10", f"has feats of {cost} points, {most} are allowed", cost=cost, most=most)
    held: set[tuple[str, int]] = set()
    for choice in force.feats:
        card, (least, most) = choice.card, choice.card.chooses
        if not least <= len(choice.to) <= most:  # HC-FEAT-02
            span = str(least) if least == most else f"{least} to {most}"
            message = f"{card.name} is assigned to {len(choice.to)} characters, not {span}"
            yield _of("HC-FEAT-02", message, name=card.name, count=len(choice.to), span=span)
        for place in choice.to:  # all of them figures of this force (HC-FEAT-07)
            figure = force.members[place].figure
            if (card.id, place) in held:  # HC-FEAT-08
                message = f"{figure.name} has {card.name} twice"
                yield _of("HC-FEAT-08", message, figure.id, name=figure.name, feat=card.name)
            held.add((card.id, place))
            if not can_be_assigned(figure, card.needs):  # HC-FEAT-04, -05, -06
                message = f"no click of {figure.name} shows all that {card.name} asks for"
                yield _of("HC-FEAT-04", message, figure.id, name=figure.name, feat=card.name)


def _alternates(force: Force) -> Iterator[ForceViolation]:
    if len(force.alternates) > 1:  # HC-TA-17
        yield _of("HC-TA-17", f"brings {len(force.alternates)} alternate team abilities, one is allowed")
    for choice in force.alternates:
        if not choice.to:
            yield _of("HC-TA-15", f"{choice.card.name} is given to nobody")
        for place in choice.to:
            figure = force.members[place].figure
            if not can_be_assigned(figure, choice.card.needs):
                yield _of("HC-TA-15", f"{figure.name} has not what {choice.card.name} asks for", figure.id)


def _theme(force: Force, keyword: str, build_total: int) -> Iterator[ForceViolation]:
    team = [one.figure for one in characters(force)]
    strangers = [figure for figure in team if keyword.casefold() not in {word.casefold() for word in figure.keywords}]
    for figure in dict.fromkeys(strangers):  # HC-THEME-01
        message = f"{figure.name} has not the keyword {keyword}"
        yield _of("HC-THEME-01", message, figure.id, name=figure.name, keyword=keyword)
    least = least_for(keyword, build_total)
    if not strangers and len(team) < least and shared_keywords(team):
        rule = "HC-THEME-02" if is_generic(keyword) else "HC-THEME-03"
        message = f"{len(team)} characters share {keyword}, {build_total} points ask for {least}"
        yield _of(rule, message, count=len(team), keyword=keyword, points=build_total, least=least)


def action_total(build_total: int) -> int:
    """The actions of a turn: one per full hundred of the build total, at least one (HC-ACT-01, AMB-05)."""
    return max(1, build_total // 100)


def check_force(force: Force, build_total: int, without: Collection[str] = ()) -> ForceCheck:
    """Check the force against this build total; ``without`` lists tactics the format bars."""
    if force.event is not None:  # HC-EVENT-03, -04: its card goes before what the players agreed
        build_total, without = force.event.build_total or build_total, {*without, *force.event.without}
    themes = themes_of([one.figure for one in characters(force)], build_total)
    found = tuple(violations(force, build_total, without))
    return ForceCheck(force.total, action_total(build_total), found, themes)
