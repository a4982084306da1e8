// Every length of the printed parts, in mm. Measure your own boards before you print: clones differ by a millimetre.
wall = 2.0;           // nothing is thinner than 1.6
clearance = 0.4;      // between two printed or bought parts
screw = 3.4;          // hole for M3
bed = 220;            // the smallest printer we think of

// light ring of the tower: carrier, ring of 24 LEDs, air, opal disc; hangs 120 mm above the tray, LEDs down
ring_outer = 85.5;
ring_inner = 64;
ring_thick = 4.0;     // board and LEDs
air = 8;              // between LEDs and diffuser, so that no spot is seen on a die
diffuser = 90;
diffuser_thick = 1.5;
ear = 12;             // three ears with a hole

// beams: a receiver or emitter of 3 mm, glued into a block that is screwed to the wall of the tower
beam_led = 3.2;
beam_block = [14, 10, 10];

// reader tray, 2 x 2 zones: boards of 60 x 40 lie under a plate, antenna up
board = [60, 40];
board_thick = 1.6;
parts_below = 9;      // pin header and plug under a board
plate = 1.6;          // between antenna and mat
mat = 3.0;            // neoprene on top
sheet = 0.5;          // the printed map
pitch = [75, 75];     // centre to centre; below 60 two zones hear one tag
keep_off = 15;        // no screw, magnet or foil this near to an antenna
antenna = [40, 40];   // in the middle of a board
post = 8;             // square post with a screw hole, in each corner
