"""All three checkers replay the line of a game: legal moves, and every point."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from cribbage_site.tests.repetitions import repetitions
from game.engine.state import Counting, Rules
from proof.evidence.builder import load_transcript
from proof.evidence.document import to_file
from tests.worlds.evidence import play_two_player_game
from tests.worlds.forgeries import forge
from tests.worlds.verdicts import agreed

pytestmark = pytest.mark.django_db

Document = dict[str, Any]
GAMES = repetitions(60, one_in=20)
CHANGES = repetitions(1_200, one_in=30)


def unsigned_file(rules: Rules) -> bytes:
    """Return a game's transcript without receipts, which would reveal a change before the replay."""
    return forge(to_file(load_transcript(play_two_player_game(rules))), drop_receipts)


def drop_receipts(document: Document) -> None:
    document["receipts"] = [[], []]


@pytest.fixture
def games() -> dict[Counting, bytes]:
    return {counting: unsigned_file(Rules(61, counting)) for counting in Counting}


def put_words(document: Document, words: list[str]) -> None:
    """Put other moves into the record and the line."""
    document["moves"] = [{"move": word, "ms": 0} for word in words]
    target, counting = document["line"].split(" ")[:2]
    document["line"] = " ".join([target, counting, *words])


def words_of(document: Document) -> list[str]:
    return [move["move"] for move in document["moves"]]


@pytest.mark.slow
@pytest.mark.parametrize("counting", Counting)
@pytest.mark.parametrize("target", [61, 121])
def test_replayed_games_reach_their_points(target: int, counting: Counting):
    files = [unsigned_file(Rules(target, counting)) for _ in range(max(1, GAMES // 6))]
    assert [found["faults"] for found in agreed(files)] == [[]] * len(files)


@pytest.mark.slow
def test_a_score_that_the_line_denies_is_found(games: dict[Counting, bytes]):
    for file in games.values():

        def add_a_point(document: Document) -> None:
            scores, later = (document["deals"][n]["hands"]["scores"] for n in (1, 2))
            scores[0 if scores[0] < later[0] else 1] += 1

        (found,) = agreed([forge(file, add_a_point)])
        assert found["faults"][0].startswith("Deal 1: by the line the scores after it are ")


@pytest.mark.slow
def test_changed_claim_changes_the_points(games: dict[Counting, bytes]):
    for counting in (Counting.MANUAL, Counting.MUGGINS):

        def claim_less(document: Document) -> None:
            words = words_of(document)
            n = next(n for n, word in enumerate(words) if word[1:2] == "=" and int(word[2:]) > 1)
            words[n] = f"{words[n][:2]}{int(words[n][2:]) - 1}"
            put_words(document, words)

        (found,) = agreed([forge(games[counting], claim_less)])
        assert found["verdict"] == "false", counting


@pytest.mark.slow
def test_a_number_is_written_without_a_zero_before_it(games: dict[Counting, bytes]):
    def with_a_zero(document: Document) -> None:
        words = words_of(document)
        n = next(n for n, word in enumerate(words) if word[1:2] == "=" and len(word) == 3)
        words[n] = f"{words[n][:2]}0{words[n][2:]}"
        put_words(document, words)

    (found,) = agreed([forge(games[Counting.MANUAL], with_a_zero)])
    assert found["faults"] == ["This is not a complete transcript of Every Other."]


@pytest.mark.slow
def test_a_go_with_a_card_that_fits_is_not_allowed(games: dict[Counting, bytes]):
    def say_go(document: Document) -> None:
        words = words_of(document)
        first = next(n for n, word in enumerate(words) if len(word) == 3 and word[2] in "CDHS")
        who = words[first][0]
        words.insert(first, f"{who}-go")
        put_words(document, words)
        document["deals"][1]["hands"]["plays"].insert(0, {"seat": "ab".index(who), "card": None})

    (found,) = agreed([forge(games[Counting.AUTO], say_go)])
    assert len(found["faults"]) == 1
    assert found["faults"][0].endswith("-go, is not allowed where it stands.")


@pytest.mark.slow
def test_line_that_continues_after_the_end_is_reported(games: dict[Counting, bytes]):
    def resign_afterwards(document: Document) -> None:
        put_words(document, [*words_of(document), "a-resign"])
        document["result"] |= {"winner": 1, "value": 1, "ended": "resigned"}

    (found,) = agreed([forge(games[Counting.AUTO], resign_afterwards)])
    assert found["faults"][-1].endswith("a-resign, is not allowed where it stands.")


@pytest.mark.slow
def test_line_without_an_end_is_an_unfinished_game(games: dict[Counting, bytes]):
    def hide_the_end(document: Document) -> None:
        document["result"] = document["finished_at"] = None

    (found,) = agreed([forge(games[Counting.AUTO], hide_the_end)])
    assert found["faults"] == ["By the line the game is over."]


def exchange_two_plays(document: Document, chance: Random) -> None:
    """Swap two cards of one deal, in the moves and in the deal."""
    # Two for his nibs may end the last deal before a card of it is played.
    deal = chance.choice([deal for deal in document["deals"][1:] if deal["hands"]["plays"]])
    plays = deal["hands"]["plays"]
    one, other = chance.randrange(len(plays)), chance.randrange(len(plays))
    plays[one], plays[other] = plays[other], plays[one]
    words = words_of(document)
    begin = words.index(f"#{deal['number']}")
    of_play = [
        n
        for n in range(begin + 1, len(words))
        if (words[n][1:] == "-go" or words[n][2:] in ("C", "D", "H", "S"))
        and not any(word[0] == "#" for word in words[begin + 1 : n])
    ]
    words[of_play[one]], words[of_play[other]] = words[of_play[other]], words[of_play[one]]
    put_words(document, words)


def another_word(document: Document, chance: Random) -> None:
    words = words_of(document)
    n = chance.randrange(len(words))
    words[n] = chance.choice(words)
    put_words(document, words)


def a_word_less(document: Document, chance: Random) -> None:
    words = words_of(document)
    del words[chance.randrange(len(words))]
    put_words(document, words)


def another_claim(document: Document, chance: Random) -> None:
    words = words_of(document)
    n = chance.choice([n for n, word in enumerate(words) if word[1] in "=+" or word[1:] == "-pass"] or [0])
    words[n] = f"{words[n][0]}{chance.choice('=+')}{chance.randrange(31)}"
    put_words(document, words)


CHANGERS = (exchange_two_plays, another_word, a_word_less, another_claim)


@pytest.mark.slow
def test_all_three_agree_on_random_changes_of_a_line(games: dict[Counting, bytes]):
    chance = Random(17)

    def changed() -> bytes:
        change: Callable[[Document, Random], None] = chance.choice(CHANGERS)
        return forge(games[chance.choice(list(Counting))], lambda document: change(document, chance))

    assert len(agreed([changed() for _ in range(CHANGES)])) == CHANGES
