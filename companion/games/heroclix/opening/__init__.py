"""Before the first turn: first player, map, areas, conditions, objects, deployment.

opening                    who does what, in order
areas · objects            starting areas, how they grow, where a base may stand · objects put on the map
plain · sample             what a first game leaves out · a game for a first evening
"""
