"""The demonstration: a real game on a virtual table, by a director; each game is a script of it.

script ──deeds──> hands ──> table (rendered) ──> camera (vision) ──> gate ──> follower ──> confirmed ──> record
                     └────> tower (firmware in a VM) ──settled──> dice picture ──> reader ──┘   └──> report
"""
