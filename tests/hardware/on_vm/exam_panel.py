"""Buttons that bounce, lights that go out by themselves, and the events they make."""

import formats
import pins
import world
from drivers.button import Button
from drivers.ring import Ring
from examine import same

DARK = (0, 0, 0)


def pressed(levels, gpio=13):
    """The changes of a button whose pin has these (ms, level)."""
    button = Button(gpio)
    world.set_level(gpio, 1)
    found = []
    changes = dict(levels)
    for now in range(0, 1000, 2):
        if now in changes:
            world.set_level(gpio, changes[now])
        change = button.step(now)
        if change is not None:
            found.append((now, change))
    return found


def test_a_press_and_its_length():
    same(pressed([(100, 0), (400, 1)]), [(120, (True, 0)), (420, (False, 300))])


def test_bounces_are_no_presses():
    noisy = [(100, 0), (104, 1), (106, 0), (110, 1), (112, 0), (400, 1), (402, 0), (406, 1)]
    same(pressed(noisy), [(132, (True, 0)), (426, (False, 294))])


def test_a_spike_is_nothing():
    same(pressed([(100, 0), (116, 1), (300, 0), (310, 1)]), [])


def test_a_button_that_is_stuck_from_the_start_is_down():
    same(pressed([(0, 0)]), [(20, (True, 0))])


def ring(lights=3, leds=2, limit_ma=350):
    return Ring(pins.RING, leds, limit_ma, lights)


def shown(made):
    return [tuple(made._pixels[led]) for led in range(len(made._pixels))]


def test_each_light_shows_its_own_pattern():
    made = ring()
    made.show("HIT", 0, 0, 1)
    made.show("MISS", 0, 0, 2)
    made.draw(0, False)
    same(shown(made), [DARK, DARK, (0, 255, 30), (0, 255, 30), (255, 0, 0), (255, 0, 0)])


def test_a_light_goes_out_when_its_time_is_over_and_not_before():
    made = ring(1)
    made.show("HIT", 1000, 300)
    made.draw(1299, False)
    same(made.pattern, "HIT")
    made.draw(1300, False)
    same((made.pattern, shown(made)), ("OFF", [DARK, DARK]))


def test_shown_again_the_time_runs_anew_and_the_breathing_goes_on():
    made = ring(1)
    made.show("READY", 0, 1000)
    made.draw(800, False)
    before = shown(made)
    made.show("READY", 800, 1000)
    made.draw(800, False)
    same(shown(made), before)
    made.draw(1799, False)
    same(made.pattern, "READY")
    made.draw(1800, False)
    same(made.pattern, "OFF")


def test_all_lights_together_stay_below_the_limit():
    made = ring(8, 8, 350)
    for light in range(8):
        made.show("READING", 0, 0, light)
    made.draw(0, True)
    drawn = sum([sum(colour) for colour in shown(made)]) * 20 / 255
    assert 300 < drawn <= 350, drawn


def test_the_schema_has_an_event_for_each_way_a_button_goes():
    same(formats.unpack("event", "BUTTON_UP", b"\x02\x2c\x01"), {"button": 2, "held_ms": 300})
