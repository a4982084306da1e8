"""What powers do: one small file a family of verbs; ``table`` names them all, and rows of data name them there.

verb ── asking              what every verb may be asked · questions it puts to the players
reduce · evade · pushing    damage and hits that do not count
modify_value · replace_value · hide · refuse_target     what an attack meets
pierce · give_token · area_attack · several_attacks     what a combat action becomes
move_and_attack · gait · knock_back                     where pieces go
make_attack · redirect_hit · raising · answering       attacks by effects · hits that move on · what adds or answers
endure · shed_token                                     what a card says of damage, dials and tokens
heal · hurt · transfer · counter · alter · extra_action · reroll
"""
