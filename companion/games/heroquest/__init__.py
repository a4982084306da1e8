"""HeroQuest: NextLevel: heroes and monsters under a master who knows more than the heroes do.

content/ · data/                  dice, armoury, bestiary, tables: rows the table may edit, defaults of ours
quest/ · setup · opening          a dungeon drawn in letters, and how a quest begins
state · characters                everything the rules know
commands · orders/                what somebody wants            events · happened/   what happened
verbs                             every command: what forbids it, and its script (core.procedure)
turns/ · moves/ · search/ · traps/          the turn, the way, what is hidden
gear · reach · attack/ · windows/ · crowd/  an attack, what interrupts it, what many do together
heroes/ · monsters/               what the four heroes and the special monsters do alone
hidden/                           what is seen, the two views, what the heroes hear
apply · system · legal            events folded; all of it behind the core's port
"""
