"""The demonstration: a real game on a virtual table.

players ──intent──> hands ──> table (rendered) ──> camera (vision) ──> follower ──proposal──> confirmed ──> record
                      └────> tower (firmware in a VM) ──settled──> dice picture ──> pip reader ──┘       └──> report
"""
