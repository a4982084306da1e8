"""Powers: rows of data that name verbs, and the verbs that are used by an action of their own.

rows ── table              a power, read from data/powers-*.toml · every verb by its name
using                      a power used by command, as a script
making · areas             attacks by powers, on one or on each · on everybody in an area
moving · control           moves that go on to an attack · pieces that change sides
placing                    pieces, objects and markers put somewhere
healing · tokens           dials that turn back · action tokens and an action more
neighbours                 who stands beside is hurt or knocked back without an attack
altering                   values that change and powers that are countered for a while
by_hand                    what players do by hand
"""
