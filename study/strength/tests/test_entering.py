import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from io import StringIO
from threading import Barrier
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client

from game.accounts.guests import create_guest
from game.engine.state import Seat
from game.models import Game, Player
from game.table.forced_endings import void_by_ruling
from game.table.record.ledger import Ledger
from people.settings.deletion import delete_account
from rng.models import Deal
from study.strength import weighing
from study.strength.entering import weigh, weigh_due
from study.strength.luck import cards_shown
from study.strength.luck.cards_shown import load_luck
from study.strength.models import PlayerStrength, WeighedGame
from study.strength.rating import FORMULA, SHOWN_FROM, Anchor, History, Meeting
from study.strength.tests.games import play, resign, resign_late, strengths, weighed

pytestmark = [pytest.mark.rows, pytest.mark.django_db(transaction=True)]


def check() -> dict[str, Any]:
    """Return the counts of `recompute_strength --check`."""
    out = StringIO()
    with suppress(SystemExit):
        call_command("recompute_strength", "--check", "--json", stdout=out, verbosity=0)
    *_, counted = out.getvalue().splitlines()
    found: dict[str, Any] = json.loads(counted)
    return found


class TestWeighing:
    @pytest.mark.slow
    def test_a_rated_game_is_noted_when_it_ends_and_weighed_later(
        self, ledger: Ledger, ann: Player, bob: Player
    ):
        game = play(ledger, ann, bob)
        assert WeighedGame.objects.get().number is None
        assert not PlayerStrength.objects.exists()
        weigh_due()
        luck = load_luck(game)
        assert luck is not None
        adjusted = float(luck.adjusted(Seat(game.winner)))
        of_ann, of_bob = History(), History()
        of_ann.add(Meeting(bob.pk, adjusted - 0.5, Anchor()))
        of_bob.add(Meeting(ann.pk, 0.5 - adjusted, Anchor()))
        a, b = of_ann.strength, of_bob.strength
        assert weighed() == [(game.pk, 1, adjusted, *a[:2], *b[:2], 0, 0, 0, 0, FORMULA)]
        assert strengths() == [(ann.pk, *a), (bob.pk, *b)]

    @pytest.mark.slow
    def test_it_is_weighed_once(self, ledger: Ledger, ann: Player, bob: Player):
        game = play(ledger, ann, bob)
        weigh_due()
        before = weighed(), strengths()
        assert not weigh(game.pk)
        weigh_due()
        assert (weighed(), strengths()) == before

    @pytest.mark.slow
    def test_game_resigned_before_the_cut_does_not_count(self, ledger: Ledger, ann: Player, bob: Player):
        game = resign(ledger, ann, bob)
        weigh_due()
        luck = load_luck(game)
        assert luck is not None
        (deal,) = luck.deals
        assert deal.starter == 0
        row = WeighedGame.objects.get()
        assert row.adjusted == float(1 - luck.total)
        assert (row.strength_a, row.strength_b) == (None, None)
        assert strengths() == []

    @pytest.mark.slow
    def test_casual_games_short_ones_and_those_of_guests_do_not_count(
        self, ledger: Ledger, ann: Player, bob: Player
    ):
        play(ledger, ann, bob, rated=False)
        play(ledger, ann, bob, target=61)
        play(ledger, ann, create_guest())
        assert not WeighedGame.objects.exists()

    @pytest.mark.slow
    def test_house_bot_strength_is_not_stored(self, ledger: Ledger, ann: Player, novice: Player):
        resign_late(ledger, ann, novice)
        weigh_due()
        assert [player for player, *_ in strengths()] == [ann.pk]
        assert WeighedGame.objects.get().strength_b is None

    @pytest.mark.slow
    def test_cards_that_are_not_public_wait_and_hold_up_no_other(
        self, ledger: Ledger, ann: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
    ):
        first, second = play(ledger, ann, bob), play(ledger, ann, bob)
        with monkeypatch.context() as hidden:
            hidden.setattr(cards_shown, "are_cards_public", lambda game: game.pk != first.pk)
            weigh_due()
            assert [row[0] for row in weighed() if row[1] is not None] == [second.pk]
            assert Client().get(f"/game/{first.pk}/luck").status_code == 404
        weigh_due()
        assert [row[0] for row in weighed()] == [second.pk, first.pk]

    @pytest.mark.slow
    def test_game_with_an_open_board_is_not_public(
        self, ledger: Ledger, ann: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
    ):
        game = play(ledger, ann, bob)
        assert load_luck(game) is not None
        monkeypatch.setattr(cards_shown, "was_never_shown", lambda game_id: game_id == game.pk)
        assert load_luck(game) is None

    @pytest.mark.slow
    def test_game_with_an_unrecorded_deck_has_no_luck(self, ledger: Ledger, ann: Player, bob: Player):
        game = play(ledger, ann, bob)
        Deal.objects.filter(game=game.pk, number=1).delete()
        assert load_luck(game) is None
        weigh_due()
        assert WeighedGame.objects.get().number is None

    @pytest.mark.slow
    def test_processes_that_weigh_at_once_weigh_each_game_once(
        self, ledger: Ledger, ann: Player, bob: Player
    ):
        games = [resign_late(ledger, ann, bob) for _ in range(4)]
        start = Barrier(3)

        def weigh_all(_process: int) -> int:
            start.wait()
            try:
                return sum(weigh(game.pk) for game in games)
            finally:
                connection.close()

        with ThreadPoolExecutor(3) as processes:
            assert sum(processes.map(weigh_all, range(3))) == len(games)
        assert [row[1] for row in weighed()] == [1, 2, 3, 4]
        assert check() == {"games": 4, "differences": 0, "mended": False}


class TestTakingOut:
    @pytest.mark.slow
    def test_voided_game_is_removed_and_later_games_are_recomputed(
        self, ledger: Ledger, ann: Player, bob: Player
    ):
        games = [resign_late(ledger, *pair) for pair in ((ann, bob), (bob, ann), (ann, bob))]
        weigh_due()
        void(games[1])
        weigh_due()
        kept = weighed()
        assert [row[0] for row in kept] == [games[0].pk, games[2].pk]
        assert {games for *_, games in strengths()} == {2}
        assert check()["differences"] == 0

    @pytest.mark.slow
    def test_player_whose_only_game_is_void_has_no_strength(self, ledger: Ledger, ann: Player, bob: Player):
        game = resign_late(ledger, ann, bob)
        weigh_due()
        void(game)
        weigh_due()
        assert (weighed(), strengths()) == ([], [])

    @pytest.mark.slow
    def test_a_game_voided_before_its_turn_never_counts(self, ledger: Ledger, ann: Player, bob: Player):
        void(resign_late(ledger, ann, bob))
        weigh_due()
        assert weighed() == []


def void(game: Game) -> None:
    """Void a game as a host does."""
    with transaction.atomic():
        void_by_ruling(game.pk)


class TestRecomputing:
    @pytest.mark.slow
    def test_it_is_the_same_to_the_bit(self, ledger: Ledger, ann: Player, bob: Player):
        for _ in range(2):
            play(ledger, ann, bob)
        weigh_due()
        assert check() == {"games": 2, "differences": 0, "mended": False}

    @pytest.mark.slow
    def test_it_finds_and_repairs_wrong_values(self, ledger: Ledger, ann: Player, bob: Player):
        for _ in range(2):
            resign_late(ledger, ann, bob)
        weigh_due()
        right = weighed(), strengths()
        WeighedGame.objects.filter(number=1).update(adjusted=0.25)
        PlayerStrength.objects.filter(player=bob).update(strength=0.5)
        assert check()["differences"] == 2
        call_command("recompute_strength", stdout=StringIO(), verbosity=0)
        assert (weighed(), strengths()) == right

    @pytest.mark.slow
    def test_games_from_before_there_was_strength_are_noted(self, ledger: Ledger, ann: Player, bob: Player):
        game = resign_late(ledger, ann, bob)
        WeighedGame.objects.all().delete()
        assert check()["differences"] == 1
        call_command("recompute_strength", stdout=StringIO(), verbosity=0)
        weigh_due()
        assert [row[0] for row in weighed()] == [game.pk]


@pytest.mark.slow
def test_deleting_an_account_does_not_change_opponents_strength(ledger: Ledger, ann: Player, bob: Player):
    resign_late(ledger, ann, bob)
    weigh_due()
    before = weighed(), strengths()
    delete_account(ann)
    weigh_due()
    assert (weighed(), strengths()) == before
    assert check()["differences"] == 0


def outdate() -> None:
    """Change all stored rows to those of a release with another formula."""
    WeighedGame.objects.update(
        formula=FORMULA - 1, strength_a=0.2, variance_a=0.001, strength_b=-0.2, variance_b=0.001,
        anchor_a=None, precision_a=None, anchor_b=None, precision_b=None,
    )  # fmt: skip
    PlayerStrength.objects.update(strength=0.2, variance=0.001, games=SHOWN_FROM)


class TestAnotherFormula:
    @pytest.mark.slow
    def test_upgraded_site_gets_the_figures_of_the_new_formula(
        self, ledger: Ledger, ann: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
    ):
        for pair in ((ann, bob), (bob, ann), (ann, bob)):
            resign_late(ledger, *pair)
        weigh_due()
        right = weighed(), strengths()
        outdate()
        monkeypatch.setattr(weighing, "BATCH_SIZE", 2)
        weigh_due()
        assert (weighed(), strengths()) == right
        assert check()["differences"] == 0

    @pytest.mark.slow
    def test_game_weighed_meanwhile_by_an_older_release_is_recomputed(
        self, ledger: Ledger, ann: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
    ):
        for _ in range(4):
            resign_late(ledger, ann, bob)
        weigh_due()
        right = weighed(), strengths()
        WeighedGame.objects.filter(number=2).update(formula=FORMULA - 1, strength_a=0.3)
        monkeypatch.setattr(weighing, "BATCH_SIZE", 1)
        weigh_due()
        assert (weighed(), strengths()) == right

    @pytest.mark.slow
    def test_stored_strength_without_counted_games_is_deleted(self, ledger: Ledger, ann: Player, bob: Player):
        resign(ledger, ann, bob)
        weigh_due()
        PlayerStrength.objects.create(player=ann, strength=0.189, variance=0.001, games=26)
        outdate()
        weigh_due()
        assert strengths() == []
