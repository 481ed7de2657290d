"""What processes do again and again, and what meeting in the lobby takes, where 20,000 games are live.

All of it is done on the one thread that opens tables too: what takes long there is waited for.
"""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from django.contrib.sessions.models import Session

from bench.scale.dataset import House
from bench.scale.timing import CHORE, timed
from common import clock
from game.consumers import last_seen
from game.consumers.evictions import invited
from game.lobby import seeks, upkeep
from game.lobby.pairing import Settings
from game.lobby.snapshot import Lobby, look
from game.mail import your_move
from game.models import Chat, Game, Heartbeat, Player, Review, Seek
from game.operations import retention
from game.review import queue
from game.table import tables
from game.table.heartbeat import GAP, beat
from rng.fairness.monitor import watch
from rng.models import Deal

# As many as one of several processes has at its sockets.
TABLES, SOCKETS, VIEWERS = 2000, 500, 1000
BURST = 200
FOR_ALL = 250.0  # one look serves them all
BACKLOG = 5000
LINES = BACKLOG // retention.AT_ONCE - 1  # so often there are as many to forget
FEW = 3
look_at: Callable[[set[str], set[int]], object] = invited.func  # type: ignore[attr-defined]
LONG_AGO = timedelta(days=100)


def measure(house: House) -> None:
    """The tables' chores, the lobby's, the host's."""
    of_tables()
    of_the_lobby(house)
    of_the_house(house)


def of_tables() -> None:
    """The heart, flags, and tables whose rows may have moved on."""
    live = list(Game.objects.unfinished().values_list("pk", flat=True))
    timed(f"flags that fall, of {len(live):,} live games", lambda turn: tables.overdue(), CHORE)
    timed(f"{TABLES:,} tables looked after", lambda turn: tables.standing(live[:TABLES]), CHORE)
    timed(f"deadlines moved after a gap, of {len(live):,} live games", lambda turn: after_a_gap(), None, FEW)


def after_a_gap() -> None:
    Heartbeat.objects.update(at=clock.milliseconds() - GAP)
    if not beat():
        raise SystemExit("no deadline was moved")


def of_the_lobby(house: House) -> None:
    """A look for a thousand viewers, somebody who seeks, and those who wait and meet."""
    people = list(
        Player.objects.filter(brain="", is_guest=False).order_by("pk")[house.waiting * 8 :][: 2 * VIEWERS]
    )
    ids = [player.pk for player in people[:VIEWERS]]
    open_ones = list(Seek.objects.filter(game=None).values_list("pk", flat=True)[:VIEWERS])
    here = [str(one) for one in ids]

    def frames(turn: int) -> None:
        seen_by = Lobby(look(ids, here), VIEWERS)
        for player in people[:VIEWERS]:
            seen_by.frame(player)

    timed(f"the lobby read for {VIEWERS:,} viewers", lambda turn: look(ids, here), FOR_ALL)
    timed("the lobby read for one viewer", lambda turn: look(ids[turn : turn + 1], here), CHORE)
    timed(f"the lobby read and written out for {VIEWERS:,} viewers", frames, None, FEW)
    timed(
        f"{len(open_ones):,} who wait kept waiting",
        lambda turn: upkeep.keep_alive(seeks=open_ones, players=here),
        CHORE,
    )
    timed("those who fit brought together, where none do", lambda turn: upkeep.pair_waiting(), CHORE)
    strangers = iter(people[VIEWERS:])
    timed(
        f"somebody seeks an opponent, {house.waiting:,} waiting",
        lambda turn: seeks.seek(player=next(strangers), settings=Settings()),
        CHORE,
    )
    burst(people, clock.now())
    timed(
        f"{upkeep.OPENED} games opened of {BURST} who came at once",
        lambda turn: upkeep.pair_waiting(),
        CHORE,
        FEW,
    )
    timed(
        f"{BURST} seeks that nobody met forgotten",
        lambda turn: upkeep.forget(),
        CHORE,
        FEW,
        before=lambda: burst(people, clock.now() - LONG_AGO),
    )


def burst(people: Sequence[Player], at: datetime) -> None:
    """As after an outage: two by two they fit."""
    Seek.objects.filter(game=None, to=None, code=None).delete()
    about = {"target": 121, "counting": "auto", "clock": "standard", "expires_at": at + timedelta(minutes=1)}
    Seek.objects.bulk_create(
        Seek(id=f"burst{n}x{at:%M%S%f}"[:16], player=player, created_at=at, **about)
        for n, player in enumerate(people[:BURST])
    )


def of_the_house(house: House) -> None:
    """Who may stay, who was here, what is mailed, reviewed, watched and forgotten."""
    players = set(
        Player.objects.filter(brain="")
        .order_by("pk")
        .values_list("pk", flat=True)[: house.games : max(1, house.games // SOCKETS)]
    )
    keys = set(Session.objects.values_list("pk", flat=True)[:SOCKETS])
    timed(f"{SOCKETS} sockets looked at by the doorkeeper", lambda turn: look_at(keys, players), CHORE)
    timed(f"{SOCKETS} players noted as here", lambda turn: last_seen.note(players), CHORE)
    timed("whom to mail about a move", lambda turn: your_move.kept_waiting(), CHORE)
    now = clock.now()
    games = list(
        Game.objects.filter(review=None).exclude(finished_at=None).values_list("pk", flat=True)[:BACKLOG]
    )
    Review.objects.bulk_create(Review(game_id=game, asked_at=now, deals=9) for game in games)
    timed(f"a review taken, {len(games):,} to do", lambda turn: queue.take(), CHORE)
    last = Deal.objects.order_by("-pk")[0].pk
    Deal.objects.filter(pk__gt=last - BACKLOG).update(watched=False)
    timed(f"100 deals watched, {BACKLOG:,} to do", lambda turn: watch(clock.now()), CHORE)
    first = Chat.objects.order_by("pk")[0].pk
    Chat.objects.filter(pk__lt=first + BACKLOG).update(at=now - LONG_AGO)
    timed("200 lines of chat forgotten", lambda turn: retention.forget_chat(), CHORE, LINES)
    timed(
        f"{SOCKETS} sessions forgotten",
        lambda turn: retention.forget_sessions(),
        CHORE,
        FEW,
        before=sessions_run_out,
    )


def sessions_run_out() -> None:
    some = list(Session.objects.values_list("pk", flat=True)[:SOCKETS])
    Session.objects.filter(pk__in=some).update(expire_date=clock.now() - LONG_AGO)
