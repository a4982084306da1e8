"""Events of HeroClix: facts in the past tense, by subject, with the state after each.

play · attack · damage · powers · tactics ──> folding      every event by name, and the one door to the state
"""
