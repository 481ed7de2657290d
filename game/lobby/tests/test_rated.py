"""Rated games: how they are requested, by whom, and one at a time."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction

from common import clock
from common.refusal import Refusal
from game.accounts.places import note_place, share_a_place
from game.engine.state import Seat
from game.lobby import seeks, upkeep
from game.lobby.matchmaking import play_bot
from game.lobby.pairing import GameSettings
from game.lobby.rated import rated_settings
from game.lobby.rematch import request_rematch, settings_of
from game.models import Game, Player, Seek
from game.table.record.ending import Result
from game.table.record.game_over import write_results
from ranking.models import Kind, Standing
from tests.worlds.threads import at_once

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
QUICK = GameSettings(121, "auto", "quick", rated=True)
RELAXED = GameSettings(121, "muggins", "relaxed", rated=True)
MUGGINS = GameSettings(121, "muggins", "quick", rated=True)
CASUAL = GameSettings(121, "auto", "quick")


@pytest.fixture(autouse=True)
def no_places() -> Iterator[None]:
    """Clear the recorded network places: the cache outlives a test, and player ids repeat."""
    yield
    cache.clear()


def refused(doing: Callable[..., Any], **how: Any) -> tuple[str, str]:
    with pytest.raises(Refusal) as fault:
        doing(**how)
    return fault.value.code, fault.value.says


def against_novice(player: Player, settings: GameSettings = RELAXED) -> Game:
    return play_bot(player=player, bot="novice", settings=settings)


def meet(one: Player, other: Player, settings: GameSettings = QUICK) -> Game:
    """Start a game by an accepted challenge."""
    placement = seeks.challenge(player=one, to=other, settings=settings)
    return seeks.accept(seek_id=placement.game, player=other)


def finish(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(finished_at=clock.now(), winner=0, ended="resigned")


def resign(game: Game) -> None:
    """End a game as the ledger does, with its row locked first."""
    with transaction.atomic():
        Game.objects.select_for_update().get(pk=game.pk)
        write_results({game.pk: Result(Seat.A, 1, "played")})


@pytest.fixture
def guest(db: None) -> Player:
    return Player.objects.create(username="Guest-1", is_guest=True)


class TestHowItIsPlayed:
    @pytest.mark.parametrize(
        ("settings", "says"),
        [
            (GameSettings(61, "auto", "quick", rated=True), "A rated game is played to 121."),
            (
                GameSettings(121, "manual", "quick", rated=True),
                "In a rated game, hands are counted for you or with muggins.",
            ),
        ],
    )
    def test_short_games_and_manual_counting_are_refused(self, settings: GameSettings, says: str):
        assert refused(rated_settings, settings=settings) == ("bad_request", says)

    def test_without_a_clock_there_is_a_day_for_every_move(self):
        assert rated_settings(GameSettings(121, "auto", "none", rated=True)).clock == "relaxed"
        assert rated_settings(QUICK) == QUICK

    def test_the_game_and_its_params_say_that_it_is_rated(self, ann: Player, bob: Player):
        game = meet(ann, bob)
        assert game.rated
        assert json.loads(game.params)["rated"] is True
        assert not meet(ann, bob, CASUAL).rated

    def test_an_unbegun_rated_game_against_a_bot_ends_by_itself(self, ann: Player):
        in_two_minutes = clock.milliseconds() + 2 * 60 * 1000
        deadline = against_novice(ann).deadline
        assert deadline is not None
        assert 0 <= deadline - in_two_minutes < 60_000
        assert against_novice(ann, GameSettings()).deadline is None

    def test_a_rematch_is_for_points_again(self, ann: Player, bob: Player):
        for begin in (partial(meet, ann, bob), partial(against_novice, ann)):
            game = begin()
            finish(game)
            places = [
                request_rematch(game_id=game.pk, player=player)
                for player in (ann, bob)
                if game.seat_of(player) is not None
            ]
            again = Game.objects.get(pk=places[-1].game)
            assert settings_of(again) == settings_of(game)
            assert again.rated
            finish(again)


class TestFromOnePlace:
    SAYS = (
        "You and {} used the same internet connection within the last day, so a game between you can’t be "
        "rated. You can play it for fun."
    )

    @pytest.fixture
    def household(self, ann: Player, bob: Player) -> None:
        for player in (ann, bob):
            note_place(player, "192.0.2.7")

    @pytest.mark.usefixtures("household")
    def test_players_from_one_place_are_refused_with_a_reason_and_can_play_casually(
        self, ann: Player, bob: Player
    ):
        asked = {"player": ann, "to": bob, "settings": QUICK}
        assert refused(seeks.challenge, **asked) == ("same_place", self.SAYS.format("Bob"))
        assert not meet(ann, bob, CASUAL).rated

    @pytest.mark.usefixtures("household")
    def test_players_from_one_place_are_paired_with_others(self, ann: Player, bob: Player, cat: Player):
        assert seeks.seek_anyone(player=ann, settings=QUICK).waiting
        assert seeks.seek_anyone(player=bob, settings=QUICK).waiting
        game = Game.objects.get(pk=seeks.seek_anyone(player=cat, settings=QUICK).game)
        assert {game.seat_a, game.seat_b} == {ann, cat}

    def test_a_player_who_moves_to_the_place_later_is_refused_at_the_start(self, ann: Player, bob: Player):
        placement = seeks.challenge(player=ann, to=bob, settings=QUICK)
        for player in (ann, bob):
            note_place(player, "192.0.2.7")
        asked = {"seek_id": placement.game, "player": bob}
        assert refused(seeks.accept, **asked) == ("same_place", self.SAYS.format("Ann"))

    def test_a_day_later_it_is_forgotten(self, ann: Player, bob: Player, monkeypatch: pytest.MonkeyPatch):
        for player, day in ((ann, 0), (bob, 1)):
            monkeypatch.setattr(clock, "now", lambda day=day: NOON + timedelta(days=day))
            note_place(player, "192.0.2.7")
        assert not share_a_place(ann, bob)

    def test_addresses_are_not_stored_in_readable_form(self, ann: Player):
        note_place(ann, "192.0.2.7")
        assert "192.0.2.7" not in repr(cache.get(f"places:{ann.pk}"))

    def test_this_machine_is_no_place(self, ann: Player, bob: Player):
        for player in (ann, bob):
            note_place(player, None)
        assert meet(ann, bob).rated


class TestNeverBegun:
    def test_a_player_waiting_for_a_links_owner_can_play_others(self, ann: Player, bob: Player):
        code = seeks.load_seek(seeks.challenge_by_link(player=ann, settings=QUICK).game).code
        game = seeks.join(code=str(code), player=bob)
        assert refused(against_novice, player=bob)[0] == "engaged"
        Game.objects.filter(pk=game.pk).update(committed_ahead=True)
        assert against_novice(bob).rated


class TestWithoutAnAccount:
    SIGN_UP = (
        "no_account",
        "You need an account for rated games. Sign up: the games you’ve played come with you.",
    )

    def test_a_guest_cannot_seek_a_rated_game(self, guest: Player, ann: Player):
        for request in (seeks.seek_anyone, seeks.challenge_by_link, partial(seeks.challenge, to=ann)):
            assert refused(request, player=guest, settings=QUICK) == self.SIGN_UP
        assert refused(play_bot, player=guest, bot="novice", settings=RELAXED) == self.SIGN_UP
        assert not Seek.objects.exists()

    def test_a_guest_cannot_be_challenged_to_one(self, guest: Player, ann: Player):
        assert refused(seeks.challenge, player=ann, to=guest, settings=QUICK) == (
            "no_account",
            "Guest-1 has no account, and rated games need one.",
        )

    def test_a_guest_cannot_accept_one_and_the_seek_stays_open(self, guest: Player, ann: Player, bob: Player):
        place, link = (
            request(player=ann, settings=QUICK) for request in (seeks.seek_anyone, seeks.challenge_by_link)
        )
        assert refused(seeks.accept, seek_id=place.game, player=guest) == self.SIGN_UP
        code = str(link.invite).removeprefix("/join/")
        assert refused(seeks.join, code=code, player=guest) == self.SIGN_UP
        assert seeks.join(code=code, player=bob).rated


class TestOneAtATime:
    def test_a_player_in_a_rated_game_cannot_begin_another(self, ann: Player, bob: Player, cat: Player):
        game = against_novice(ann)
        mine = ("engaged", "You’re in a rated game against Novice. Finish it first.")
        assert refused(against_novice, player=ann) == mine
        assert refused(seeks.seek_anyone, player=ann, settings=QUICK) == mine
        assert refused(meet, one=bob, other=ann) == mine
        assert refused(meet, one=ann, other=cat) == ("engaged", "Ann is in another rated game right now.")
        finish(game)
        assert against_novice(ann).rated

    def test_a_bot_plays_as_many_as_ask_it(self, ann: Player, bob: Player):
        assert against_novice(ann).seat_b == against_novice(bob).seat_b

    def test_a_player_in_a_rated_game_cannot_begin_a_rated_rematch(
        self, ann: Player, bob: Player, cat: Player
    ):
        last = against_novice(ann)
        finish(last)
        meet(ann, bob)
        sentence = "You’re in a rated game against Bob. Finish it first."
        assert refused(request_rematch, game_id=last.pk, player=ann) == ("engaged", sentence)

    def test_casual_games_block_no_rated_game(self, ann: Player, bob: Player):
        against_novice(ann)
        assert meet(ann, bob, CASUAL)
        assert against_novice(ann, GameSettings())

    def test_day_each_games_between_people_block_no_others(self, ann: Player, bob: Player, cat: Player):
        meet(ann, bob, RELAXED)
        meet(cat, ann, RELAXED)
        assert meet(ann, bob)
        assert meet(ann, cat, RELAXED)

    def test_seeks_of_players_in_a_rated_game_are_skipped(self, ann: Player, bob: Player, cat: Player):
        seeks.seek_anyone(player=ann, settings=QUICK)
        against_novice(ann)
        assert seeks.seek_anyone(player=bob, settings=QUICK).waiting
        assert upkeep.pair_waiting() == 0
        game = Game.objects.get(pk=seeks.seek_anyone(player=cat, settings=QUICK).game)
        assert {game.seat_a, game.seat_b} == {bob, cat}


@pytest.mark.rows
class TestPairing:
    def stand(self, player: Player, points: int) -> Player:
        Standing.objects.create(player=player, kind=Kind.PEOPLE, points=points)
        return player

    def test_the_nearest_opponent_is_preferred_to_a_longer_wait(self, ann: Player, bob: Player, cat: Player):
        self.stand(ann, 1400)
        self.stand(cat, 1560)
        seeks.seek_anyone(player=ann, settings=QUICK)
        seeks.seek_anyone(player=cat, settings=QUICK)
        assert Game.objects.get(pk=seeks.seek_anyone(player=bob, settings=QUICK).game).seat_a == cat

    def test_a_distant_opponent_is_accepted_in_the_end(
        self, ann: Player, bob: Player, later: Callable[..., None]
    ):
        self.stand(ann, 2600)
        seeks.seek_anyone(player=ann, settings=QUICK)
        assert seeks.seek_anyone(player=bob, settings=QUICK).waiting
        assert upkeep.pair_waiting() == 0
        later(seconds=30)
        upkeep.keep_alive(seeks=[], players=[str(ann.pk), str(bob.pk)])
        later(seconds=31)
        assert upkeep.pair_waiting() == 1

    def test_rated_and_casual_do_not_meet(self, ann: Player, bob: Player, later: Callable[..., None]):
        seeks.seek_anyone(player=ann, settings=QUICK, quick=True)
        assert seeks.seek_anyone(player=bob, settings=CASUAL, quick=True).waiting
        later(seconds=40)
        assert upkeep.pair_waiting() == 0


@pytest.mark.rows
@pytest.mark.django_db(transaction=True)
class TestRaces:
    @pytest.mark.slow
    def test_only_one_of_many_concurrent_rated_games_begins(self, ann: Player, bob: Player, cat: Player):
        for games in range(1, 6):
            others = [partial(against_novice, ann) for _ in range(3)]
            placement = [seeks.challenge(player=other, to=ann, settings=QUICK).game for other in (bob, cat)]
            others += [partial(seeks.accept, seek_id=seek, player=ann) for seek in placement]
            came_of_it = at_once(*others)
            assert came_of_it.count("engaged") == len(others) - 1
            assert Game.objects.count() == games
            finish(Game.objects.filter(finished_at=None).get())

    @pytest.mark.slow
    def test_accepting_each_others_challenges_starts_one_game(self, ann: Player, bob: Player):
        for games in range(1, 6):
            anns = seeks.challenge(player=ann, to=bob, settings=QUICK).game
            bobs = seeks.challenge(player=bob, to=ann, settings=MUGGINS).game
            came_of_it = at_once(
                partial(seeks.accept, seek_id=anns, player=bob),
                partial(seeks.accept, seek_id=bobs, player=ann),
            )
            assert came_of_it.count("engaged") == 1
            assert Game.objects.count() == games
            finish(Game.objects.filter(finished_at=None).get())
            Seek.objects.all().delete()

    @pytest.mark.slow
    def test_games_begin_and_end_concurrently_without_deadlock(self, ann: Player, bob: Player, cat: Player):
        for _ in range(3):
            live = [meet(*pair, RELAXED) for pair in ((ann, bob), (bob, cat), (cat, ann))]
            placement = [
                seeks.challenge(player=one, to=other, settings=RELAXED).game
                for one, other in ((bob, ann), (cat, bob), (ann, cat))
            ]
            begin = [
                partial(seeks.accept, seek_id=seek, player=other)
                for seek, other in zip(placement, (ann, bob, cat), strict=True)
            ]
            at_once(*begin, *[partial(resign, game) for game in live], partial(against_novice, ann))
            for game in Game.objects.filter(finished_at=None):
                resign(game)
        standings = Standing.objects.filter(kind=Kind.PEOPLE)
        assert sum(standing.wins for standing in standings) == 3 * 6
        assert sum(standing.points for standing in standings) == 3 * 1500
