"""Bots' opponents, limits on their games, and the effects of their rated games."""

from io import StringIO
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client

from common import clock
from common.refusal import Refusal
from game.accounts.advice_permission import require_no_rated_game
from game.lobby import api_bots, seeks
from game.lobby.matchmaking import play_bot
from game.lobby.pairing import GameSettings
from game.lobby.rematch import request_rematch
from game.models import Game, Player
from game.table.bot_accounts import get_or_create_account
from programs.bots.accounts import Engine, update
from programs.dumps.games import load_batches
from ranking.models import Change, Kind, Standing
from tests.worlds.api import bot_of, get
from tests.worlds.finished_games import create_finished_game
from tests.worlds.people import player

pytestmark = pytest.mark.django_db

QUICK = GameSettings(121, "auto", "quick", rated=True)
CASUAL = GameSettings(121, "auto", "quick")
WITH_THE_HOUSE = GameSettings(121, "auto", "relaxed", rated=True)


@pytest.fixture(autouse=True)
def no_places() -> None:
    cache.clear()


@pytest.fixture
def ann(db: None) -> Player:
    return player("Ann")


@pytest.fixture
def bob(db: None) -> Player:
    return player("Bob")


@pytest.fixture
def deep(ann: Player) -> Player:
    return bot_of(ann, "Deep")


@pytest.fixture
def blue(bob: Player) -> Player:
    return bot_of(bob, "Blue")


def meet(one: Player, other: Player, settings: GameSettings = QUICK) -> Game:
    """Begin a game by a challenge that is accepted."""
    asked = seeks.challenge(player=one, to=other, settings=settings)
    return seeks.accept(seek_id=asked.game, player=other)


def refused(doing: Any, **how: Any) -> str:
    with pytest.raises(Refusal) as fault:
        doing(**how)
    return fault.value.code


class TestWhomItMeets:
    def test_a_person_challenges_it(self, deep: Player, bob: Player) -> None:
        assert meet(bob, deep).rated

    def test_bot_challenges_bots_and_house_bots_but_no_people(
        self, deep: Player, blue: Player, bob: Player
    ) -> None:
        assert meet(deep, blue).rated
        assert play_bot(player=deep, bot="advanced", settings=WITH_THE_HOUSE).rated
        assert refused(seeks.challenge, player=deep, to=bob, settings=CASUAL) == "people_only"

    def test_bot_cannot_use_the_seeks_of_people(self, deep: Player, bob: Player) -> None:
        waiting = seeks.seek_anyone(player=bob, settings=CASUAL)
        assert refused(seeks.accept, seek_id=waiting.game, player=deep) == "people_only"
        assert refused(seeks.seek_anyone, player=deep, settings=CASUAL) == "people_only"

    def test_bot_accepts_a_rematch_but_cannot_offer_a_person_one(self, deep: Player, bob: Player) -> None:
        last = create_finished_game(players=(bob, deep))
        assert refused(request_rematch, game_id=last.pk, player=deep) == "people_only"
        request_rematch(game_id=last.pk, player=bob)
        assert not request_rematch(game_id=last.pk, player=deep).waiting

    def test_with_its_owner_and_their_other_bots_it_plays_for_fun(self, ann: Player, deep: Player) -> None:
        other = bot_of(ann, "Deeper")
        for one in (ann, other):
            assert refused(seeks.challenge, player=one, to=deep, settings=QUICK) == "same_owner"
            assert not meet(one, deep, CASUAL).rated

    def test_rated_games_with_a_bot_have_no_head_start(self, deep: Player, bob: Player) -> None:
        ahead = GameSettings(121, "auto", "quick", rated=True, ahead=5)
        assert refused(seeks.challenge, player=bob, to=deep, settings=ahead) == "bad_request"

    def test_bot_of_a_banned_owner_does_not_play(self, ann: Player, deep: Player, bob: Player) -> None:
        Player.objects.filter(pk=ann.pk).update(banned_until="9999-12-31T00:00Z")
        assert refused(meet, one=bob, other=deep, settings=CASUAL) == "no_player"


class TestHowMuch:
    @pytest.mark.slow
    @pytest.mark.rows
    def test_eight_games_at_once(self, deep: Player, bob: Player, monkeypatch: pytest.MonkeyPatch) -> None:
        for _ in range(api_bots.MAX_GAMES):
            meet(bob, deep)
        assert refused(meet, one=bob, other=deep) == "bot_full"
        assert refused(meet, one=bob, other=deep, settings=CASUAL) == "bot_full"
        assert refused(play_bot, player=deep, bot="novice", settings=WITH_THE_HOUSE) == "bot_full"

    @pytest.mark.slow
    def test_rated_games_with_bots_have_a_daily_limit(
        self, deep: Player, blue: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(api_bots, "MAX_RATED_A_DAY", 2)
        meet(deep, blue)
        play_bot(player=deep, bot="novice", settings=WITH_THE_HOUSE)
        assert refused(meet, one=deep, other=blue) == "bot_day"
        assert not meet(deep, blue, CASUAL).rated
        assert meet(bob, deep).rated  # games with people are still rated

    def test_game_with_a_bot_does_not_block_other_rated_games(self, deep: Player, bob: Player) -> None:
        meet(bob, deep)
        carl = player("Carl")
        assert meet(bob, carl).rated
        assert refused(meet, one=player("Dora"), other=bob) == "engaged"

    def test_opponent_of_a_bot_in_a_rated_game_gets_no_advice(self, deep: Player, bob: Player) -> None:
        meet(bob, deep)
        assert refused(require_no_rated_game, player=bob) == "rated_game"


class TestPoints:
    def test_a_game_played_to_its_end_moves_the_bot_and_not_the_person(
        self, deep: Player, bob: Player
    ) -> None:
        game = create_finished_game(players=(bob, deep), rated=True)
        (change,) = Change.objects.all()
        assert (change.player, change.kind, change.opponent, change.game) == (deep, "bots", bob, game.pk)
        assert not Standing.objects.filter(player=bob).exists()
        assert self.audit().endswith("everything is right.\n")

    def test_games_with_bots_and_house_bots_are_audited(self, deep: Player, blue: Player) -> None:
        create_finished_game(players=(deep, blue), rated=True)
        create_finished_game(players=(deep, get_or_create_account("novice")), rated=True)
        assert Change.objects.filter(kind=Kind.BOTS).count() == 3
        assert self.audit().endswith("everything is right.\n")

    def test_dump_marks_bots(self, deep: Player, bob: Player) -> None:
        create_finished_game(players=(bob, deep), rated=True)
        ((dumped,),) = load_batches(clock.now().date().replace(day=1))
        assert (dumped.bot_a, dumped.bot_b) == (None, "api")
        assert (dumped.points_a, dumped.points_b) == (None, 1500)
        assert None not in (dumped.a, dumped.b)

    def audit(self) -> str:
        out = StringIO()
        call_command("recompute_ratings", "--check", stdout=out, stderr=StringIO())
        return out.getvalue()


class TestTheLadder:
    @pytest.fixture
    def listed(self, deep: Player) -> Player:
        Standing.objects.create(
            player=deep, kind=Kind.BOTS, points=1612, wins=61, losses=40, listed=True, recent="21 -20"
        )
        update(account=deep, engine=Engine("deep-crib", "1.4", "https://example.org/deep"))
        return deep

    def test_it_names_engine_version_owner_and_source(self, listed: Player, client: Client) -> None:
        page = client.get("/ladder/bots").content.decode()
        assert "deep-crib 1.4" in page
        assert '<a href="https://example.org/deep" rel="nofollow noopener">' in page
        assert [page.count(text) for text in ("1612", "by Ann")] == [1, 1]
        (row,) = get("/ladder/bots").json()["rows"]
        assert (row["rank"], row["name"], row["owner"], row["engine"]) == (1, "Deep", "Ann", "deep-crib")

    def test_a_new_version_is_provisional(self, listed: Player, client: Client) -> None:
        update(account=listed, engine=Engine("deep-crib", "1.5"))
        assert get("/ladder/bots").json()["rows"] == []
        page = client.get("/ladder/bots").content.decode()
        assert "Provisional" in page
        assert "1612" in page

    def test_no_bot_is_on_the_ladders_of_people(self, listed: Player, client: Client) -> None:
        for kind in ("people", "house"):
            assert "Deep" not in client.get(f"/ladder?kind={kind}").content.decode()
