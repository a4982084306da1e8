// Carrier of the light ring. Print with the flat side down. Goes under the roof of the tray, screwed at three ears.
include <sizes.scad>
$fn = 96;
outer = diffuser + 2 * clearance + 2 * wall;
height = wall + ring_thick + air + diffuser_thick;

difference() {
  union() {
    cylinder(d = outer, h = height);
    for (turn = [0, 120, 240]) rotate(turn) translate([outer / 2 - wall, -ear / 2, 0]) cube([ear + wall, ear, 3]);
  }
  translate([0, 0, wall]) cylinder(d = ring_outer + 2 * clearance, h = height);                      // the ring lies here
  translate([0, 0, height - diffuser_thick]) cylinder(d = diffuser + 2 * clearance, h = height);    // the opal disc on its ledge
  translate([0, 0, -1]) cylinder(d = ring_inner - 8, h = height);                                   // lighter, and air
  for (turn = [0, 120, 240]) rotate(turn) translate([outer / 2 + ear / 2, 0, -1]) cylinder(d = screw, h = 9);
  translate([ring_outer / 2 - 6, -4, -1]) cube([5, 8, wall + 2]);                                   // the three wires
}
