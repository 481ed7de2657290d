"""An evening of nineteen on their phones: sitting out, differing cards, late cards, byes in the bracket."""

from collections import Counter

import pytest

from tournaments.desk import actions
from tournaments.desk.models import Evening, Stage
from tournaments.desk.record import load_record
from tournaments.desk.tests.evenings import client_of, create_evening, hand_in, open_boards
from tournaments.formats.bracket import qualifiers
from tournaments.formats.encounters import pair_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PLAYERS, GAMES = 19, 4


def loser_of(board):
    """Return a score that depends on the game only: every fifth game is a skunk."""
    return 62 + (board.number * 7) % 28 if board.number % 5 == 0 else 91 + (board.number * 11) % 30


def play(made):
    """Have both players of each table hand in their cards. Some tap twice, some first get it wrong."""
    for board in open_boards(made):
        # The stronger player wins: the one who was added first.
        first_wins, loser_has = board.first_id < board.second_id, loser_of(board)
        assert hand_in(board.first, board.number, first_wins, loser_has).status_code == 302
        if board.number % 4 == 0:
            assert hand_in(board.second, board.number, first_wins, loser_has).status_code == 302
            assert board in open_boards(made), "both say that they won"
        for _ in range(1 + board.number % 2):
            assert hand_in(board.second, board.number, not first_wins, loser_has).status_code == 302
        assert board not in open_boards(made)


def test_evening_of_nineteen_from_the_first_pairing_to_the_champion(later):
    made = create_evening([f"Player {n}" for n in range(1, PLAYERS + 1)], games=GAMES)
    desk, path = client_of(made.director), f"/desk/{made.pk}"
    sat_out = Counter()
    for pairing in range(GAMES):
        later(seconds=101)
        assert desk.post(path, {"do": "pair"}).status_code == 302
        assert len(open_boards(made)) == PLAYERS // 2
        (rest,) = load_record(Evening.objects.get()).free
        sat_out[rest.pk] += 1
        pairings = " ".join(desk.get(f"{path}/pairings").content.decode().split())
        assert f"<strong>Sits out:</strong> {rest.name}" in pairings
        assert "You’re free." in desk.get(f"/desk/card/{rest.code}").content.decode()
        if pairing == 1:
            stolen, late = open_boards(made)[0].first, open_boards(made)[1]
            desk.post(path, {"do": "renew", "player": stolen.pk})
            assert hand_in(stolen, open_boards(made)[0].number, True, 61).status_code == 404
            form = {"do": "decide", "how": "played", "number": late.number, "winner": 0, "loser_has": 100}
            assert desk.post(path, form).status_code == 302
        play(made)
    assert hand_in(late.second, late.number, True, 61).status_code == 409, "the director has ruled"
    assert set(sat_out.values()) == {1}, "no player sits out twice"

    later(seconds=101)
    assert desk.post(path, {"do": "pair"}).status_code == 302  # those who sat out catch up
    assert len(open_boards(made)) == 2
    play(made)
    record = load_record(Evening.objects.get())
    assert Counter(card.games for card in record.cards.values()) == {GAMES: PLAYERS}
    met = Counter(pair_of(*game.players) for game in record.games)
    assert max(met.values()) == 1, "no two players met twice"
    assert sum(line.score.spread for line in record.lines) == 0
    assert all(abs(card.lean) <= 2 for card in record.cards.values())

    assert desk.post(path, {"do": "bracket"}).status_code == 302
    evening = Evening.objects.get()
    assert (evening.stage, len(evening.seeds)) == (Stage.BRACKET, qualifiers(PLAYERS))
    assert qualifiers(PLAYERS) == 5
    desk.post(path, {"do": "pair"})
    assert len(open_boards(made)) == 2, "seeds 4 and 5 play, 2 and 3 have had byes, and 1 waits with a bye"
    while not isinstance(champion := load_record(Evening.objects.get()).bracket.champion, int):
        if not open_boards(made):
            assert desk.post(path, {"do": "pair"}).status_code == 302
        play(made)
    assert champion == min(evening.seeds)
    assert "wins the bracket" in desk.get(f"{path}/screen").content.decode()

    assert desk.post(path, {"do": "close"}).status_code == 302
    assert actions.find_by_code(rest.code).evening.stage == Stage.OVER
    later(hours=25)
    assert desk.get(f"/desk/card/{rest.code}").status_code == 404
    games = desk.get(f"{path}/games.csv").content.decode().splitlines()
    assert len(games) == 1 + made.boards.count()
