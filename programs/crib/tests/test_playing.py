"""Score sheets are played over by the rules: whole games, parts, unknown cards, penalties, other targets."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from game.engine.cards import cards
from game.engine.state import Ended, Phase, Seat
from programs.crib.faults import CribFault, Place
from programs.crib.reading import parse_crib, read_sheets
from programs.crib.sheet.playing import Played, play_sheet
from programs.crib.sheet.writing import write_sheet
from tests.worlds.score_sheets import DEAL, DISCARDS, HANDS, PLAY, SAME


def play(text: str) -> Played:
    (sheet,) = read_sheets(text)
    assert read_sheets(write_sheet(sheet)) == (sheet,)
    return play_sheet(sheet)


def scores(text: str) -> tuple[int, int]:
    return play(text).state.scores


def test_a_deal_is_played_and_counted():
    played = play(DEAL)
    assert played.state.scores == (12, 32)
    assert (played.state.phase, played.is_over, played.is_engine_game) == (Phase.DEAL, False, True)
    assert played.rules.first_dealer is Seat.B
    assert [str(turn.seat) for turn in played.turns][:2] == ["None", "0"]


@pytest.mark.parametrize("how", SAME)
def test_a_deal_may_be_written_in_other_ways(how: str):
    assert scores(SAME[how]) == (12, 32)


def test_unknown_cards_are_named_so_that_none_is_shown():
    assert play(DEAL).unknown == {}
    assert play(SAME["the discards follow from the hand"]).unknown == {}
    played = play(SAME["unknown discards of both"])
    state = next(turn.state for turn in played.turns if turn.state.starter is not None)
    assert played.unknown[1] == {*state.throws[0], *state.throws[1]}
    assert not played.unknown[1] & {*cards("5H 6H 7C 8C 5D 5C JD QH 5S")}


PENALTIES = [
    ("a<2", (10, 32)),
    ("a#2", (14, 32)),
    ("a>2", (12, 34)),
    ("aR2", (12, 34)),
    ("bR5 b<1", (17, 31)),
    ("a#0", (12, 32)),
]


@pytest.mark.parametrize(("words", "after"), PENALTIES)
def test_penalties_move_the_score(words: str, after: tuple[int, int]):
    played = play(f"{DEAL} {words} {after[0]}-{after[1]}")
    assert played.state.scores == after
    assert not played.is_engine_game


def test_a_penalty_may_end_the_game():
    played = play(f'[Rules "61"] {DEAL} aR29')
    assert (played.state.winner, played.state.scores, played.state.value) == (Seat.B, (12, 61), 2)


def test_muggins_and_claims_are_those_of_the_engine():
    game = f'[Rules "121 muggins"] {DEAL} a=10 b+2 b=20 a-pass b=8 a-pass'
    assert scores(game) == (10, 34)
    assert play(game).is_engine_game
    assert scores(f'[Rules "121 manual"] {DEAL} a=14 b=20 b=7') == (12, 33)
    called = f'[Rules "61 muggins"] #1b up: 5S axx bxx {PLAY} a=12 b-pass b=20 a-pass b=8 a-pass'
    assert scores(called) == (12, 32)


def test_another_target():
    played = play(f'[Rules "31"] {DEAL}')
    assert (played.state.winner, played.state.scores, played.state.value) == (Seat.B, (12, 31), 1)
    assert not played.is_engine_game
    assert scores(f'[Rules "181 auto start=0-10"] {DEAL}') == (12, 42)


def test_deals_may_be_left_out():
    text = f"{DEAL} 12-32\n#2a 30-40\n#3 {HANDS} {DISCARDS} {PLAY}"
    assert scores(text) == (42, 72)
    assert scores(f"#4a 90-88 #5b {HANDS} {DISCARDS} {PLAY} 102-120") == (102, 120)
    assert scores(f"#3b 90-88 #4a {HANDS} axKD") == (90, 88)


def test_a_deal_may_break_off_with_its_score():
    text = f"#1b {HANDS} {DISCARDS} a8C bQH 12-32"
    assert scores(text) == (12, 32)
    assert scores(f"{text} #2a 20-40") == (20, 40)
    played = play(f"{text} #2a 121-40")
    assert (played.state.ended, played.state.winner, played.state.value) == (Ended.PLAYED, Seat.A, 4)


def test_part_of_a_game_ends_anywhere():
    for text in ("#1b", f"#1b {HANDS}", f"#1b {HANDS} a2SKD", f"#1b {DISCARDS} a8C", '[A "Ann"]'):
        assert not play(text).is_over
    played = play(f"#1b {DISCARDS} a8C bQH a-resign")
    assert (played.state.winner, played.state.ended) == (Seat.B, Ended.RESIGNED)
    assert played.unknown[1]


FAULTS = [
    (f"#1 {HANDS}", "Write who deals: #1a or #1b.", (1, 1)),
    (f"#1a {HANDS}\n{DISCARDS} a8C", "a8C isn’t allowed here. It’s not your turn.", (2, 13)),
    (DEAL.replace("a7C", "a9C"), "a9C isn’t allowed here. You don’t have the nine of clubs.", (3, 9)),
    (DEAL.replace("b5D", "bJD"), "bJD isn’t allowed here. The jack of diamonds would take the count past "
     "thirty-one.", (3, 13)),
    (DEAL.replace("b5D ", "b5D (b8C) "), "b8C isn’t allowed here. You don’t have the eight of clubs.",
     (3, 18)),
    (DEAL.replace("a8C", "ax"), "An unknown card can’t be played: its points depend on it.", (3, 1)),
    (DEAL.replace("b3C4S", "b3C4S (bxx)"), "An unknown card can’t be in a variation.", (2, 14)),
    (f"{DEAL} 13-32", "The score is 12-32 here, not 13-32.", (3, 38)),
    (f"{DEAL}\n a=12 b=19", "This count is b=20, not b=19.", (4, 7)),
    (f"{DEAL} a=12 b=20 b=8 a=1", "There’s no hand to count here.", (3, 52)),
    (f"#1b {HANDS} up:x a=12", "“up:” has no place here.", (1, 54)),
    (f"#1b {HANDS[:-7]} a=12", "No unknown cards of deal 1 fit its counts.", (1, 1)),
    (f"#1b {HANDS} a=12 b=20 b=8", "There’s no hand to count here.", (1, 54)),
    (f"{DEAL} b+1", "b+1 isn’t allowed here. Hands are counted for you in this game.", (3, 38)),
    (f"{DEAL} a<13", "No score falls below nothing.", (3, 38)),
    (f"{DEAL}\n#2b", "It’s A that deals here.", (4, 1)),
    (f"{DEAL}\n#3", "Deal 2 is next, not deal 3.", (4, 1)),
    (f"#1b {HANDS} {DISCARDS}\n#2", "Deal 1 isn’t finished. Write the rest of its moves, or the score after "
     "it, like 45-38.", (2, 1)),
    (f"#2b {HANDS}", "Write the score before this deal, like this: #1 45-38", (1, 1)),
    ("#1b 3-4 #2 2-9", "The score was 3-4 already.", (1, 12)),
    ("#1b 121-121", "The game ends when a player has 121.", (1, 5)),
    ("#1b 3-122", "The game ends when a player has 121.", (1, 5)),
    ("#1b 3-121 #2", "The game was over before this deal.", (1, 11)),
    (f"{DEAL} a-resign a#1", "The game was over before this.", (3, 47)),
    (DEAL.replace("QH", "5H"), "Deal 1 has the 5H twice.", (1, 1)),
    (f"#1b up: 5S axx bxx {PLAY}", "A hand of deal 1 has an unknown card. Write after the last card what the "
     "hands and the crib count, such as a=8 b=4 b=6.", (1, 53)),
    (f"#1b up: 5S axx bxx {PLAY} a=12 b=20 b=19", "No unknown cards of deal 1 fit its counts.", (1, 1)),
    ("cut: 5H 5D", "The cut for deal ends with the first pair that isn’t a tie.", (1, 1)),
    ("{x} cut: 5H 6D 7H 8D", "The cut for deal ends with the first pair that isn’t a tie.", (1, 5)),
    ('[Rules "121 auto first=a"]cut: 5H 6D', "The rules name a first dealer, so there’s no cut for deal.",
     (1, 1)),
    ('[Rules "10"]', "A game goes to 11 at least and to 361 at most.", (1, 1)),
    ('[Rules "121 auto start=1-2"]', "One side may start up to twelve holes ahead.", (1, 1)),
    (f'[Result "a 12-32 1 played"]{DEAL}', "The result reads “a 12-32 1 played”, but the moves lead to “*”.",
     (1, 1)),
    ('\n[Result "*"] -void', "The result reads “*”, but the moves lead to “- 0-0 0 void”.", (2, 1)),
]  # fmt: skip


@pytest.mark.parametrize(("text", "says", "at"), FAULTS)
def test_every_fault_of_play_has_a_sentence_and_its_place(text: str, says: str, at: tuple[int, int]):
    with pytest.raises(CribFault) as fault:
        play(text)
    assert (str(fault.value), fault.value.at) == (says, Place(*at))


def test_a_whole_game_leaves_out_what_only_a_sheet_has():
    for text in (DEAL, f"{DEAL} a#1 a-resign", f'[Rules "31"] {DEAL}', f'{DEAL} a-resign [A "x"]'):
        with pytest.raises(CribFault):
            parse_crib(text)
    assert parse_crib(f"{DEAL} {{a comment}} a-resign").result.ended is Ended.RESIGNED


tokens = some.sampled_from(
    [*DEAL.split(), "#2", "#2a", "12-32", "45-50", "a<2", "aR9", "a=12", "b=20", "b+2", "b-pass", "axx", "bx",
     "x", "(", ")", "{c}", "a-resign", "-void", "cut:", '[Rules "31 muggins"]', '[A "x"]', "#121b", "121-3"]
)  # fmt: skip


@pytest.mark.slow
@given(some.lists(tokens, max_size=40), some.integers(0, len(DEAL.split())))
def test_nonsense_raises_nothing_but_a_fault(words: list[str], many: int):
    text = " ".join([*DEAL.split()[:many], *words])
    try:
        for sheet in read_sheets(text):
            play_sheet(sheet)
    except CribFault:
        return
