"""HeroQuest: NextLevel: heroes and monsters under a master who knows more than the heroes do.

content/ · data/                        dice, armoury, bestiary, tables: rows the table may edit, defaults of ours
quest · setup · sample                  a dungeon drawn in letters, and how a quest begins
characters · state                      everything the rules know
commands                                what somebody wants
events · finds ─> apply                 what happened, folded into the state
gear · reach · actions · footing        what a figure fights with, whom it reaches, what it may do, where it steps
attack/ ─> traps · windows ─> moves/    a blow, what interrupts a step, the step
rounds · deeds/                         turns and the master's word; what else may be done in a turn
seeing                                  what heroes see of the dungeon
verbs · legal · by_hand ─> system        every command with its script · every one there is · what is put right by hand
face/                                   the two views, what the heroes hear, what screens and cases may know
"""
