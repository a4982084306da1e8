"""The rules of this house: what a record or a session needs that no game's book says. Their ids begin with TW."""

from __future__ import annotations

from companion.core.catalogue import Catalogue, Rule, RuleStatus
from companion.core.ids import RuleId

HOUSE = Catalogue(
    tuple(
        Rule(RuleId(rule), RuleStatus.ENFORCED)
        for rule in (
            "TW-ASK-01",  # an answer must fit an open request
            "TW-ASK-02",  # only the seat that was asked answers
            "TW-ASK-03",  # a choice must be among what is offered
            "TW-ASK-04",  # a choice keeps within the limits it was asked with
            "TW-CONCEDE-01",  # a seat may give the game up at any time
            "TW-DICE-01",  # a report has one face for each die asked for
            "TW-DICE-02",  # a face must be on the die
            "TW-DRAW-01",  # a game is drawn when every seat still in it agrees
            "TW-END-01",  # a scenario that says itself how it ends is over then
            "TW-EV-01",  # players of an event are told apart by their names
            "TW-EV-02",  # a player must take part
            "TW-EV-03",  # a round is paired when the results of the last one are in
            "TW-EV-04",  # a result is of a table of a round that was published
            "TW-EV-05",  # what is published or swapped is a draft
            "TW-EV-07",  # a round needs two players
            "TW-EV-08",  # a player drops once
            "TW-EV-09",  # victory points are not below nothing
            "TW-EV-10",  # an order of an event is given by whose it is
            "TW-EV-11",  # a judge sees to a call that is open, an appeal is against one that is closed
            "TW-EV-12",  # a clock runs while a round is played
            "TW-EV-13",  # players speak for their own table
            "TW-EV-14",  # an elimination is over when one is left
            "TW-EV-15",  # the cut is made once
            "TW-EV-16",  # a game of the elimination has a winner
            "TW-EV-17",  # a force is locked when the first round is published, or as it was handed in late
            "TW-EV-18",  # a player hands in a force that the rules allow
            "TW-EV-21",  # a side of a table has as many players as the event says
            "TW-EV-22",  # how an event is played is changed before its first round is published
            "TW-EV-23",  # tiebreaks are those that are known, each once
            "TW-EV-24",  # nobody enters a round robin that has begun
            "TW-EV-25",  # a round robin is over when everybody has met everybody
            "TW-EV-26",  # pairs of a round robin are not swapped
            "TW-EV-27",  # minutes of a round and points of a force that are none
            "TW-EV-28",  # a missed round or a bye is of a kind that is none of a game
            "TW-EV-29",  # a latecomer joins a round in which somebody has the bye
            "TW-EV-30",  # a fixed table is one
            "TW-EV-31",  # what is said of a player is news
            "TW-EV-32",  # an elimination is single or double, a third place is played for in the single one
            "TW-EV-33",  # pairs of a published round change at tables without a result
            "TW-EV-34",  # a bye is of a round in which the player does not play
            "TW-EV-35",  # a game ends in a way that goes with who has won
            "TW-EV-36",  # a kind of result is worth nothing below nothing, and most to the better
            "TW-EV-37",  # minutes that a table is given are some
            "TW-EV-38",  # a judge goes to a call once
            "TW-EV-39",  # a penalty is one of those
            "TW-EV-40",  # a note and a prize have words
            "TW-EV-41",  # an event has so many players at most
            "TW-HAND-01",  # what is put right by hand is there, and may be so
            "TW-HAND-02",  # from a device of one seat it is put right when the other seats agree
            "TW-ORDER-01",  # an order names nothing that it has no use for
            "TW-PIECE-01",  # a piece must be in the game
            "TW-REDO-01",  # what was taken back is brought back before anything else happens
            "TW-REDO-02",  # what is brought back changes something
            "TW-RULING-01",  # an overruled refusal needs the agreement of every seat, or a judge
            "TW-SEAT-01",  # a seat must be at the table
            "TW-SEAT-02",  # who speaks gives orders for its own seats only
            "TW-SEEN-01",  # an order is for the game as its sender saw it
            "TW-UNDO-01",  # there must be something to take back
            "TW-UNDO-02",  # past an irreversible fact the other seats, or a judge, agree to a take-back
            "TW-UNDO-03",  # who agrees or declines must have been asked, by a question that is still open
        )
    )
)
