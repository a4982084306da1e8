# The board itself: its name, its way to the host, its button, its watch-dog, its resets.
import binascii
import time

import machine
import pins

WATCHDOG_MS = 8000  # an RP2040 allows 8388


def name():
    """Eight hex digits of the chip's unique id."""
    return binascii.hexlify(machine.unique_id()).decode()[-8:]


def port():
    """The UART to the host: read(n) -> bytes or None, write(bytes) -> bytes taken."""
    return machine.UART(pins.UART_ID, baudrate=pins.BAUD, tx=machine.Pin(pins.UART_TX), rx=machine.Pin(pins.UART_RX),
                        rxbuf=1024, txbuf=1024, timeout=0)


def held():
    """Whether the button is down: read a few times, so that a spike is none."""
    button = machine.Pin(pins.BUTTON, machine.Pin.IN, machine.Pin.PULL_UP)
    for _ in range(5):
        time.sleep_ms(2)
        if button.value():
            return False
    return True


def powered():
    """Whether the power came on, or a person pressed reset; not a restart of the board's own."""
    return machine.reset_cause() == machine.PWRON_RESET


def watchdog():
    """A callable that keeps the watch-dog quiet; once started it cannot be stopped."""
    return machine.WDT(timeout=WATCHDOG_MS).feed


def reset():
    """Never returns: the board starts again."""
    machine.reset()
