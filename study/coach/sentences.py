"""The coach's sentences, in the reader's language. Every figure is the review's, to a tenth of a point."""

from collections.abc import Iterable, Mapping
from decimal import ROUND_HALF_UP, Decimal

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from game.bots.brain import Cards
from game.engine.cards import RANKS, Card
from game.web.cards import card_label
from study.coach.choosing import Found, Mistake, Remark, Side, Steady
from study.coach.moments import cards_of, kept_by
from study.coach.reasons import Kind
from study.review.judge.grades import MILLION
from study.review.judge.schema import Line

WORD_JOINER = "\u2060"  # prevents a line break after a hyphen


def describe_remark(remark: Remark) -> str:
    """Return a remark as a sentence to the player who made the decision."""
    match remark:
        case Mistake():
            return " ".join([_describe_mistake(remark), *_describe_others(remark.other_deals)])
        case Found():
            return _describe_found(remark)
        case Steady():
            return _describe_steady(remark)


def _describe_mistake(mistake: Mistake) -> str:
    reason, moment = mistake.reason, mistake.moment
    decision, seen = moment.decision, moment.seen
    assert seen.seat is not None
    made, best = decision["made"], decision["best"]
    words: dict[str, object] = {
        "deal": decision["deal"],
        "points": count_points(reason.points) if "claim" in made else format_points(reason.points),
        "share": format_share(decision["lost"]),
        "mine": seen.scores[seen.seat],
        "theirs": seen.scores[seen.seat.other],
        "made": _choice(made),
        "best": _choice(best),
    }
    if decision["sort"] == "throw":
        name = signs if ranks(cards_of(made)) == ranks(cards_of(best)) else ranks
        words |= {
            "made": name(cards_of(made)),
            "best": name(cards_of(best)),
            "kept": name(kept_by(moment, made)),
            "keep": name(kept_by(moment, best)),
            "broken": ranks(reason.cards),
            "more": format_points(made["hand"] - best["hand"]),
        }
    return str(SENTENCES[reason.kind]) % words


def _choice(line: Line) -> str:
    """Return a choice: two cards by their ranks, one with its suit, or a count."""
    if "claim" in line:
        return str(line["claim"])
    cards = cards_of(line)
    return signs(cards) if len(cards) == 1 else ranks(cards)


SENTENCES: Mapping[Kind, Promise] = {
    Kind.FED_CRIB: _(
        "You gave their crib %(points)s too many in deal %(deal)s: %(made)s feeds it, %(best)s is safer."
    ),
    Kind.DEAR_CRIB: _(
        "In deal %(deal)s you kept %(more)s more in your hand, but gave their crib %(points)s: %(made)s "
        "feeds it."
    ),
    Kind.POOR_CRIB: _("Your crib missed %(points)s in deal %(deal)s: %(best)s brings it more than %(made)s."),
    Kind.BROKE_PAIR: _(
        "You broke the pair %(broken)s in deal %(deal)s: that took %(points)s from your hand on average."
    ),
    Kind.BROKE_ROYAL: _(
        "You broke the pair royal %(broken)s in deal %(deal)s: that took %(points)s from your hand on "
        "average."
    ),
    Kind.BROKE_RUN: _(
        "You broke the run %(broken)s in deal %(deal)s: that took %(points)s from your hand on average."
    ),
    Kind.BROKE_FIFTEEN: _(
        "You broke the fifteen %(broken)s in deal %(deal)s: that took %(points)s from your hand on average."
    ),
    Kind.BROKE_FLUSH: _(
        "You broke a flush in deal %(deal)s: that took %(points)s from your hand on average."
    ),
    Kind.KEPT_LESS: _(
        "In deal %(deal)s you kept %(kept)s: with the starter, %(keep)s is worth %(points)s more."
    ),
    Kind.KEPT_SLOW: _("In deal %(deal)s you kept %(kept)s: %(keep)s pegs %(points)s more."),
    Kind.LED_FIVE: _(
        "You led a five in deal %(deal)s: any ten-card makes fifteen of it, and it cost you %(points)s."
    ),
    Kind.MISSED_FIFTEEN: _(
        "You missed a fifteen in deal %(deal)s: %(best)s was worth %(points)s more than %(made)s."
    ),
    Kind.MISSED_THIRTY_ONE: _(
        "You missed thirty-one in deal %(deal)s: %(best)s was worth %(points)s more than %(made)s."
    ),
    Kind.MISSED_PAIR: _(
        "You missed a pair in deal %(deal)s: %(best)s was worth %(points)s more than %(made)s."
    ),
    Kind.MISSED_RUN: _(
        "You missed a run in deal %(deal)s: %(best)s was worth %(points)s more than %(made)s."
    ),
    Kind.MADE_FIVE: _(
        "In deal %(deal)s your %(made)s made the count five: any ten-card makes fifteen, and it cost you "
        "%(points)s."
    ),
    Kind.MADE_TWENTY_ONE: _(
        "In deal %(deal)s your %(made)s made the count 21: any ten-card makes thirty-one, and it cost you "
        "%(points)s."
    ),
    Kind.GAVE_FIFTEEN: _(
        "Your %(made)s let them make fifteen in deal %(deal)s: %(best)s was worth %(points)s more."
    ),
    Kind.GAVE_THIRTY_ONE: _(
        "Your %(made)s let them make thirty-one in deal %(deal)s: %(best)s was worth %(points)s more."
    ),
    Kind.GAVE_PAIR: _("They paired your %(made)s in deal %(deal)s: %(best)s was worth %(points)s more."),
    Kind.GAVE_RUN: _(
        "Your %(made)s let them make a run in deal %(deal)s: %(best)s was worth %(points)s more."
    ),
    Kind.WEAK_LEAD: _("In deal %(deal)s you led the %(made)s: the %(best)s pegs %(points)s more from there."),
    Kind.WEAK_CARD: _(
        "In deal %(deal)s you played the %(made)s: the %(best)s pegs %(points)s more from there."
    ),
    Kind.SCORE_DISCARD: _(
        "At %(mine)s to %(theirs)s in deal %(deal)s the score mattered most: discarding %(best)s instead of "
        "%(made)s wins %(share)s more games."
    ),
    Kind.SCORE_CARD: _(
        "At %(mine)s to %(theirs)s in deal %(deal)s the score mattered most: the %(best)s instead of the "
        "%(made)s wins %(share)s more games."
    ),
    Kind.UNDERCOUNT: _(
        "In deal %(deal)s you counted %(made)s where there were %(best)s: that cost you %(points)s."
    ),
    Kind.OVERCOUNT: _(
        "In deal %(deal)s you claimed %(made)s where there were %(best)s: that cost you %(points)s."
    ),
    Kind.MISSED_CALL: _("You missed a muggins in deal %(deal)s: they had left %(best)s on the table."),
    Kind.WRONG_CALL: _(
        "In deal %(deal)s you called %(made)s for muggins where %(best)s was right: that cost you %(points)s."
    ),
}


def _describe_others(deals: tuple[int, ...]) -> Iterable[str]:
    if not deals:
        return ()
    *first, last = map(str, deals)
    if not first:
        return (gettext("The same in deal %(deal)s.") % {"deal": last},)
    return (gettext("The same in deals %(deals)s and %(last)s.") % {"deals": ", ".join(first), "last": last},)


def _describe_found(found: Found) -> str:
    decision = found.moment.decision
    words = {
        "deal": decision["deal"],
        "made": _choice(decision["made"]),
        "points": format_points(found.points),
    }
    if decision["sort"] == "throw":
        return gettext("Well done in deal %(deal)s: %(made)s was the best discard by %(points)s.") % words
    return gettext("Well done in deal %(deal)s: the %(made)s was the best card by %(points)s.") % words


def _describe_steady(steady: Steady) -> str:
    words = {"good": steady.good, "of": steady.of}
    if steady.side is Side.DISCARDS:
        return gettext("You discarded well: %(good)s of your %(of)s discards were good.") % words
    return gettext("You pegged well: %(good)s of your %(of)s cards with a choice were good.") % words


def ranks(some: Cards) -> str:
    """Return the ranks of cards, joined by hyphens."""
    return f"-{WORD_JOINER}".join(map(_rank, some))


def _rank(card: Card) -> str:
    return RANKS[card >> 2].replace("T", "10")


def signs(some: Cards) -> str:
    """Return cards with their suits."""
    return " ".join(card_label(card).says for card in some)


def format_points(points: float) -> str:
    """Return points to a tenth: "4.1 points"."""
    shown = _tenths(points)
    # English has the plural for every decimal, other languages have their own rule for the whole part.
    return ngettext("%(n)s points", "%(n)s points", int(shown)) % {"n": number_format(shown)}


def count_points(points: float) -> str:
    """Return whole points: "2 points"."""
    return ngettext("%(n)s point", "%(n)s points", round(points)) % {"n": round(points)}


def format_share(millionths: int) -> str:
    """Return a share of all games: "4.1%"."""
    return gettext("%(n)s%%") % {"n": number_format(_tenths(100 * millionths / MILLION))}


def _tenths(value: float) -> Decimal:
    """Round to a tenth as the review's page does, ties away from zero."""
    return Decimal(value).quantize(Decimal("0.1"), ROUND_HALF_UP)
