"""Fill a database with the rows that many games leave, without playing the games."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha512
from typing import Any

from django.db import models

from common import clock
from game.models import Appeal, Chat, Game, Player, Report, Ruling, Scoresheet, Seek
from game.table import bot_accounts
from ranking.models import Change, Standing
from ranking.rules.points import BOTS, VERSION, exchange
from rng.bulk import deck_batches
from rng.fairness.watch.monitor import watch_deals
from rng.models import Deal, Doubt, Unshown
from rng.twister import stream

BATCH = 2000
GAME_LENGTH = timedelta(minutes=12)
DEALS = 8
ENDING_WEIGHTS = {"played": 88, "resigned": 5, "flag": 4, "left": 2, "void": 1}
TRANSCRIPT = "v1 121 auto #0 " + "a14 b25 a5H b6D aTC bJS a4C b9H a-go b2S " * 28


@dataclass(frozen=True, slots=True)
class DatasetSize:
    """The number of rows of each kind."""

    games: int
    days: int = 30

    @property
    def players(self) -> int:
        return max(20, self.games // 10)

    @property
    def live(self) -> int:
        return max(5, self.games // 500)


def fill(size: DatasetSize) -> None:
    """Write the rows of many players into an empty database."""
    now = clock.now()
    people = _create_players(size, now)
    bots = {key: bot_accounts.get_or_create_account(key) for key in BOTS}
    insert_in_batches(Game, _build_games(size, now, people, list(bots.values())))
    games = Game.objects.exclude(finished_at=None).order_by("created_at")
    played = list(
        games.only(
            "id", "seat_a", "seat_b", "winner", "ended", "finished_at", "rated", "ply", "score_a", "score_b"
        )
    )
    names = {bot.pk: key for key, bot in bots.items()}
    insert_in_batches(Scoresheet, (sheet for game in played for sheet in _build_scoresheets(game)))
    insert_in_batches(Change, (change for game in played for change in _build_changes(game, names)))
    insert_in_batches(
        Standing, (Standing(player=p, kind=kind, wins=9) for p in people for kind in ("house", "people"))
    )
    insert_in_batches(
        Chat, (Chat(game=g, player_id=g.seat_a_id, seat=0, text="Well played!", at=now) for g in played)
    )
    said = list(Chat.objects.order_by("pk")[: size.games // 100])
    insert_in_batches(Report, (Report(said=line, by=people[0], why="Rude.", at=now) for line in said))
    about = people[: size.games // 100]
    insert_in_batches(
        Ruling, (Ruling(kind="warn", by=people[0], player=p, reason="Rude.", at=now) for p in about)
    )
    insert_in_batches(Appeal, (Appeal(player=p, text="I was not.", at=now) for p in about[:50]))
    decks = (deck.tobytes() for batch in deck_batches(sha512(b"crowd").digest()) for deck in batch)
    insert_in_batches(Deal, (deal for game in played for deal in _build_deals(game, decks)))
    watch_deals(now)
    odd = [game.pk for game in played[: size.games // 1000]]
    insert_in_batches(
        Doubt, (Doubt(game=g, number=1, by=people[0], at=now, says="Not so.", evidence={}) for g in odd)
    )
    insert_in_batches(Unshown, (Unshown(game=game, at=now) for game in odd))
    insert_in_batches(Seek, (_build_seek(n, people[n % len(people)], now) for n in range(size.games // 10)))


def insert_in_batches(model: type[models.Model], rows: Iterator[Any]) -> None:
    """Write rows in batches, so that they are never all in memory."""
    batch = []
    for row in rows:
        batch.append(row)
        if len(batch) == BATCH:
            model._default_manager.bulk_create(batch)
            batch = []
    model._default_manager.bulk_create(batch)


def _create_players(size: DatasetSize, now: datetime) -> list[Player]:
    step = timedelta(days=size.days) / size.players
    rows = (
        Player(
            username=f"Player-{n:06}",
            is_guest=n % 2 == 1,
            likeness=None if n % 2 else f"player-{n:06}",
            date_joined=now - step * (size.players - n),
        )
        for n in range(size.players)
    )
    insert_in_batches(Player, rows)
    return list(Player.objects.filter(brain="").order_by("pk"))


def _build_games(
    size: DatasetSize, now: datetime, people: list[Player], bots: list[Player]
) -> Iterator[Game]:
    chance = stream(sha512(b"crowd").digest()[:32], "bench")
    step = timedelta(days=size.days) / size.games
    ends = [end for end, weight in ENDING_WEIGHTS.items() for _ in range(weight)]
    for n in range(size.games):
        begun = now - step * (size.games - n)
        a, b = chance.sample(people, 2)
        if n % 2:
            b = chance.choice(bots)
        ended = chance.choice(ends)
        winner = None if ended == "void" else 1 if b.brain else int(chance.random() < 0.5)
        if ended == "played":
            winner = int(chance.random() < 0.5)
        game = Game(
            id=f"G{n:015}",
            seat_a=a,
            seat_b=b,
            created_at=begun,
            clock="standard",
            rated=n % 4 != 3,
            params='{"rules":{"counting":"auto","target":121}}' + " " * 120,
            tip="0" * 64,
            commitment_a="0" * 64,
            commitment_b="0" * 64,
            transcript=TRANSCRIPT,
            ply=chance.randrange(180, 320),
            score_a=121 if ended == "played" and winner == 0 else chance.randrange(121),
            score_b=121 if ended == "played" and winner == 1 else chance.randrange(121),
        )
        if n < size.games - size.live:
            game.finished_at, game.winner, game.value, game.ended = begun + GAME_LENGTH, winner, 1, ended
        yield game


def _build_scoresheets(game: Game) -> Iterator[Scoresheet]:
    assert game.finished_at is not None
    seats = ((game.seat_a_id, game.seat_b_id), (game.seat_b_id, game.seat_a_id))
    scores = (game.score_a, game.score_b)
    for seat, (player, opponent) in enumerate(seats):
        yield Scoresheet(
            game=game,
            seat=seat,
            player_id=player,
            opponent_id=opponent,
            at=game.finished_at,
            rated=game.rated,
            won=None if game.winner is None else game.winner == seat,
            value=1,
            ended=game.ended,
            dealt_first=game.ply % 2 == seat,
            points=scores[seat],
            points_against=scores[1 - seat],
            deals_as_dealer=4,
            deals_as_pone=4,
        )


def _build_deals(game: Game, decks: Iterator[bytes]) -> Iterator[Deal]:
    """Build the deals of a game. The last one has not been examined by the monitor yet."""
    assert game.finished_at is not None
    for number in range(1, DEALS + 1):
        about = {"deck": next(decks), "pone_hand": 8, "watched": number < DEALS}
        yield Deal(game=game.pk, number=number, at=game.finished_at, **about)


def _build_changes(game: Game, bots: dict[int, str]) -> Iterator[Change]:
    if not game.rated or game.winner is None:
        return
    assert game.finished_at is not None
    bot = bots.get(game.seat_b_id, "")
    seats = ((game.seat_a_id, game.seat_b_id), (game.seat_b_id, game.seat_a_id))
    for seat, (player, opponent) in enumerate(seats[: 1 if bot else 2]):
        own, theirs = 1200 + game.ply * 3, BOTS[bot].points if bot else 1300 + game.ply * 2
        stake = exchange(own, bot or theirs)
        won = game.winner == seat
        change = stake.win if won else -stake.loss
        yield Change(
            game=game.pk,
            player_id=player,
            kind="house" if bot else "people",
            opponent_id=None if bot else opponent,
            bot=bot,
            won=won,
            unfinished=not won and game.ended in ("flag", "left"),
            rules=VERSION,
            own=own,
            opponents=theirs,
            change=change,
            after=own + change,
            why=stake.why,
            at=game.finished_at,
        )


def _build_seek(n: int, player: Player, now: datetime) -> Seek:
    return Seek(
        id=f"S{n:015}",
        player=player,
        target=121,
        counting="auto",
        clock="standard",
        created_at=now - timedelta(minutes=n),
        expires_at=now + timedelta(minutes=5 - n),
    )
