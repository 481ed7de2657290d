"""The terms of cribbage, each explained in one sentence: for the rules page, the table and the lesson."""

from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

WORDS = "how texts say a term, separated by commas"  # msgctxt that tells translators what to list


@dataclass(frozen=True, slots=True, eq=False)
class Term:
    """A term. `words` are the forms by which it is recognised in a text."""

    key: str
    name: Promise
    explanation: Promise
    words: Promise


GLOSSARY = (
    Term(
        "crib",
        _("crib"),
        _("The four cards that you and your opponent discard; the dealer counts them as a second hand."),
        pgettext_lazy(WORDS, "crib"),
    ),
    Term(
        "pone",
        _("pone"),
        _("The player who isn’t dealing; pone plays first and counts first."),
        pgettext_lazy(WORDS, "pone"),
    ),
    Term(
        "starter",
        _("starter"),
        _("The card turned up after the discard; it counts as a fifth card in both hands and in the crib."),
        pgettext_lazy(WORDS, "starter"),
    ),
    Term(
        "heels",
        _("his heels, or nibs"),
        _("A jack turned up as the starter: the dealer scores two points at once."),
        pgettext_lazy(WORDS, "his heels, his nibs, nibs, heels"),
    ),
    Term(
        "nobs",
        _("his nobs"),
        _("The jack of the starter’s suit, in your hand or in the crib: one point."),
        pgettext_lazy(WORDS, "his nobs, nobs"),
    ),
    Term(
        "pegging",
        _("pegging"),
        _("Scoring points while the cards are played, before the hands are counted."),
        pgettext_lazy(WORDS, "pegging"),
    ),
    Term(
        "go",
        _("go"),
        _("You say go when none of your cards fits under 31; the player of the last card gets a point."),
        pgettext_lazy(WORDS, "say go, says go, the go"),
    ),
    Term(
        "last-card",
        _("last card"),
        _("The player of the very last card gets a point, or two if it makes 31."),
        pgettext_lazy(WORDS, "one for last, last card"),
    ),
    Term(
        "fifteen",
        _("fifteen"),
        _("Cards that add up to 15: two points, for every way to make it."),
        pgettext_lazy(WORDS, "fifteens, fifteen two, fifteen for two"),
    ),
    Term(
        "run",
        _("run"),
        _("Three or more cards in a row, whatever their suits: one point for each card."),
        pgettext_lazy(WORDS, "run, runs"),
    ),
    Term(
        "pair-royal",
        _("pair royal"),
        _("Three cards of one rank: they make three pairs, so six points."),
        pgettext_lazy(WORDS, "pair royal"),
    ),
    Term(
        "double-pair-royal",
        _("double pair royal"),
        _("Four cards of one rank: they make six pairs, so twelve points."),
        pgettext_lazy(WORDS, "double pair royal"),
    ),
    Term(
        "flush",
        _("flush"),
        _("Four cards of one suit in your hand: four points, five with the starter; a crib needs all five."),
        pgettext_lazy(WORDS, "flush"),
    ),
    Term(
        "show",
        _("show"),
        _("Counting both hands and the crib, after the cards are played."),
        pgettext_lazy(WORDS, "the show"),
    ),
    Term(
        "muggins",
        _("muggins"),
        _("Taking the points that your opponent missed while counting."),
        pgettext_lazy(WORDS, "muggins"),
    ),
    Term(
        "skunk",
        _("skunk"),
        _("Winning while your opponent has fewer than 91 points, or fewer than 31 in a game to 61."),
        pgettext_lazy(WORDS, "skunk, skunks, skunked"),
    ),
    Term(
        "double-skunk",
        _("double skunk"),
        _("Winning a game to 121 while your opponent has fewer than 61 points."),
        pgettext_lazy(WORDS, "double skunk, double skunked"),
    ),
)


def describe_glossary() -> dict[str, Any]:
    """Return the terms that texts at a table explain."""
    return {"glossary": GLOSSARY}
