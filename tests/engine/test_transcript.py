"""A game as a line of text, and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine.cards import texts
from game.engine.moves import Deal, Flag, IllegalMove, Leave, Resign, Throw, Unrevealable, Void
from game.engine.notation import move_as_text
from game.engine.play import act, start
from game.engine.state import Counting, Rules, Seat
from game.engine.transcript import dump, replay
from tests.worlds.positions import DEALER, PONE, at, count, play, play_random_game, show, stacked_deck

DECK = stacked_deck("9H TH 2H AD 3C 3D", "QC TC KC JC 4C 4D", "7S")
LINE = "121 auto first=b #1 a56 b56 a9H bQC aTH b-go a2H bTC aAD bKC bJC"


def test_a_game_is_a_line_that_a_person_can_read():
    table = at(pone="9H TH 2H AD 3C 3D", dealer="QC TC KC JC 4C 4D", starter="7S")
    assert dump(play(table, "9H QC TH go 2H TC AD KC JC")[0]) == LINE


def test_the_line_and_the_deck_make_the_same_game():
    table = at(pone="9H TH 2H AD 3C 3D", dealer="QC TC KC JC 4C 4D", starter="7S")
    assert replay(LINE, {1: DECK}) == play(table, "9H QC TH go 2H TC AD KC JC")[0]


@pytest.mark.parametrize(
    ("rules", "line"),
    [
        (Rules(), "121 auto"),
        (Rules(target=61), "61 auto"),
        (Rules(counting=Counting.MANUAL), "121 manual"),
        (Rules(target=61, counting=Counting.MUGGINS), "61 muggins"),
        (Rules(first_dealer=Seat.A), "121 auto first=a"),
        (Rules(target=61, first_dealer=Seat.B), "61 auto first=b"),
        (Rules(start=(9, 0)), "121 auto start=9-0"),
        (Rules(first_dealer=Seat.B, start=(0, 12)), "121 auto first=b start=0-12"),
    ],
)
def test_a_game_not_begun_is_its_rules(rules, line):
    assert dump(start(rules)) == line
    assert replay(line, {}) == start(rules)


def test_a_throw_is_two_places_whatever_the_order_it_was_named_in():
    table = at(thrown=False)
    thrown = table.dealt[PONE]
    assert act(table, PONE, Throw((thrown[4], thrown[1])))[0].record[-1] == "a25"


def test_claims_calls_and_passes_are_on_record():
    table, _ = show(at("pone 1, dealer 1", counting=Counting.MUGGINS, pone="5H 5C TD 9S", starter="KD"))
    assert count(table, "8 +2 0 pass")[0].record[-4:] == ("a=8", "b+2", "b=0", "a-pass")


def test_however_a_game_ends_is_on_record():
    assert act(at(), PONE, Resign())[0].record[-1] == "a-resign"
    assert act(at(), DEALER, Flag())[0].record[-1] == "b-flag"
    assert act(at(), DEALER, Leave())[0].record[-1] == "b-left"
    assert act(at(thrown=False), None, Void())[0].record[-1] == "-void"
    assert act(at(), None, Unrevealable())[0].record[-1] == "-unshown"


def test_a_move_of_a_seat_has_no_word_without_its_seat():
    with pytest.raises(ValueError, match="Only a deal and a void game"):
        move_as_text(((), ()), None, Resign())


@pytest.mark.parametrize("ending", ["a-resign", "b-flag", "a-left", "-void", "-unshown"])
def test_a_game_that_was_not_played_out_is_replayed(ending):
    over = replay(f"121 auto first=b #1 {ending}", {1: DECK})
    assert over.is_over
    assert replay(dump(over), {1: DECK}) == over


def test_all_games_share_the_words_they_have_in_common():
    """A thousand live games hold one string for each word, not one each."""
    one, other = (play_random_game(Rules(), seed)[-1][0].record for seed in (1, 2))
    in_common = set(one) & set(other)
    assert len(in_common) > 50
    of_one, of_other = ({id(word) for word in record if word in in_common} for record in (one, other))
    assert of_one == of_other


RULES = st.builds(
    Rules,
    target=st.sampled_from([121, 61]),
    counting=st.sampled_from(Counting),
    first_dealer=st.sampled_from([None, *Seat]),
)


@given(RULES, st.integers(0, 2**32), st.integers(0, 350))
def test_the_replay_of_a_dump_is_the_state(rules, seed, plies):
    story = play_random_game(rules, seed, plies)
    decks = {move.number: move.deck for _, _, move in story if isinstance(move, Deal)}
    state = story[-1][0]
    assert replay(dump(state), decks) == state


@given(st.integers(0, 2**32), st.integers(0, 60))
def test_no_line_of_a_live_game_holds_a_card_not_yet_played(seed, plies):
    state = play_random_game(Rules(), seed, plies)[-1][0]
    words = [word[1:] for word in state.record if not word[1:].isdigit() and "-" not in word]
    this_deal = words[len(words) - len(state.played) :]
    assert tuple(this_deal) == texts(card for _, card in state.played)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "121",
        "auto",
        "100 auto",
        "x auto",
        "121 by-hand",
        "121 auto first=",
        "121 auto first=c",
        "121 auto first=xb",
        "121 auto start=",
        "121 auto start=9",
        "121 auto start=9-1",
        "121 auto start=13-0",
        "121 auto start=0-0-9",
        "121 auto start=9-0 first=b",
        "121 auto first=b #",
        "121 auto first=b #x",
        "121 auto first=b #2",
        "121 auto first=b a14",
        "121 auto first=b #1 a",
        "121 auto first=b #1 a-",
        "121 auto first=b #1 a-fly",
        "121 auto first=b #1 c12",
        "121 auto first=b #1 a17",
        "121 auto first=b #1 a04",
        "121 auto first=b #1 a5h",
        "121 auto first=b #1 a1H",
        "121 auto first=b #1 a=x",
        "121 auto first=b #1 a+",
        "121 auto first=b #1 -",
        "121 auto first=b #1 -flag",
        "121 auto first=b #1 a-void",
        "121 auto first=b #1 5H",
    ],
)
def test_a_malformed_line_is_a_value_error(line):
    with pytest.raises(ValueError):  # noqa: PT011
        replay(line, {1: DECK})


@pytest.mark.parametrize(
    "line",
    [
        "121 auto first=b #1 a12 a34",
        "121 auto first=b #1 a11",
        "121 auto first=b #1 a123456",
        "121 auto first=b #1 a1",
        "121 auto first=b #1 #1",
        "121 auto first=b #1 a-go",
        "121 auto first=b #1 a=5",
        "121 muggins first=b #1 a=5",
        "121 muggins first=b #1 a+5",
        "121 auto first=b #1 a12 -void",
        "121 auto first=b #1 a-resign b-resign",
    ],
)
def test_a_line_with_a_move_against_the_rules_is_an_illegal_move(line):
    with pytest.raises(IllegalMove):
        replay(line, {1: DECK})
