"""An event's pages: for the organiser, judges, players, the big screen. Forms and words; scripts only tick the clock.

doors     who may enter as whom: PINs and personal links, kept as hashes beside the event's record
settings  how it is played, settled before the first round
hall      the event as these pages see it: orders in, refusals in words out; one thread
pages     what each page says, as HTML, every word escaped
server    addresses, cookies, forms
"""
