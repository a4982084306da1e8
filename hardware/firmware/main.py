# Start-up of the dice tower, and nothing else: makes the parts and lets them run. Copy this folder to the Pico.
import binascii
import gc
import sys
import time

import machine
import pins
from app import App
from clock import Clock
from drivers.accel import Accel
from drivers.beam import Beam
from drivers.ring import Ring
from link import Link
from outbox import Outbox
from roll import Roll

VERSION = "0.1.0"


def start():
    gc.threshold(8192)  # tidy up often: 500 records in a heap full of litter leave no room for one long read
    clock = Clock()
    port = machine.UART(pins.UART_ID, baudrate=pins.BAUD, tx=machine.Pin(pins.UART_TX), rx=machine.Pin(pins.UART_RX),
                        rxbuf=1024, txbuf=1024, timeout=0)
    outbox = Outbox(pins.STORE)
    ring = Ring(pins.RING, pins.RING_LEDS, pins.RING_LIMIT_MA)
    accel = Accel(pins.I2C_ID, pins.I2C_SDA, pins.I2C_SCL, pins.ACCEL_INT)
    about = {"node": "tower-" + binascii.hexlify(machine.unique_id()).decode()[-8:], "fw": VERSION,
             "hw": sys.platform, "caps": "arm,ring" + (",shake" if accel.found else "")}
    link = Link(port, outbox, about, clock)
    app = App(link, outbox, Roll(), ring, Beam(pins.BEAM_TOP), Beam(pins.BEAM_BOTTOM), accel, clock)
    app.run(machine.WDT(timeout=8000).feed)


try:
    start()
except Exception as problem:  # noqa: BLE001 - last stand: write it down, start again
    with open("err.log", "w") as file:
        sys.print_exception(problem, file)
    sys.print_exception(problem)
    time.sleep_ms(500)
    machine.reset()
