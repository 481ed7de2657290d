"""Measure the jobs of a process, and pairing in the lobby, with 20,000 live games.

All of it runs on the thread that also opens tables, so slow work there delays them.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.contrib.sessions.models import Session

from bench.scale.dataset import DatasetSize
from bench.scale.timing import JOB_LIMIT_MS, measure_work
from common import clock
from game.consumers import last_seen
from game.consumers.evictions import load_access
from game.lobby import seeks, upkeep
from game.lobby.display.snapshot import LobbyFrames, load_snapshot
from game.lobby.pairing import GameSettings
from game.models import Chat, Game, Heartbeat, Player, Review, Seek
from game.table import tables
from game.table.record.heartbeat import MIN_OUTAGE, beat
from people.mail import your_move
from people.retention import expiry
from rng.fairness.watch.monitor import watch_deals
from rng.models import Deal
from study.review import queue

# The share of one of several processes.
TABLES, SOCKETS, VIEWERS = 2000, 500, 1000
BURST = 200
LOBBY_LIMIT_MS = 250.0  # one check serves all viewers
BACKLOG = 5000
CHAT_ROUNDS = BACKLOG // expiry.BATCH_SIZE - 1  # number of rounds with a full batch to delete
FEW_ROUNDS = 3
LONG_AGO = timedelta(days=100)


def measure(size: DatasetSize) -> None:
    """Measure the jobs of tables, of the lobby and of the host."""
    measure_table_jobs()
    measure_lobby_jobs(size)
    measure_site_jobs(size)


def measure_table_jobs() -> None:
    """Measure the heartbeat, flags, and tables whose rows may have changed."""
    live = list(Game.objects.unfinished().values_list("pk", flat=True))
    measure_work(
        f"flags that fall, of {len(live):,} live games",
        lambda turn: tables.load_overdue_games(),
        JOB_LIMIT_MS,
    )
    measure_work(
        f"{TABLES:,} tables looked after", lambda turn: tables.load_positions(live[:TABLES]), JOB_LIMIT_MS
    )
    measure_work(
        f"deadlines moved after a gap, of {len(live):,} live games",
        lambda turn: move_deadlines_after_gap(),
        None,
        FEW_ROUNDS,
    )


def move_deadlines_after_gap() -> None:
    Heartbeat.objects.update(at=clock.milliseconds() - MIN_OUTAGE)
    if not beat():
        raise SystemExit("no deadline was moved")


def measure_lobby_jobs(size: DatasetSize) -> None:
    """Measure a lobby update for a thousand viewers, a new seek, and waiting players that are matched."""
    people = list(
        Player.objects.filter(brain="", is_guest=False).order_by("pk")[size.open_seeks * 8 :][: 2 * VIEWERS]
    )
    ids = [player.pk for player in people[:VIEWERS]]
    open_ones = list(Seek.objects.filter(game=None).values_list("pk", flat=True)[:VIEWERS])
    here = [str(one) for one in ids]

    def frames(turn: int) -> None:
        seen_by = LobbyFrames(load_snapshot(ids, here), VIEWERS)
        for player in people[:VIEWERS]:
            seen_by.frame(player)

    measure_work(
        f"the lobby read for {VIEWERS:,} viewers", lambda turn: load_snapshot(ids, here), LOBBY_LIMIT_MS
    )
    measure_work(
        "the lobby read for one viewer", lambda turn: load_snapshot(ids[turn : turn + 1], here), JOB_LIMIT_MS
    )
    measure_work(f"the lobby read and written out for {VIEWERS:,} viewers", frames, None, FEW_ROUNDS)
    measure_work(
        f"{len(open_ones):,} who wait kept waiting",
        lambda turn: upkeep.keep_alive(seeks=open_ones, players=here),
        JOB_LIMIT_MS,
    )
    measure_work(
        "those who fit brought together, where none do", lambda turn: upkeep.pair_waiting(), JOB_LIMIT_MS
    )
    strangers = iter(people[VIEWERS:])
    measure_work(
        f"somebody seeks an opponent, {size.open_seeks:,} waiting",
        lambda turn: seeks.seek_anyone(player=next(strangers), settings=GameSettings()),
        JOB_LIMIT_MS,
    )
    create_seek_burst(people, clock.now())
    measure_work(
        f"{upkeep.MAX_GAMES_OPENED} games opened of {BURST} who came at once",
        lambda turn: upkeep.pair_waiting(),
        JOB_LIMIT_MS,
        FEW_ROUNDS,
    )
    measure_work(
        f"{BURST} seeks that nobody met forgotten",
        lambda turn: upkeep.delete_unmet_seeks(),
        JOB_LIMIT_MS,
        FEW_ROUNDS,
        before=lambda: create_seek_burst(people, clock.now() - LONG_AGO),
    )


def create_seek_burst(people: Sequence[Player], at: datetime) -> None:
    """Create seeks as after an outage, which match in pairs."""
    Seek.objects.filter(game=None, to=None, code=None).delete()
    about = {"target": 121, "counting": "auto", "clock": "standard", "expires_at": at + timedelta(minutes=1)}
    Seek.objects.bulk_create(
        Seek(id=f"burst{n}x{at:%M%S%f}"[:16], player=player, created_at=at, **about)
        for n, player in enumerate(people[:BURST])
    )


def measure_site_jobs(size: DatasetSize) -> None:
    """Measure the jobs for sessions, presence, mail, reviews, monitoring and deletion."""
    players = set(
        Player.objects.filter(brain="")
        .order_by("pk")
        .values_list("pk", flat=True)[: size.games : max(1, size.games // SOCKETS)]
    )
    keys = set(Session.objects.values_list("pk", flat=True)[:SOCKETS])
    measure_work(
        f"{SOCKETS} sockets checked for bans and log-outs",
        lambda turn: load_access(keys, set(), players),
        JOB_LIMIT_MS,
    )
    measure_work(
        f"{SOCKETS} players noted as here", lambda turn: last_seen.update_last_seen(players), JOB_LIMIT_MS
    )
    measure_work("whom to mail about a move", lambda turn: your_move.load_pending_moves(), JOB_LIMIT_MS)
    now = clock.now()
    games = list(
        Game.objects.filter(review=None).exclude(finished_at=None).values_list("pk", flat=True)[:BACKLOG]
    )
    Review.objects.bulk_create(Review(game_id=game, asked_at=now, deals=9) for game in games)
    measure_work(f"a review taken, {len(games):,} to do", lambda turn: queue.claim_next(), JOB_LIMIT_MS)
    last = Deal.objects.order_by("-pk")[0].pk
    Deal.objects.filter(pk__gt=last - BACKLOG).update(watched=False)
    measure_work(f"100 deals watched, {BACKLOG:,} to do", lambda turn: watch_deals(clock.now()), JOB_LIMIT_MS)
    first = Chat.objects.order_by("pk")[0].pk
    Chat.objects.filter(pk__lt=first + BACKLOG).update(at=now - LONG_AGO)
    measure_work(
        "200 lines of chat forgotten", lambda turn: expiry.delete_old_chat(), JOB_LIMIT_MS, CHAT_ROUNDS
    )
    measure_work(
        f"{SOCKETS} sessions forgotten",
        lambda turn: expiry.delete_expired_sessions(),
        JOB_LIMIT_MS,
        FEW_ROUNDS,
        before=expire_sessions,
    )


def expire_sessions() -> None:
    some = list(Session.objects.values_list("pk", flat=True)[:SOCKETS])
    Session.objects.filter(pk__in=some).update(expire_date=clock.now() - LONG_AGO)
