"""A player's profile, as the player and others see it."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models.sql.compiler import SQLCompiler
from django.test import Client

from common import clock
from game.models import Player
from people.profiles.history import PAGE_SIZE
from ranking.models import Kind, Standing
from rng import entropy
from tests.worlds.profiles import enter, page
from tests.worlds.scoresheets import create_change, create_scoresheet

pytestmark = pytest.mark.django_db


def stands(player: Player, kind: Kind, **figures: Any) -> None:
    Standing.objects.create(player=player, kind=kind, **figures)


@pytest.fixture
def veteran(ann: Player, bob: Player, novice: Player) -> Player:
    """Return a player with more games than a page holds, rated and casual, against people and bots."""
    for minutes in range(PAGE_SIZE + 5):
        sheet = create_scoresheet(
            ann, novice if minutes % 2 else bob, minutes=minutes, rated=True, hands=9, hand_points=72
        )
        create_change(
            ann, 1500 + minutes, 1, kind=Kind.HOUSE if minutes % 2 else Kind.PEOPLE, game=sheet.game_id
        )
    stands(ann, Kind.HOUSE, points=2010, wins=12, losses=4, unfinished=1, listed=True)
    stands(ann, Kind.PEOPLE, points=1625, wins=3, losses=2)
    return ann


@pytest.mark.slow
def test_points_levels_rank_and_record_are_shown(client: Client, veteran: Player):
    shown = " ".join(page(client, "/@Ann").split())
    for words in (
        "2010",
        "Level 3 · rank 1",
        "1625",
        "Level 1",
        "12 won, 4 lost",
        "1 left unfinished",
        "1 of 21",
    ):
        assert words in shown
    assert "<polyline" in shown
    assert "rank 2" not in shown
    assert "Only you see this" not in shown


@pytest.mark.slow
def test_a_page_costs_few_queries_however_many_games_there_are(
    client: Client, veteran: Player, django_assert_max_num_queries: Any
):
    with django_assert_max_num_queries(26):
        page(client, "/@Ann")
    enter(client, veteran)
    for queries in (34, 32):  # the first request also stores the totals of dealt cards
        with django_assert_max_num_queries(queries):
            page(client, "/@Ann")


@pytest.mark.slow
def test_older_games_are_a_link_away(client: Client, veteran: Player, django_assert_max_num_queries: Any):
    newest = page(client, "/@Ann")
    link = newest.split('rel="next" href="')[1].split('"')[0]
    with django_assert_max_num_queries(5):
        older = page(client, link)
    games = [one.split('"')[0] for text in (newest, older) for one in text.split('href="/table/')[1:]]
    assert len(games) == len(set(games)) == PAGE_SIZE + 5
    assert 'rel="next"' not in older


def test_page_after_an_unknown_game_says_so(client: Client, veteran: Player):
    for after in (entropy.game_id(), "'", "%00"):
        assert "hasn’t finished such a game" in page(client, f"/@Ann?after={after}", 404)


@pytest.mark.rows
def test_a_name_leads_to_its_page_however_it_is_capitalised(client: Client, ann: Player):
    answer = client.get("/@aNN?after=x")
    assert answer.status_code == 302
    assert answer.headers["Location"] == "/@Ann?after=x"


@pytest.mark.parametrize("name", ["Nobody", "%00", "a/b", "%F0%9F%82%A1", "x" * 500])
def test_unknown_player_has_no_page(client: Client, ann: Player, name: str):
    assert "There’s no player called" in page(client, f"/@{name}", 404)


@pytest.mark.slow
def test_a_viewer_sees_their_own_games_against_the_player(client: Client, ann: Player, bob: Player):
    for won in (True, True, False):
        create_scoresheet(bob, ann, won=won)
    assert "head-to-head" not in page(client, "/@Ann")
    enter(client, bob)
    assert "You against Ann: 2–1" in page(client, "/@Ann")
    assert "head-to-head" not in page(client, "/@Bob")


def test_names_are_shown_as_text(client: Client, ann: Player):
    other = Player.objects.create(username='<b>"Bob"</b>')
    create_scoresheet(ann, other)
    create_scoresheet(other, ann)
    for path in ("/@Ann", "/@%3Cb%3E%22Bob%22%3C/b%3E"):
        shown = page(client, path)
        assert "<b>" not in shown
        assert "&lt;b&gt;&quot;Bob&quot;&lt;/b&gt;" in shown


class TestPrivate:
    @pytest.fixture
    def private(self, veteran: Player) -> Player:
        veteran.is_private = True
        veteran.save()
        return veteran

    @pytest.fixture(params=["nobody", "another", "a host"])
    def other(self, client: Client, bob: Player, request: pytest.FixtureRequest) -> Client:
        if request.param != "nobody":
            bob.is_staff = bob.is_superuser = request.param == "a host"
            bob.save()
            enter(client, bob)
        return client

    def test_others_see_name_points_and_level_alone(self, other: Client, private: Player):
        game = private.sheets.latest("at").game_id
        for path in ("/@Ann", f"/@Ann?after={game}"):
            shown = page(other, path)
            for words in ("Ann", "2010", "Level 3", "1625"):
                assert words in shown
            for words in (
                "rank",
                "won",
                "unfinished",
                "/table/",
                "<polyline",
                "Member since",
                "Last seen",
                "Novice",
            ):
                assert words not in shown

    @pytest.mark.slow
    def test_player_sees_their_whole_private_profile(self, client: Client, private: Player):
        enter(client, private)
        shown = page(client, "/@Ann")
        for words in ("Your profile is private", "rank 1", "<polyline", "/table/", 'href="/accounts/"'):
            assert words in shown


class TestWhyUnlisted:
    def test_player_sees_why_they_are_not_listed(self, client: Client, ann: Player):
        stands(ann, Kind.HOUSE, wins=2, losses=8, unfinished=6)
        enter(client, ann)
        shown = page(client, "/@Ann")
        assert "finish 5 more rated games" in shown  # on the ladder of people
        assert "You left 6 and finished 4" in shown
        assert "you left too many rated games. Finish 8 more." in shown

    def test_other_players_do_not_see_it(self, client: Client, ann: Player, bob: Player):
        stands(ann, Kind.HOUSE, wins=2, losses=8, unfinished=6, hidden=True)
        enter(client, bob)
        assert "Only you see this" not in page(client, "/@Ann")


class TestOthers:
    def test_a_bot_has_its_fixed_points(self, client: Client, ann: Player, novice: Player):
        create_scoresheet(novice, ann, won=False, rated=True)
        shown = page(client, "/@Novice")
        assert "Always at 1500 points (level 1)." in shown
        assert "People" in shown
        assert 'class="casual"' not in shown

    def test_a_guest_has_games_and_no_points(self, client: Client, ann: Player):
        guest = Player.objects.create(username="Guest-abc12", is_guest=True)
        create_scoresheet(guest, ann)
        shown = page(client, "/@Guest-abc12")
        assert "without an account and without points" in shown
        assert "/table/" in shown
        assert "Level" not in shown

    def test_deleted_account_has_an_empty_profile(self, client: Client, ann: Player, bob: Player):
        create_scoresheet(ann, bob)
        ann.is_active, ann.is_private = False, True
        ann.save()
        shown = page(client, "/@Ann")
        assert "This account was deleted." in shown
        for words in ("/table/", "Level", "private"):
            assert words not in shown

    @pytest.mark.slow
    def test_a_sample_player_is_called_one(self, client: Client, ann: Player, bob: Player):
        bob.is_sample = True
        bob.save()
        create_scoresheet(ann, bob)
        assert "sample player" in page(client, "/@Bob")
        assert ">sample</span>" in page(client, "/@Ann")


@pytest.mark.slow
def test_banned_player_cannot_be_challenged(client: Client, ann: Player):
    assert "challenge-button" in page(client, "/@Ann")
    ann.banned_until = clock.now() + timedelta(days=1)
    ann.save()
    assert "challenge-button" not in page(client, "/@Ann")


@pytest.mark.slow
def test_a_page_opened_again_compiles_no_query(
    client: Client, veteran: Player, monkeypatch: pytest.MonkeyPatch
):
    page(client, "/@Ann")
    compiled: list[str] = []
    as_sql = SQLCompiler.as_sql

    def note(compiler: SQLCompiler, *given: Any, **named: Any) -> Any:
        compiled.append(compiler.query.get_meta().label)
        return as_sql(compiler, *given, **named)

    monkeypatch.setattr(SQLCompiler, "as_sql", note)
    page(client, "/@Ann")
    assert compiled == []


@pytest.mark.slow
def test_the_line_of_a_game_follows_what_it_shows_and_the_language(client: Client, ann: Player, bob: Player):
    sheet = create_scoresheet(ann, bob, won=True, points=121, points_against=97)
    english = page(client, "/@Ann")
    assert '<strong class="outcome won">Won</strong>' in page(client, "/@Ann")
    assert '<strong class="outcome won">Won</strong>' in english
    french = client.get("/@Ann", headers={"accept-language": "fr"}).content.decode()
    assert '<strong class="outcome won">Gagné' in french
    Player.objects.filter(pk=bob.pk).update(username="Rob")
    assert 'href="/@Rob">Rob</a>' in page(client, "/@Ann")
    sheet.voided = True
    sheet.save()
    assert "Called off" in page(client, "/@Ann")


@pytest.mark.slow
def test_reasons_for_not_being_listed_are_drawn_for_the_player_only(client: Client, ann: Player):
    stands(ann, Kind.PEOPLE, points=1625, wins=2, losses=1)
    enter(client, ann)
    assert "finish 2 more rated games" in page(client, "/@Ann")
    assert "finish 2 more rated games" not in page(Client(), "/@Ann")
