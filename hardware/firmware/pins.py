# The only file that names pins: Raspberry Pi Pico, Pico W, Pico 2 (W). The table is also in hardware/wiring/tower.md.
#
#     to the tablet: USB-serial adapter, 3.3 V          sensors and light
UART_ID = 0
UART_TX = 0  # GP0, to the adapter's RX
UART_RX = 1  # GP1, to the adapter's TX
BAUD = 115200
I2C_ID = 0
I2C_SDA = 4  # LIS3DH
I2C_SCL = 5
ACCEL_INT = 6  # LIS3DH INT1
BEAM_TOP = 14  # "a die entered"; open collector, pull-up, low while cut
BEAM_BOTTOM = 15  # "a die left"
RING = 22  # through a 74AHCT125 to the ring's DIN
RING_LEDS = 24
RING_LIMIT_MA = 350  # so that a plain USB port is enough
STORE = "store"  # folder of the outbox
