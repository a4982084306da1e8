// Reader tray: the plate is the top, printed face down. Boards are pressed into the frames, antenna against the plate.
include <sizes.scad>
$fn = 32;
inner = board + [2 * clearance, 2 * clearance];
rim = keep_off + post;
size = [pitch[0] + antenna[0] + 2 * rim, pitch[1] + antenna[1] + 2 * rim];
depth = plate + board_thick + parts_below;

module zones() {
  for (x = [0, 1], y = [0, 1])
    translate([rim + antenna[0] / 2 + x * pitch[0], rim + antenna[1] / 2 + y * pitch[1], 0]) children();
}

difference() {
  union() {
    cube([size[0], size[1], plate]);
    difference() {
      cube([size[0], size[1], depth]);
      translate([wall, wall, -1]) cube([size[0] - 2 * wall, size[1] - 2 * wall, depth + 2]);
      translate([size[0] / 2 - 8, size[1] - 2 * wall, plate + 3]) cube([16, 3 * wall, depth]);       // the cable
    }
    zones() translate([-inner[0] / 2 - wall, -inner[1] / 2 - wall, 0])
      difference() {
        cube([inner[0] + 2 * wall, inner[1] + 2 * wall, plate + board_thick + 1]);
        translate([wall, wall, -1]) cube([inner[0], inner[1], depth]);
        translate([-1, wall + 8, plate]) cube([inner[0] + 3 * wall, inner[1] - 16, depth]);          // room for the header
      }
    for (x = [0, size[0] - post], y = [0, size[1] - post]) translate([x, y, 0]) cube([post, post, depth]);
  }
  for (x = [post / 2, size[0] - post / 2], y = [post / 2, size[1] - post / 2])
    translate([x, y, plate]) cylinder(d = 2.6, h = depth);                                           // M3 cuts its own thread
}
