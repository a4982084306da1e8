"""The turnstile: everybody gets a turn, an honest node is never set aside, one that pushes is, with the reason."""

from __future__ import annotations

import pytest

from firmware_bridge.mqtt_link import MqttMessage
from firmware_bridge.turnstile import CREDIT, QUEUE, REFUSALS, TURN, Turnstile

ONE = MqttMessage("mt/1/t/node/n/ev", b"{}")


class Now:
    s = 100.0

    def __call__(self) -> float:
        return self.s


def test_everybody_gets_a_turn_however_much_one_of_them_has() -> None:
    turnstile = Turnstile(Now())
    for _ in range(QUEUE):
        turnstile.add("loud", ONE)
    turnstile.add("quiet", ONE)
    assert {node: len(messages) for node, messages in turnstile.turns()} == {"loud": TURN, "quiet": 1}


def test_an_honest_node_after_an_absence_is_not_set_aside() -> None:
    """A thousand copies at once, ten times a minute: what a broker queued for a table that was away."""
    now = Now()
    turnstile = Turnstile(now)
    for _ in range(10):
        turnstile.superfluous("tower-1", 1000)
        now.s += 20
    assert turnstile.aside == {}


@pytest.mark.parametrize("count", [int(CREDIT), int(CREDIT) + 1])
def test_whoever_uses_up_the_credit_is_set_aside(count: int) -> None:
    turnstile = Turnstile(Now())
    turnstile.superfluous("tower-1", count)
    assert turnstile.aside == ({"tower-1": "flood"} if count > CREDIT else {})


@pytest.mark.parametrize(("pause_s", "aside"), [(1.0, True), (7.0, False)])
def test_the_tenth_refusal_within_a_minute_sets_aside(pause_s: float, aside: bool) -> None:
    now = Now()
    turnstile = Turnstile(now)
    for _ in range(REFUSALS):
        assert turnstile.aside == {}
        turnstile.refuse("tower-1", "nonsense")
        now.s += pause_s
    assert (turnstile.aside == {"tower-1": "nonsense"}) is aside


def test_the_first_reason_stands_and_a_release_starts_afresh() -> None:
    turnstile = Turnstile(Now())
    turnstile.set_aside("tower-1", "flood")
    turnstile.set_aside("tower-1", "nonsense")
    turnstile.add("tower-1", ONE)
    assert (turnstile.aside, list(turnstile.turns())) == ({"tower-1": "flood"}, [])
    turnstile.release("tower-1")
    turnstile.add("tower-1", ONE)
    assert [node for node, _ in turnstile.turns()] == ["tower-1"]
