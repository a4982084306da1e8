// Block for one half of a beam: four are needed. The hole looks across the tower.
include <sizes.scad>
$fn = 48;
difference() {
  cube(beam_block);
  translate([beam_block[0] - 4, -1, beam_block[2] / 2]) rotate([-90, 0, 0]) cylinder(d = beam_led, h = beam_block[1] + 2);
  translate([4.5, beam_block[1] / 2, -1]) cylinder(d = screw, h = beam_block[2] + 2);
}
