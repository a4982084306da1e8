"""One attack, one explosion, one Movement of Gotham, slowly and plainly: written from the catalogue's procedures alone.

Everybody uses every skill as far as it goes, on the first thing there is; dice come from a queue of numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

FREE_MELEE = ("counter", "chain_attack", "circular_strike")


@dataclass
class Doll:
    """A figure: its numbers, and what lies on it."""

    name: str
    side: str
    life: int = 9
    threat: int = 0
    hero: bool = False
    wounds: int = 0
    skills: dict[str, int] = field(default_factory=dict)
    harmless: bool = False
    binds: int = 0
    lying: bool = False
    friend: bool = False
    armed: bool = True
    melee: int = 2
    ranged: int = 2
    defense: int = 0
    free: bool = False

    @property
    def out(self) -> bool:
        return self.wounds >= self.life

    def has(self, skill: str) -> int:
        return 0 if self.out else self.skills.get(skill, 0)


class Table:
    """Everybody in one zone, the tokens that lie there, the dice still to come; what was reckoned, in order."""

    def __init__(self, dolls: list[Doll], queue: list[int]) -> None:
        self.dolls, self.queue = {doll.name: doll for doll in dolls}, queue
        self.tokens: dict[str, int] = {}
        self.said: list[tuple[str, str, int]] = []

    def die(self) -> int:
        return self.queue.pop(0)

    def others(self, doll: Doll, *, ally: bool) -> Iterator[Doll]:
        for name in sorted(self.dolls):
            other = self.dolls[name]
            if other is not doll and not other.out and (other.side == doll.side) == ally:
                yield other

    def hurt(self, doll: Doll, wounds: int) -> int:
        """The wounds it suffered; none when it is out already."""
        if doll.out or wounds <= 0:
            return 0
        doll.wounds = min(doll.life, doll.wounds + wounds)
        return wounds

    # 5.2, from top to bottom

    def attack(
        self, a: Doll, t: Doll, kind: str, way: str = "", dice: int = 0, carried: int | None = None, bind: bool = False
    ) -> int:
        """The successes that remain when the target falls, else -1."""
        pledged: list[tuple[Doll, int]] = []
        pool: list[int] = []
        if carried is None:
            count = dice or (a.melee if kind == "melee" else a.ranged)
            count += 1 if a.friend else 0
            if kind == "melee" and 2 * a.wounds >= a.life:
                count += a.has("fury")
        for guard in self.others(t, ally=True):  # declare SACRIFICE
            if guard.has("sacrifice"):
                pledged.append((guard, guard.has("sacrifice")))
        if carried is None:
            pool = [self.die() for _ in range(count)]
            again = a.has("point_blank") if kind == "ranged" else 0
            again += a.has("luck")
            again += sum(ally.has("support") for ally in self.others(a, ally=True))
            again += 1 if a.free else 0
            again += sum(enemy.has("bad_luck") for enemy in self.others(a, ally=False))
            for _ in range(again):
                pool[0] = self.die()
        rolled = sum(pool) if carried is None else carried
        total = rolled
        if rolled >= 1:
            total += a.has("martial_arts") if kind == "melee" else a.has("sharpshooter")
        if carried is None:
            ours = sum(ally.threat for ally in self.others(a, ally=True))
            theirs = sum(enemy.threat for enemy in self.others(a, ally=False))
            total += a.has("sneak_attack") if ours >= theirs else 0
            total -= a.binds
            if kind == "ranged":
                total -= self.tokens.get("smoke", 0)
                total -= max(0, theirs - a.has("nerves"))
        total = max(0, total)
        self.said.append(("attack", a.name, total))
        suffered: list[tuple[Doll, int]] = []
        for guard, most in pledged:
            taken = min(most, total)
            total -= taken
            suffered.append((guard, self.hurt(guard, taken)))
        shield = self.defend(t, kind) if total else 0
        margin = total - shield
        bound = bind and margin > 0
        endured = t.life - t.wounds
        extra = 0
        if bound:
            t.binds += a.has("bind")
        elif margin > 0:
            extra = a.has("electricity") + a.has("poison")
        taken = sum(self.hurt(t, a.has(skill)) for skill in ("electricity", "poison") if extra)
        taken += self.hurt(t, 0 if bound or a.harmless else margin)
        suffered.append((t, taken))
        self.after(a, suffered)
        if not t.out:
            self.answered(a, t, kind, way)
            return -1
        remain = max(0, margin - max(0, endured - extra))
        if not way:
            self.go_on(a, t, kind, remain)
        return remain

    def defend(self, t: Doll, kind: str) -> int:
        pool = [self.die() for _ in range(t.defense)]
        if pool:
            again = t.has("luck") + sum(ally.has("support") for ally in self.others(t, ally=True))
            again += sum(enemy.has("bad_luck") for enemy in self.others(t, ally=False))
            for _ in range(again):
                pool[0] = self.die()
        total = sum(pool) + (t.has("impenetrable") if kind == "melee" else t.has("untouchable"))
        total += max((ally.has("bodyguard") for ally in self.others(t, ally=True)), default=0)
        total = max(0, total - t.binds)
        self.said.append(("defense", t.name, total))
        return total

    def after(self, a: Doll, suffered: list[tuple[Doll, int]], *, blast: bool = False) -> None:
        if a.out:
            return
        if a.has("immobilise"):
            for doll in {id(one): one for one, _ in suffered}.values():
                taken = sum(wounds for one, wounds in suffered if one is doll)
                if doll is not a and not doll.out and taken >= a.has("immobilise"):
                    doll.lying = True
        for kind, skill in (("flame", "flame"), ("gas", "toxic_gas"), ("frost", "frost")):
            self.tokens[kind] = self.tokens.get(kind, 0) + a.has(skill)
        if blast:
            self.tokens["smoke"] = self.tokens.get("smoke", 0) + a.has("smoke")

    def answered(self, a: Doll, t: Doll, kind: str, way: str) -> None:
        """Counter-Attack or Riposte of a target that stands."""
        skill = "counter" if kind == "melee" else "riposte"
        if t.has(skill) and way != skill and not a.out and (skill == "counter" or t.armed) and not self.shut(a):
            self.attack(t, a, kind, skill, t.has(skill))

    def shut(self, doll: Doll) -> bool:
        """Whether Protected bars its designation."""
        return bool(doll.has("protected")) and doll.has("protected") <= sum(
            not ally.has("protected") for ally in self.others(doll, ally=True)
        )

    def go_on(self, a: Doll, t: Doll, kind: str, remain: int) -> None:
        """Circular Strike or Burst, then Chain Attack."""
        series = a.has("circular_strike") if kind == "melee" else a.has("burst")
        struck = [t]
        for _ in range(series if remain else 0):
            others = [doll for doll in self.others(a, ally=False) if doll not in struck and not self.shut(doll)]
            if not others or a.out:
                break
            name = "circular_strike" if kind == "melee" else "burst"
            remain = self.attack(a, others[0], kind, name, carried=remain)
            struck.append(others[0])
            if remain <= 0:
                break
        others = [doll for doll in self.others(a, ally=False) if doll is not t and not self.shut(doll)]
        if kind == "melee" and a.has("chain_attack") and others and not a.out:
            self.attack(a, others[0], kind, "chain_attack", a.has("chain_attack"))

    def explode(self, a: Doll, level: int) -> None:
        """An explosion here that spares nobody, as of a grenade."""
        suffered = [(self.dolls[name], level) for name in sorted(self.dolls) if not self.dolls[name].out]
        for doll, wounds in suffered:
            self.hurt(doll, wounds)
        self.after(a, suffered, blast=True)


def cost(sizes: int, rough: int, climb: int, horror: int, wall: bool, skills: dict[str, int], *, flies: bool) -> int:
    """5.1: the Movement Points of one Movement."""
    fee = 2 if wall else 0
    if flies:
        return 1 + fee
    total = 1
    total += max(0, sizes - skills.get("elusive", 0))
    total += max(0, rough - skills.get("mobility", 0))
    total += max(0, climb - skills.get("parkour", 0))
    return total + horror + fee
