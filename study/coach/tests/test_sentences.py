"""The coach's sentences: worked examples, and that each figure is the review's."""

import re

import pytest
from django.utils import translation

from game.engine.state import Counting, Rules, Seat
from study.coach.choosing import Found, Mistake, Steady, choose_remarks, find_mistakes
from study.coach.moments import Moment, find_moments
from study.coach.reasons import Kind, find_reason
from study.coach.sentences import WORD_JOINER, describe_remark
from study.coach.tests.moments import counted, discard, moment, own, played
from study.review.judge.game import judge_game
from tests.worlds.positions import DEALER, at, count, play, show
from tests.worlds.records import build_record

# Six cards of pone and of the dealer before the discard.
THROW = at(pone="7H 8C 2D KD 8S JH", dealer="3C 3D 5S 9C QH KC", thrown=False)
FLUSH = at(pone="2H 4H 8H QH 9C KS", thrown=False)
LEAD = at(pone="5H 4C JD KS 2S 3S", dealer="9C 9D 6S 8C AS AD")


def after(words: str, pone: str = "4C 6D 8S KD", dealer: str = "TC 7D 9S 2H") -> "object":
    """Return a play after these cards."""
    return play(at(pone=f"{pone} QS QH", dealer=f"{dealer} QC QD"), words)[0]


def claimed(words: str = "") -> "object":
    laid, _ = show(
        at(pone="5H 5C JS KD 2C 3C", dealer="4C 6D 8S TD 2S 3S", starter="QC", counting=Counting.MUGGINS)
    )
    return count(laid, words)[0] if words else laid


EXAMPLES: list[tuple[Moment, Kind, str]] = [
    (
        moment(THROW, discard("2D KD", 8.0, 3.8), discard("7H 8C", 7.9, 7.9), "throw"),
        Kind.FED_CRIB,
        "You gave their crib 4.1 points too many in deal 1: 7-8 feeds it, 2-K is safer.",
    ),
    (
        moment(THROW, discard("2D KD", 6.0, 3.8), discard("7H 8C", 8.5, 7.9), "throw"),
        Kind.DEAR_CRIB,
        "In deal 1 you kept 2.5 points more in your hand, but gave their crib 4.1 points: 7-8 feeds it.",
    ),
    (
        moment(THROW, own(discard("3C 3D", 6, 6.2)), own(discard("9C KC", 6.5, 3.1)), "throw", seat=DEALER),
        Kind.POOR_CRIB,
        "Your crib missed 3.1 points in deal 1: 3-3 brings it more than 9-K.",
    ),
    (
        moment(THROW, discard("2D KD", 9.2, 3.8), discard("8S KD", 6.2, 4.0), "throw"),
        Kind.BROKE_PAIR,
        "You broke the pair 8-8 in deal 1: that took 3.0 points from your hand on average.",
    ),
    (
        moment(
            at(pone="4D 7S TD JS QD QH", thrown=False),
            discard("4D 7S", 10, 4),
            discard("7S QD", 5, 4),
            "throw",
        ),
        Kind.BROKE_PAIR,  # a run remains
        "You broke the pair Q-Q in deal 1: that took 5.0 points from your hand on average.",
    ),
    (
        moment(
            at(pone="3D 5C JD QC QH QS", thrown=False),
            discard("3D JD", 12, 4),
            discard("QC QS", 6, 4),
            "throw",
        ),
        Kind.BROKE_ROYAL,
        "You broke the pair royal Q-Q-Q in deal 1: that took 6.0 points from your hand on average.",
    ),
    (
        moment(
            at(pone="6H 7C 8D KD 2S QS", thrown=False),
            discard("2S QS", 8, 4),
            discard("8D 2S", 5, 4),
            "throw",
        ),
        Kind.BROKE_RUN,
        "You broke the run 6-7-8 in deal 1: that took 3.0 points from your hand on average.",
    ),
    (
        moment(
            at(pone="5H TC 2D AD 9S QS", thrown=False),
            discard("9S AD", 7, 4),
            discard("5H 9S", 3, 5),
            "throw",
        ),
        Kind.BROKE_FIFTEEN,
        "You broke the fifteen 5-10 in deal 1: that took 4.0 points from your hand on average.",
    ),
    (
        moment(FLUSH, discard("9C KS", 6, 4), discard("2H KS", 3, 4), "throw"),
        Kind.BROKE_FLUSH,
        "You broke a flush in deal 1: that took 3.0 points from your hand on average.",
    ),
    (
        moment(
            at(pone="2H 4C 6D 8H TC QS", thrown=False),
            discard("TC QS", 4, 4),
            discard("2H 4C", 2, 4),
            "throw",
        ),
        Kind.KEPT_LESS,
        "In deal 1 you kept 6-8-10-Q: with the starter, 2-4-6-8 is worth 2.0 points more.",
    ),
    (
        moment(THROW, discard("KD JH", 6, 4, 1.5), discard("2D KD", 6, 4, 0.2), "throw"),
        Kind.KEPT_SLOW,
        "In deal 1 you kept 7-8-8-J: 2-7-8-8 pegs 1.3 points more.",
    ),
    (
        moment(THROW, discard("7H 8C", 6, 5), discard("7H 8S", 6, 5), "throw", lost=41_000),
        Kind.SCORE_DISCARD,
        "At 0 to 0 in deal 1 the score mattered most: discarding 7♥ 8♣ instead of 7♥ 8♠ wins 4.1% more "
        "games.",
    ),
    (
        moment(LEAD, played("4C", 0.6), played("5H", -0.8)),
        Kind.LED_FIVE,
        "You led a five in deal 1: any ten-card makes fifteen of it, and it cost you 1.4 points.",
    ),
    (
        moment(LEAD, played("4C", 0.6), played("KS", -0.3)),
        Kind.WEAK_LEAD,
        "In deal 1 you led the K♠: the 4♣ pegs 0.9 points more from there.",
    ),
    (
        moment(after("8S"), played("7D", 2.4, now=2), played("TC", -0.1)),
        Kind.MISSED_FIFTEEN,
        "You missed a fifteen in deal 1: 7♦ was worth 2.5 points more than 10♣.",
    ),
    (
        moment(after("KD TC 4C", dealer="TC 7D 9S 2H"), played("7D", 2.9, now=2), played("2H", 0.7)),
        Kind.MISSED_THIRTY_ONE,
        "You missed thirty-one in deal 1: 7♦ was worth 2.2 points more than 2♥.",
    ),
    (
        moment(after("8S", dealer="8D 2D 9S 2H"), played("8D", 1.4, now=2), played("9S", -0.6)),
        Kind.MISSED_PAIR,
        "You missed a pair in deal 1: 8♦ was worth 2.0 points more than 9♠.",
    ),
    (
        moment(after("8S 7D", pone="9C 6D 8S KD"), played("6D", 3.1, now=3), played("KD", 0.0)),
        Kind.MISSED_RUN,
        "You missed a run in deal 1: 6♦ was worth 3.1 points more than K♦.",
    ),
    (
        moment(after("4C", dealer="AC 7D 9S 2H"), played("9S", 0.2), played("AC", -0.5)),
        Kind.MADE_FIVE,
        "In deal 1 your A♣ made the count five: any ten-card makes fifteen, and it cost you 0.7 points.",
    ),
    (
        moment(after("KD TC", pone="AC 6D 8S KD"), played("8S", 0.2), played("AC", -0.5), reply="TC"),
        Kind.MADE_TWENTY_ONE,
        "In deal 1 your A♣ made the count 21: any ten-card makes thirty-one, and it cost you 0.7 points.",
    ),
    (
        moment(after("", pone="4C 6D 8S KD"), played("4C", 0.5), played("8S", -0.7), reply="7D"),
        Kind.GAVE_FIFTEEN,
        "Your 8♠ let them make fifteen in deal 1: 4♣ was worth 1.2 points more.",
    ),
    (
        moment(after("KD 9S"), played("8S", 0.4), played("4C", -0.2), reply="8D"),
        Kind.GAVE_THIRTY_ONE,
        "Your 4♣ let them make thirty-one in deal 1: 8♠ was worth 0.6 points more.",
    ),
    (
        moment(after("8S"), played("2H", 0.4), played("9S", -0.2), reply="9D"),
        Kind.GAVE_PAIR,
        "They paired your 9♠ in deal 1: 2♥ was worth 0.6 points more.",
    ),
    (
        moment(after("8S"), played("2H", 0.4), played("9S", -0.2), reply="TC"),
        Kind.GAVE_RUN,
        "Your 9♠ let them make a run in deal 1: 2♥ was worth 0.6 points more.",
    ),
    (
        moment(after("8S"), played("2H", 0.4), played("9S", -0.2), reply="KC"),
        Kind.WEAK_CARD,
        "In deal 1 you played the 9♠: the 2♥ pegs 0.6 points more from there.",
    ),
    (
        moment(after("8S"), played("2H", 0.4), played("9S", 0.3), reply="9D", lost=117_300),
        Kind.SCORE_CARD,
        "At 0 to 0 in deal 1 the score mattered most: the 2♥ instead of the 9♠ wins 11.7% more games.",
    ),
    (
        moment(claimed(), counted(10, 10), counted(8, 6), "claim"),
        Kind.UNDERCOUNT,
        "In deal 1 you counted 8 where there were 10: that cost you 4 points.",
    ),
    (
        moment(claimed(), counted(10, 10), counted(12, 9), "claim"),
        Kind.OVERCOUNT,
        "In deal 1 you claimed 12 where there were 10: that cost you 1 point.",
    ),
    (
        moment(claimed("8"), counted(2, 2), counted(0, 0), "call"),
        Kind.MISSED_CALL,
        "You missed a muggins in deal 1: they had left 2 on the table.",
    ),
    (
        moment(claimed("8"), counted(2, 2), counted(1, 0), "call"),
        Kind.WRONG_CALL,
        "In deal 1 you called 1 for muggins where 2 was right: that cost you 2 points.",
    ),
]

BY_KIND = {kind: example for example, kind, _ in reversed(EXAMPLES)}


def say(*moments: Moment) -> list[str]:
    return [plain(describe_remark(remark)) for remark in choose_remarks(moments)]


def plain(sentence: str) -> str:
    return sentence.replace(WORD_JOINER, "")


def test_every_kind_of_reason_has_an_example():
    assert {kind for _, kind, _ in EXAMPLES} == {*Kind}


@pytest.mark.parametrize(("example", "kind", "says"), EXAMPLES, ids=[kind.value for _, kind, _ in EXAMPLES])
def test_a_mistake_has_its_reason_and_its_sentence(example: Moment, kind: Kind, says: str):
    assert find_reason(example).kind == kind
    assert say(example)[0] == says


@pytest.mark.parametrize(("example", "kind", "says"), EXAMPLES, ids=[kind.value for _, kind, _ in EXAMPLES])
def test_a_mistake_is_described_in_french(example: Moment, kind: Kind, says: str):
    with translation.override("fr"):
        told = say(example)[0]
    assert told != says
    figures = [each.replace(".", ",") for each in re.findall(r"\d+\.\d", says)]
    assert sorted(re.findall(r"\d+,\d", told)) == sorted(figures)


def test_french_has_its_own_plural():
    with translation.override("fr"):
        assert say(BY_KIND[Kind.LED_FIVE])[0].endswith("1,4 point.")
        assert "4,1 points" in say(BY_KIND[Kind.FED_CRIB])[0]


FED, BROKE, FIVE = (BY_KIND[kind] for kind in (Kind.FED_CRIB, Kind.BROKE_PAIR, Kind.LED_FIVE))
WEAK = BY_KIND[Kind.WEAK_CARD]


def changed(moment: Moment, **changes: object) -> Moment:
    return moment._replace(decision=moment.decision | changes)  # type: ignore[arg-type]


class TestTheChoice:
    def test_the_costliest_come_first_and_three_at_most(self):
        mistakes = [changed(each, lost=30_000 + n) for n, each in enumerate((FED, BROKE, FIVE, WEAK))]
        kinds = [remark.reason.kind for remark in choose_remarks(mistakes) if isinstance(remark, Mistake)]
        assert kinds == [Kind.WEAK_CARD, Kind.LED_FIVE, Kind.BROKE_PAIR]

    def test_the_same_reason_is_named_once_with_its_other_deals(self):
        again = [changed(FED, deal=deal, lost=lost) for deal, lost in ((3, 60_000), (2, 20_000), (5, 30_000))]
        assert say(*again) == [
            "You gave their crib 4.1 points too many in deal 3: 7-8 feeds it, 2-K is safer. "
            "The same in deals 2 and 5."
        ]
        assert say(*again[:2])[0].endswith(" The same in deal 2.")
        assert "The same" not in say(again[0], changed(again[0], ply=9))[0]

    def test_mistakes_of_one_reason_outweigh_a_larger_one(self):
        often = [changed(FIVE, deal=deal, lost=25_000) for deal in (1, 2, 3)]
        assert find_mistakes([changed(FED, lost=60_000), *often])[0].lost == 75_000

    def test_general_reasons_are_not_the_same(self):
        (remark,) = choose_remarks([changed(WEAK, deal=deal) for deal in (1, 2, 3)])
        assert isinstance(remark, Mistake)
        assert (remark.lost, remark.other_deals) == (30_000, ())

    def test_small_losses_are_not_mentioned(self):
        assert choose_remarks([changed(FED, lost=9_999)]) == ()
        assert len(choose_remarks([changed(FED, lost=10_000)])) == 1

    def test_nothing_is_said_about_nothing(self):
        assert choose_remarks([]) == ()


BEST = moment(THROW, discard("2D KD", 9.2, 3.8), discard("2D KD", 9.2, 3.8), "throw")
NEXT = discard("7H 8C", 8.5, 6.3, win=400_000)
SUCCESS = changed(BEST, lines=[BEST.decision["best"], NEXT])


class TestTheSuccesses:
    def test_the_only_good_discard_is_praised_by_its_lead(self):
        assert say(SUCCESS) == ["Well done in deal 1: 2-K was the best discard by 3.2 points."]

    def test_another_suit_is_no_lead(self):
        twin = BEST.decision["best"] | {"cards": ["2C", "KS"]}
        assert say(changed(SUCCESS, lines=[BEST.decision["best"], twin, NEXT])) == say(SUCCESS)
        assert say(changed(SUCCESS, lines=[BEST.decision["best"], twin])) == []

    def test_the_only_good_card_is_praised(self):
        card = moment(after("8S"), played("7D", 2.4, now=2), played("7D", 2.4, now=2))
        lines = [card.decision["best"], played("TC", -0.1, win=450_000)]
        assert say(changed(card, lines=lines)) == [
            "Well done in deal 1: the 7♦ was the best card by 2.5 points."
        ]

    @pytest.mark.parametrize(
        ("grades", "says"),
        [
            (["best", "good", "best", "mistake"], "You discarded well: 3 of your 4 discards were good."),
            (["best", "good", "best"], None),
            (["best", "good", "mistake", "mistake"], None),
        ],
    )
    def test_good_discards_are_counted(self, grades: list[str], says: str | None):
        moments = [changed(BEST, grade=grade) for grade in grades]
        assert say(*moments) == ([says] if says else [])

    def test_good_cards_are_counted(self):
        card = moment(after("8S"), played("7D", 2.4, now=2), played("7D", 2.4, now=2))
        assert say(*[card] * 8) == ["You pegged well: 8 of your 8 cards with a choice were good."]

    def test_a_success_takes_the_place_of_a_third_small_mistake(self):
        two = [changed(FED, lost=60_000), changed(BROKE, lost=50_000)]
        assert "Well done" in say(*two, changed(FIVE, lost=24_999), SUCCESS)[2]
        assert "You led a five" in say(*two, changed(FIVE, lost=25_000), SUCCESS)[2]


GAMES = [
    (21, Rules(121, Counting.MUGGINS)),
    (22, Rules(121, Counting.AUTO)),
    (23, Rules(61, Counting.MANUAL)),
]


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "rules"), GAMES)
@pytest.mark.parametrize("seat", [*Seat])
def test_every_figure_is_the_reviews_and_every_card_the_seats_own(seed: int, rules: Rules, seat: Seat):
    record = build_record(seed, rules)
    review = judge_game(record)
    moments = find_moments(review, seat, record)
    assert [each.decision for each in moments] == [one for one in review["decisions"] if one["seat"] == seat]
    remarks = choose_remarks(moments)
    assert remarks
    for remark in remarks:
        says = describe_remark(remark)
        if isinstance(remark, Steady):
            grades = [
                each["grade"]
                for each in review["decisions"]
                if each["seat"] == seat and each["sort"] == remark.side
            ]
            assert (remark.good, remark.of) == (sum(each in ("best", "good") for each in grades), len(grades))
            continue
        decision = remark.moment.decision
        assert f"deal {decision['deal']}" in says
        made, best = decision["made"], decision["best"]
        if isinstance(remark, Found):
            differences = [best["points"] - line["points"] for line in decision["lines"]]
            named = {*made["cards"]}
        else:
            parts = ("hand", "crib", "pegging") if decision["sort"] == "throw" else ("points",)
            differences = [made[part] - best[part] for part in parts]  # type: ignore[literal-required]
            named = {*made["cards"], *best["cards"]}
        shown = [float(each) for each in re.findall(r"(\d+\.\d) points", says)]
        assert all(any(abs(each - abs(one)) <= 0.0501 for one in differences) for each in shown), says
        if share := re.findall(r"(\d+\.\d)%", says):
            assert [float(each) for each in share] == [pytest.approx(decision["lost"] / 10_000, abs=0.0501)]
        signs = {sign.replace("10", "T") for sign in re.findall(r"(?:10|[A2-9JQK])[♣♦♥♠]", says)}
        assert signs <= {card.translate(str.maketrans("CDHS", "♣♦♥♠")) for card in named}


@pytest.mark.slow
def test_moments_show_only_what_the_seat_saw():
    record = build_record(22)
    moments = find_moments(judge_game(record), Seat.A, record)
    assert {each.seen.seat for each in moments} == {Seat.A}
    assert {each.seen.open for each in moments} == {None}
