"""The admin's pages: permissions, contents, and what must never be shown."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.contrib import admin
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from common import clock
from cribbage_site.dashboard.figures import recent_dashboard
from cribbage_site.tests.repetitions import only_in_proof, repetitions
from game.engine.cards import texts
from game.engine.state import Ended
from game.engines.remote import registering
from game.models import Appeal, Chat, Game, Player, Report, Ruling, Secrets, Seek
from game.shared_decks.models import DeckSet
from game.table.record import ledger
from game.table.shuffle.fairness import replay_row
from hosting.signs.models import Sign
from people.clubs.models import Club, ClubReport, ClubRuling
from people.moderation.tests.admin.crawler import admin_paths
from people.moderation.tests.admin.crowd import DatasetSize, fill
from programs.board_games import games as board_games
from programs.board_games import reports as board_reports
from programs.engines import rulings
from programs.oauth.decisions import stop
from ranking.admin import ChangeAdmin
from ranking.models import Change, Pin
from rng import entropy
from rng.fairness.watch.monitor import watch_deals
from rng.models import Deal, Doubt, Unshown
from study.daily.models import Daily, DailyEntry
from study.strength.models import Title
from tests.worlds.api import bot_of
from tests.worlds.dealt_games import create_thrown_game
from tests.worlds.oauth import App
from tests.worlds.people import REASON
from tournaments.events.kinds.settings import EventSettings
from tournaments.events.manage.creating import build_event
from tournaments.events.models import DuelOffer, Entry, Event, EventAction, Pairing, Round, Suspension
from tournaments.seasons.models import Season

pytestmark = pytest.mark.django_db

LISTS = (
    "game/player",
    "game/game",
    "game/seek",
    "game/chat",
    "game/report",
    "game/appeal",
    "game/ruling",
    "ranking/change",
    "ranking/pin",
    "rng/deal",
    "rng/doubt",
    "rng/watch",
    "rng/unshown",
    "events/event",
    "events/pairing",
    "events/suspension",
    "events/eventaction",
    "events/dueloffer",
    "seasons/season",
    "clubs/club",
    "clubs/clubreport",
    "clubs/clubruling",
    "signs/sign",
    "daily/dailyentry",
    "bot_accounts/botaccount",
    "strength/title",
    "engines/remoteengine",
    "engines/enginedecision",
    "board_games/boardgame",
    "board_games/boardreport",
    "oauth2_provider/application",
    "oauth/appdecision",
)


@pytest.fixture
def rows(ann: Player, bob: Player, host: Player) -> list[str]:
    """Return the pages of a row of every model, around a live game between Ann and Bob."""
    game = create_thrown_game(ann, bob, rated=True)
    now = clock.now()
    said = Chat.objects.create(game=game, player=bob, seat=1, text="Lucky again!", at=now)
    Seek.objects.create(
        id=entropy.game_id(),
        player=ann,
        target=121,
        counting="auto",
        clock="quick",
        created_at=now,
        expires_at=now,
    )
    Report.objects.create(said=said, by=ann, why="Rude.", at=now)
    Appeal.objects.create(player=bob, text="I was not.", at=now)
    Ruling.objects.create(kind="warn", by=host, player=bob, game=game, reason=REASON, at=now)
    Change.objects.create(
        game=game.pk, player=ann, opponent=bob, kind="people", won=True, rules=1, own=1500, opponents=1500,
        change=21, after=1521, why="Equal points: you play for 21.", at=now,
    )  # fmt: skip
    Deal.objects.create(game=game.pk, number=0, at=now, deck=bytes(range(52)))
    doubted = {"says": "It was another.", "evidence": {"seen": game.secret_a}}
    Doubt.objects.create(game=game.pk, number=0, by=ann, at=now, **doubted)
    watch_deals(now)
    Unshown.objects.create(game=game.pk, at=now)
    create_engine(ann, host)
    create_stopped_app(ann, host)
    create_reported_club(ann, host)
    create_reported_board_game(ann, bob)
    create_directed_event(game, host)
    create_daily_played_alike(game)
    bot_of(ann, "Deep")
    Pin.objects.create(bot="engine_mine", code="0f3c", points=1800, at=now, by=host, reason=REASON)
    Title.objects.create(player=ann, name="expert", at=now, lost_percent=0.414)
    return [path for model in admin.site._registry for path in pages_of(model)]


def create_engine(owner: Player, host: Player) -> None:
    """Return a player's engine that a host has allowed."""
    engine = registering.register(owner=owner, name="deep_crib", version="1.4")
    rulings.allow(by=host, engine=engine, reason=REASON)


def create_stopped_app(owner: Player, host: Player) -> None:
    """Store a player's app that a host has stopped."""
    stop(by=host, app=App(owner).row, reason=REASON)


def create_reported_club(reporter: Player, host: Player) -> None:
    """Return a club that was renamed, and reported again."""
    now = clock.now()
    club = Club.objects.create(name="Owls", slug="owls", likeness="ovvls", created_at=now)
    ClubReport.objects.create(club=club, by=reporter, why="Rude.", at=now)
    ClubRuling.objects.create(kind="rename", by=host, club=club, reason=REASON, at=now, name_before="Fowls")


def create_reported_board_game(owner: Player, reporter: Player) -> None:
    """Store a shared game over the board, and a report of it."""
    row = board_games.save(owner, "#1a a-resign {rude}")
    board_games.set_shared(row, True)
    board_reports.report(player=reporter, game=row, why="Rude.")


def create_directed_event(game: Game, host: Player) -> None:
    """Store an event with a table, a suspended player, a director's action and a sign of cheating."""
    now = clock.now()
    event = build_event(EventSettings("night", "Friday night", now), by=host)
    event.save(force_insert=True)
    first, second = (
        Entry.objects.create(event=event, player=one, joined_at=now) for one in (game.seat_a, game.seat_b)
    )
    drawn = Round.objects.create(event=event, version=1, at=now, draw="{}", tables=[])
    Pairing.objects.create(event=event, round=drawn, game=game, first=first, second=second, opened_at=now)
    Suspension.objects.create(player=game.seat_b, event=event, at=now, until=now)
    EventAction.objects.create(event=event, kind="pause", by=host, reason=REASON, at=now)
    Sign.objects.create(
        event=event, player=game.seat_a, kind="engine", at=now, deviation=4, correlation=0, timed=90, games=9
    )
    create_season(event, game.seat_a)


def create_daily_played_alike(game: Game) -> None:
    now = clock.now()
    decks = DeckSet.objects.create(id="of-a-day", params="{}", rounds=1, tip="", sealed="", announced_at=now)
    daily = Daily.objects.create(day=now.date(), deck_set=decks)
    DailyEntry.objects.create(daily=daily, player=game.seat_a, game=game, margin=21, alike=1)


def create_season(final: Event, champion: Player) -> None:
    """Store a decided season of a club, an undecided one of the site, and an offered duel."""
    now = clock.now()
    owls, early = (
        Club.objects.create(name=name, slug=slug, likeness=slug, created_at=now)
        for name, slug in (("Night Owls", "night-owls"), ("Early Birds", "early-birds"))
    )
    times = {"starts_at": now - timedelta(weeks=13), "ends_at": now}
    Season.objects.create(club=owls, number=1, final=final, champion=champion, decided_at=now, **times)
    Season.objects.create(number=1, **times)
    DuelOffer.objects.create(
        club=owls, rival=early, by=champion, at=now, starts_at=now, games=9, clock="quick"
    )


def pages_of(model: type) -> Iterator[str]:
    """Return the list of a model, and every page that a row of it might have."""
    options = model._meta
    at = f"/admin/{options.app_label}/{options.model_name}/"
    yield at
    yield f"{at}add/"
    for row in model.objects.all():
        yield from (f"{at}{row.pk}/{page}/" for page in ("change", "history", "delete"))
        buttons = admin.site._registry[model]
        yield from (
            f"{at}{row.pk}/{name.replace('_', '-')}/"
            for name in {*buttons.actions_detail, *buttons.actions_row}
        )


def as_(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


@pytest.mark.slow
def test_admin_requires_a_login(rows: list[str], client: Client):
    for path in ["/admin/", *rows]:
        answer = client.get(path)
        assert answer.status_code == 302
        assert answer.url.startswith("/admin/login/?next=")


@pytest.mark.slow
def test_moderators_see_the_lists_and_no_groups(rows: list[str], moderator: Player):
    client = as_(moderator)
    assert client.get("/admin/").status_code == 200
    for name in LISTS:
        assert client.get(f"/admin/{name}/").status_code == 200
    assert client.get("/admin/auth/group/").status_code == 403


@pytest.mark.slow
def test_hosts_see_every_page_that_there_is(rows: list[str], host: Player):
    """Nothing can be added or deleted by hand, except groups of moderators."""
    client = as_(host)
    assert rows
    for path in rows:
        by_hand = path.endswith(("/add/", "/delete/")) and "/auth/group/" not in path
        assert client.get(path).status_code == (403 if by_hand else 200), path


@pytest.mark.slow
@pytest.mark.parametrize("method", ["PUT", "OPTIONS", *only_in_proof("TRACE", "DELETE", "PATCH")])
def test_no_page_takes_another_method_for_a_get(rows: list[str], host: Player, client: Client, method: str):
    """Django's own views would answer any method with the page."""
    hosts = Client()
    hosts.force_login(host)
    paths = {*rows, *admin_paths(admin.site.get_urls())}
    assert {"/admin/", "/admin/login/", "/admin/game/player/"} <= paths
    for path in paths:
        for one in (hosts, client):
            assert (path, one.generic(method, path).status_code) == (path, 405)


@pytest.mark.slow
def test_lists_have_names_and_a_ready_phrase_is_read_in_words(rows: list[str], host: Player):
    Chat.objects.update(phrase="well", text="")
    client = as_(host)
    for path, title in (("game/chat", "Chat"), ("game/report", "Reports"), ("rng/doubt", "Deal reports")):
        page = " ".join(client.get(f"/admin/{path}/").content.decode().split())
        assert f"<title> {title} | Every Other</title>" in page
        assert ("Well played" in page) == (path != "rng/doubt")


@pytest.mark.slow
def test_lists_cannot_be_filtered_by_hidden_fields(rows: list[str], host: Player):
    """Django filters lists by any field: answers to `transcript__contains` would reveal the transcript."""
    client = as_(host)
    for asked in ("transcript__contains=%230", "secret_a__startswith=a", "secrets__sealed__contains=a"):
        assert client.get(f"/admin/game/game/?{asked}").status_code == 400
    assert client.get("/admin/game/seek/?code__startswith=a").status_code == 400
    assert client.get("/admin/game/player/?password__startswith=a").status_code == 400


def test_secrets_and_second_factors_are_not_registered():
    names = {f"{model._meta.app_label}.{model._meta.model_name}" for model in admin.site._registry}
    assert names == {name.replace("/", ".") for name in LISTS} | {"auth.group"}


@pytest.mark.slow
def test_a_finished_game_shows_its_transcript_and_its_deals(rows: list[str], host: Player):
    Game.objects.update(finished_at=clock.now(), ended="resigned", winner=0, value=1)
    game = Game.objects.get()
    page = as_(host).get(f"/admin/game/game/{game.pk}/change/").content.decode()
    assert game.transcript in page
    first = next(step for step in replay_row(ledger.load_row(game.pk)) if step.state.deal == 1)
    dealer = (game.seat_a, game.seat_b)[first.state.dealer]
    anns, bobs = (" ".join(texts(six)) for six in first.state.dealt)
    assert f"1. {dealer} deals. {game.seat_a}: {anns}. {game.seat_b}: {bobs}. Starter: " in page


@pytest.mark.slow
def test_game_that_cannot_be_unsealed_still_has_its_page(rows: list[str], host: Player):
    Game.objects.update(finished_at=clock.now(), ended="resigned", winner=0, value=1)
    game = Game.objects.get()
    Secrets.objects.update(sealed=Secrets.objects.get().sealed[:-8] + "AAAAAAA=")
    page = as_(host).get(f"/admin/game/game/{game.pk}/change/")
    assert page.status_code == 200
    assert "can’t be opened" in page.content.decode()


@pytest.mark.slow
def test_forged_form_changes_only_the_moderator_right(rows: list[str], host: Player, bob: Player):
    everything = {"username": "Rob", "email": "rob@cribbage.example", "banned_until": "", "is_staff": "on"}
    as_(host).post(f"/admin/game/player/{bob.pk}/change/", {**everything, "is_guest": "on", "points": "9999"})
    after = Player.objects.get(pk=bob.pk)
    assert (after.username, after.email, after.is_guest, after.is_staff) == ("Bob", "", False, True)
    game = Game.objects.get()
    assert as_(host).post(f"/admin/game/game/{game.pk}/change/", {"score_a": "120"}).status_code == 403
    assert Game.objects.get().score_a == game.score_a


def test_a_moderator_makes_no_moderators(moderator: Player, bob: Player):
    asked = as_(moderator).post(
        f"/admin/game/player/{bob.pk}/change/", {"is_staff": "on", "is_superuser": "on"}
    )
    assert asked.status_code == 403
    assert not Player.objects.get(pk=bob.pk).is_staff


@pytest.mark.slow
def test_a_player_is_known_at_a_glance(rows: list[str], moderator: Player, bob: Player):
    page = as_(moderator).get(f"/admin/game/player/{bob.pk}/change/").content.decode()
    for words in ("Lucky again!", "I was not.", REASON, "Ann v Bob", "1500 points on both ladders"):
        assert words in page


@pytest.mark.slow
def test_an_address_is_for_hosts(ann: Player, host: Player, moderator: Player):
    path = f"/admin/game/player/{ann.pk}/change/"
    assert ann.email in as_(host).get(path).content.decode()
    assert ann.email not in as_(moderator).get(path).content.decode()


TERMS = ("An", "\x00", "%", "ann", "Nobody", "x" * 3000, "' OR 1=1 --", "é")


@pytest.mark.slow
@pytest.mark.rows
def test_every_search_gets_an_answer(rows: list[str], host: Player):
    client = as_(host)
    for term in TERMS[: repetitions(len(TERMS), one_in=3)]:
        for name in LISTS:
            assert client.get(f"/admin/{name}/", {"q": term}).status_code == 200
        players = client.get("/admin/game/player/", {"q": term}).content.decode()
        assert (">Ann<" in players) == (term.lower() in ("an", "ann", "\x00"))


@pytest.mark.slow
@pytest.mark.rows
def test_rating_changes_are_found_by_game_and_by_player(
    rows: list[str], host: Player, ann: Player, bob: Player
):
    """Find the change by a game, and the change that a host's voiding gave back."""
    change = Change.objects.get()
    more = {"kind": change.kind, "won": False, "rules": 1, "opponents": 1500, "why": "", "at": change.at}
    Change.objects.create(
        game=change.game, player=ann, own=1521, change=-21, after=1500, undoes=change, **more
    )
    Change.objects.create(game="another", player=bob, own=1500, change=-8, after=1492, **more)
    search = ChangeAdmin(Change, admin.site).search_filter
    for term, found in ((change.game, [21, -21]), ("an", [21, -21]), ("bob", [-8]), ("nobody", [])):
        shown = Change.objects.filter(search(term)).order_by("pk")
        assert [one.change for one in shown] == found, term


@pytest.mark.slow
def test_seasons_and_duels_are_found_by_club_by_player_and_by_event(
    rows: list[str], ann: Player, host: Player
):
    season, duel = (admin.site._registry[model].search_filter for model in (Season, DuelOffer))
    for term, seasons, duels in (
        ("Night o", 1, 1), ("early", 0, 1), (ann.username, 1, 1), ("Nobody", 0, 0),
        (Event.objects.get().pk, 1, 0),
    ):  # fmt: skip
        assert Season.objects.filter(season(term)).count() == seasons, term
        assert DuelOffer.objects.filter(duel(term)).count() == duels, term
    page = as_(host).get("/admin/seasons/season/").content.decode()
    for shown in ("Night Owls", "the site", "/club/night-owls/season/1", "Friday night"):
        assert shown in page
    assert "none in time" in as_(host).get("/admin/events/dueloffer/").content.decode()


@pytest.mark.rows
def test_every_searched_field_has_an_index(db: None):
    """If one part of a search has no index, the database scans all rows."""
    for model in map(MODELS.get, LISTS):
        options = model._meta
        first_of_an_index = {
            key.fields[0]
            for key in (*options.indexes, *options.constraints)
            if getattr(key, "fields", ()) and key.condition is None
        }
        for lookup, _ in admin.site._registry[model].search_filter("ann").children:
            part = lookup.removesuffix("__in").split("__")[0]
            field = options.pk if part == "pk" else options.get_field(part)
            assert field.unique or field.db_index or field.name in first_of_an_index, lookup


@pytest.mark.rows
def test_a_games_ending_is_looked_up_by_an_index_unless_it_is_the_usual(db: None):
    [index] = [index for index in Game._meta.indexes if index.fields[:1] == ["ended"]]
    found = {end for end in Ended if index.condition.check({"ended": end.value})}
    assert found == set(Ended) - {Ended.PLAYED}


@pytest.mark.slow
@pytest.mark.rows
def test_filters_narrow_a_list(rows: list[str], host: Player):
    client = as_(host)
    game = Game.objects.get().pk
    assert game in client.get("/admin/game/game/?state=live").content.decode()
    assert game not in client.get("/admin/game/game/?state=finished").content.decode()
    for name in LISTS:
        for sieve in admin.site._registry[MODELS[name]].list_filter:
            choices = list(sieve(None, {}, None, None).lookup_choices)
            for key, _ in choices[: repetitions(len(choices))]:
                assert client.get(f"/admin/{name}/?{sieve.parameter_name}={key}").status_code == 200
            assert client.get(f"/admin/{name}/?{sieve.parameter_name}=nonsense").status_code == 200


admin.autodiscover()
MODELS = {f"{m._meta.app_label}/{m._meta.model_name}": m for m in admin.site._registry}


@pytest.mark.slow
def test_number_of_queries_does_not_grow_with_rows(host: Player):
    fill(DatasetSize(2000))
    create_engine(host, host)
    create_stopped_app(host, host)
    create_reported_club(host, host)
    create_reported_board_game(host, Player.objects.get(username="Player-000000"))
    create_directed_event(Game.objects.latest("created_at"), host)
    create_daily_played_alike(Game.objects.latest("created_at"))
    bot_of(host, "Deep")
    Pin.objects.create(bot="engine_mine", code="0f3c", points=1800, at=clock.now(), by=host, reason=REASON)
    Title.objects.create(player=host, name="club", at=clock.now(), lost_percent=0.7)
    client = as_(host)
    paths = [f"/admin/{name}/" for name in LISTS]
    paths += [
        reverse(f"admin:{name.replace('/', '_')}_change", args=[MODELS[name].objects.order_by("-pk")[0].pk])
        for name in LISTS
    ]
    cache.clear()  # cached counts of an earlier page
    recent_dashboard.forget()
    asked = {}
    for path in ["/admin/", *paths]:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(path).status_code == 200
        asked[path] = len(queries)
    assert asked.pop("/admin/") <= 31
    assert {path: count for path, count in asked.items() if count > 14} == {}
