"""A player with rows of every kind that a site stores."""

from datetime import timedelta

from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from oauth2_provider.models import AccessToken, Application, DeviceGrant, Grant, IDToken, RefreshToken

from common import clock
from game.engine.state import Rules
from game.engines.models import EngineDecision, RemoteEngine
from game.engines.remote.registering import register
from game.lobby import seeks
from game.lobby.pairing import GameSettings
from game.models import (
    AdviceNote,
    Appeal,
    Block,
    Chat,
    DealtTotal,
    ForgottenGames,
    Game,
    HalscribGame,
    LearntHabits,
    MoveMail,
    Player,
    Report,
    Ruling,
    Vacation,
)
from game.shared_decks.models import DeckSet
from game.table.opening import open_game
from game.tokens import answers
from game.tokens.scopes import Scope
from game.tokens.tokens import make_token
from hosting.signs.models import Sign
from people.appointments import appointments
from people.clubs.models import Club, ClubReport, ClubRuling, JoinRequest, Membership
from people.following.follows import follow
from people.following.notice_kinds import FOLLOWED_HERE
from people.notices.kinds import Way
from people.notices.models import Digest, PushSubscription
from people.notices.record import notify
from people.notices.switches import set_switch
from programs.board_games import games as board_games
from programs.board_games import reports as board_reports
from programs.bots.accounts import Engine, upgrade
from programs.oauth.connections import connect
from programs.oauth.models import AppDecision
from ranking.models import Change, Kind, Pin, Standing
from rng import entropy
from rng.models import Doubt
from study.daily.models import Daily, DailyEntry, MonthLine
from study.strength.models import PlayerStrength, Title, WeighedGame
from study.throws.voting import vote
from study.trainer.models import Exercise, Trainee
from tests.worlds.accounts import create_account
from tests.worlds.bot_games import open_bot_game
from tests.worlds.oauth import App
from tests.worlds.throws import create_throw
from tournaments.desk import actions
from tournaments.events.models import (
    CalendarFeed,
    DuelOffer,
    Entry,
    Event,
    EventAction,
    Series,
    Suspension,
    Team,
)
from tournaments.events.notice_kinds import EVENT_SOON, PAIRED
from tournaments.seasons.models import Season


def create_anna() -> Player:
    """Create Anna, with rows in every section of her personal data except a bot's."""
    anna, berta = create_account("Anna", "anna@example.com"), create_account("Berta")
    _, consent = make_token(player=anna, name="a program", scopes=[Scope.BOT], days=30)
    upgrade(account=create_account("Annas-bot"), owners_token=consent, engine=Engine("deep-crib", "1.4"))
    answers.claim(player=anna, key="what Anna called", digest="0" * 64)
    register(owner=anna, name="annas_engine", version="2")
    now = clock.now()
    played = open_game(entropy.game_id(), (anna, berta), Rules())
    Game.objects.filter(pk=played.pk).update(finished_at=now, winner=0, transcript="121 auto d1")
    open_bot_game(anna, "novice", Rules())
    Chat.objects.create(game=played, player=anna, seat=0, text="what Anna said", at=now)
    Chat.objects.create(game=played, player=anna, seat=0, phrase="luck", at=now)
    line = Chat.objects.create(game=played, player=berta, seat=1, text="what Berta said", at=now)
    Report.objects.create(said=line, by=anna, why="what Anna reported", at=now)
    ruling = Ruling.objects.create(kind="warn", by=berta, player=anna, reason="be kind", at=now)
    Appeal.objects.create(player=anna, text="what Anna appealed", at=now, ruling=ruling)
    Appeal.objects.create(player=anna, text="what Anna appealed again", at=now)
    AdviceNote.objects.create(game=Game.objects.all()[0], player=anna, at=now)
    ForgottenGames.objects.create(player=anna, games=1, at=now)
    Vacation.objects.create(player=anna, begins_at=0, ends_at=1)
    DealtTotal.objects.create(player=anna, better=3, worse=4, last_sheet=0)
    Title.objects.create(player=anna, name="club", at=now, lost_percent=0.7)
    PlayerStrength.objects.create(player=anna, strength=0.04, variance=0.001, games=30)
    WeighedGame.objects.create(
        game=played, noted_at=now, number=1, adjusted=1.2, strength_a=0.04, variance_a=0.001,
        strength_b=0.0, variance_b=0.001,
    )  # fmt: skip
    LearntHabits.objects.create(player=anna, games=2, led_pairs=3, lead_chances=5)
    met = open_bot_game(anna, "halscrib", Rules())
    HalscribGame.objects.filter(pk=met.pk).update(ended_at=now, won=True)
    Game.objects.filter(pk=met.pk).update(finished_at=now, winner=1)
    throw = create_throw()
    vote(anna, throw, throw.lines[0]["thrown"])
    board_games.save(anna, "#1a a-resign {what Anna wrote of a game}")
    shared = board_games.save(berta, "#1a a-resign {what Berta wrote of a game}")
    board_reports.report(player=anna, game=shared, why="what Anna reported of a game over the board")
    Trainee.objects.create(player=anna, searched_until=now)
    Exercise.objects.create(player=anna, game=met, ply=2, added_at=now)
    carla = create_account("Carla")
    desk = actions.create(director=anna, name="Anna’s evening", games=9, best_of=3)
    actions.add_players(desk.pk, ["Dick"])
    follow(player=anna, other=carla)
    follow(player=carla, other=anna)
    at = now + timedelta(days=1)
    appointments.suggest(player=anna, to=carla, starts_at=at, settings=GameSettings())
    club = Club.objects.create(name="Owls", slug="owls", likeness="ovvls", created_at=now)
    Membership.objects.create(club=club, player=anna, role="owner", since=now)
    JoinRequest.objects.create(club=club, player=anna, at=now)
    ClubReport.objects.create(club=club, by=anna, why="what Anna reported of a club", at=now)
    Block.objects.create(by=anna, blocked=berta)
    Block.objects.create(by=berta, blocked=anna)
    Authenticator.objects.create(user=anna, type=Authenticator.Type.TOTP, data={"secret": "sealed"})
    Standing.objects.create(player=anna, kind=Kind.PEOPLE, points=1513, wins=5, listed=True)
    Change.objects.create(
        game=played.pk, player=anna, kind=Kind.PEOPLE, opponent=berta, won=True, rules=1, own=1500,
        opponents=1500, change=21, after=1521, why="an even game", at=now,
    )  # fmt: skip
    with_decks = DeckSet.objects.create(
        id="of-a-day", params="{}", rounds=1, tip="", sealed="", announced_at=now
    )
    daily = Daily.objects.create(day=now.date(), deck_set=with_decks)
    DailyEntry.objects.create(daily=daily, player=anna, game=played, margin=21, percent=62.5, alike=1)
    MonthLine.objects.create(month=now.date().replace(day=1), player=anna, days=1, total=21)
    seeks.seek_anyone(player=anna, settings=GameSettings(121, "auto", "quick"))
    notify(FOLLOWED_HERE, [anna.pk], f"player:{berta.pk}", by=berta)
    notify(FOLLOWED_HERE, [berta.pk], f"player:{anna.pk}", by=anna)
    set_switch(anna, PAIRED, Way.PUSH, on=False)
    PushSubscription.objects.create(player=anna, endpoint="https://push.example/anna", at=now)
    Digest.objects.create(player=anna, tried_at=now, sent=True)
    MoveMail.objects.create(game=played, player=anna, ply=3)
    Doubt.objects.create(game=played.pk, number=0, by=anna, at=now, says="no such deal", evidence={})
    _connect_apps(anna)
    _direct_events(anna, berta, club)
    _decide_as_host(anna, berta, club)
    return anna


def _direct_events(anna: Player, berta: Player, club: Club) -> None:
    now = clock.now()
    common_parts = {"starts_at": now, "closes_at": now, "created_at": now, "games": 9, "minutes": 60}
    event = Event.objects.create(
        id=entropy.game_id(), kind="teams", title="what Anna called it", by=anna, state="void",
        reason="what Anna gave as a reason", **common_parts,
    )  # fmt: skip
    for number, name in enumerate(("what Anna called one", "what Anna called the other")):
        Team.objects.create(event=event, number=number, name=name, token=entropy.club_token())
    Entry.objects.create(event=event, player=anna, joined_at=now)
    Entry.objects.create(event=event, player=berta, joined_at=now)
    EventAction.objects.create(event=event, kind="void", by=anna, reason="what Anna gave as a reason", at=now)
    EventAction.objects.create(
        event=event, kind="disqualify", by=berta, player=anna, reason="what Berta gave", at=now
    )
    EventAction.objects.create(
        event=event, kind="edit", by=berta, reason="what Berta gave", at=now,
        details={"title": ["what Anna called it before", "what Anna called it"]},
    )  # fmt: skip
    CalendarFeed.objects.create(player=anna, token=entropy.club_token(), made_at=now)
    Series.objects.create(
        id=entropy.game_id(), club=club, by=anna, created_at=now, rule="weekly", starts_at=now, zone="UTC",
        settings={"kind": "night", "title": "what Anna repeats"},
    )  # fmt: skip
    notify(EVENT_SOON, [berta.pk], f"event:{event.pk}", event=event.shown_title)
    Suspension.objects.create(player=anna, event=event, at=now, until=now)
    rival = Club.objects.create(name="Larks", slug="larks", likeness="larks", created_at=now)
    DuelOffer.objects.create(club=club, rival=rival, by=anna, at=now, starts_at=now, games=3, clock="quick")
    Season.objects.create(
        club=club, number=1, by=anna, champion=anna, starts_at=now, ends_at=now + timedelta(days=1)
    )
    Sign.objects.create(
        event=event, player=anna, kind="gift", at=now, deviation=4, correlation=0, timed=40, games=5,
        looked_by=berta, looked_at=now, note="what Berta noted",
    )  # fmt: skip


def _connect_apps(anna: Player) -> None:
    """Let an app of Anna's act for her, in every state that a code or a token can have."""
    app = App(anna, has_devices=True).row
    connect(anna, app, [Scope.PLAY])
    end = clock.now() + timedelta(hours=1)
    of_anna = {"user": anna, "application": app}
    access = AccessToken.objects.create(**of_anna, token="Annas", expires=end, scope="play")
    RefreshToken.objects.create(**of_anna, token="Annas", access_token=access)
    Grant.objects.create(**of_anna, code="Annas", expires=end, redirect_uri="https://app.example/done")
    IDToken.objects.create(**of_anna, expires=end)
    DeviceGrant.objects.create(
        user=anna, client_id=app.client_id, device_code="Annas", user_code="Annas", expires=end
    )


def _decide_as_host(anna: Player, berta: Player, club: Club) -> None:
    now = clock.now()
    Ruling.objects.create(kind="warn", by=anna, player=berta, reason="a decision", at=now)
    ClubRuling.objects.create(kind="answer", by=anna, club=club, reason="a decision", at=now, name_before="O")
    engine = RemoteEngine.objects.create(
        owner=berta, name="bertas_engine", likeness="bertas_engine", registered_at=now
    )
    EngineDecision.objects.create(engine=engine, kind="stop", by=anna, reason="a decision", at=now)
    for app, by in ((App(berta).row, anna), (Application.objects.get(user=anna), berta)):
        AppDecision.objects.create(
            app=app, client_id=app.client_id, kind="stop", by=by, reason="a decision", at=now
        )
    Pin.objects.create(bot="novice", points=1400, at=now, by=anna, reason="a decision")
    event = Event.objects.get(by=anna)
    Sign.objects.create(
        event=event, player=berta, kind="gift", at=now, deviation=4, correlation=0, timed=40, games=5,
        looked_by=anna, looked_at=now, note="a decision",
    )  # fmt: skip
    of_players = ContentType.objects.get_for_model(Player)
    for host, changed in ((anna, berta), (berta, anna)):
        LogEntry.objects.create(
            user=host, content_type=of_players, object_id=changed.pk, object_repr=str(changed), action_flag=2
        )
