"""Fill a database with many games: a few hundred are really played, the rest are copies of them.

The database itself copies every row that belongs to a game. Players and times are random.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.contrib.sessions.models import Session
from django.db import connection, models

from bench.scale.bulk import run_bulk, vacuum_and_checkpoint, without_indexes
from game.models import Chat, Game, Player, Review, Scoresheet, Secrets, Seek
from hosting.demo import filling
from proof.evidence.audit import find_faults
from ranking.models import Change, Standing
from rng.models import Deal
from study.review.judge.game import combine_deals, judge_deal
from study.review.queue import load_record, save_out_of_turn

Log = Callable[[str], None]

FILLED = (Player, Standing, Game, Secrets, Scoresheet, Change, Deal, Chat, Review, Session, Seek)
CAST = 10
# Points after a long season: most about 1500, few far from it.
POINTS_SQL = "greatest(0, 1500 + 300 * (random() + random() + random() + random() - 2))::int"
# Some play a thousand times as often as others. Accounts come before guests.
SKEW_SQL = "power(random(), 2)"


@dataclass(frozen=True, slots=True)
class DatasetSize:
    """The number of rows of each kind."""

    games: int
    days: int = 30

    @property
    def players(self) -> int:
        return self.games

    @property
    def template_games(self) -> int:
        """The number of games that are really played."""
        return min(160, self.games // 10)

    @property
    def reviewed_templates(self) -> int:
        return max(1, self.template_games // 12)

    @property
    def accounts(self) -> int:
        return self.players * 6 // 10

    @property
    def live_games(self) -> int:
        return max(40, self.games // 50)

    @property
    def open_seeks(self) -> int:
        return max(min(40, self.games // 8), self.games // 1000)

    @property
    def reviews_of_ten(self) -> int:
        """A review is the largest row. Only this many games in ten keep theirs."""
        return 1


def fill(size: DatasetSize, log: Log) -> None:
    """Fill a database that has empty tables."""
    log(f"{size.template_games} games are played ...")
    play_templates(size)
    with without_indexes([model._meta.db_table for model in FILLED]):
        for what, statement in statements(size):
            log(f"{what} ...")
            run_bulk(statement)
        log("indexes ...")
    log("statistics ...")
    vacuum_and_checkpoint()


def play_templates(size: DatasetSize) -> None:
    """Play games from the first card to the last, with scoresheets, points, chat, decks, and some reviews."""
    filling.fill(
        players=CAST, games=size.template_games, days=0, evenings=0, seed=0, progress=lambda done: None
    )
    Player.objects.filter(is_sample=True).update(is_sample=False)  # sample players are left out of the record
    list(find_faults(mend=True, progress=lambda done: None))
    Deal.objects.update(watched=True)
    for game in Game.objects.exclude(winner=None).order_by("pk")[: size.reviewed_templates]:
        record = load_record(game.pk)
        judged = [judge_deal(record, number) for number in range(1, record.deals + 1)]
        save_out_of_turn(game.pk, combine_deals(record, judged))
    Review.objects.filter(done_at=None).delete()


def load_template_ids() -> list[str]:
    """Return the games that all others are copies of: won games, whose secrets can be opened."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT template_id FROM played JOIN game_game ON id = template_id WHERE winner IS NOT NULL"
        )
        return [game_id for (game_id,) in cursor.fetchall()]


def statements(size: DatasetSize) -> Iterator[tuple[str, str]]:
    """Yield the statements that multiply the played games, in a valid order."""
    yield "players", players_sql(size)
    yield "standings", standings_sql(size)
    yield "the plan of all games", plan_sql(size)
    yield "games", copies_sql(Game, "id", **finished_game_columns())
    yield "sealed secrets", copies_sql(Secrets, "game_id")
    sides = {
        "player_id": "CASE seat WHEN 0 THEN a ELSE b END",
        "opponent_id": "CASE seat WHEN 0 THEN b ELSE a END",
    }
    yield "scoresheets", copies_sql(Scoresheet, "game_id", **sides, at="begun + lasted")
    own_first = "last.player_id = first_seat"
    yield (
        "rating changes",
        copies_sql(
            Change,
            "game",
            player_id=f"CASE WHEN {own_first} THEN a ELSE b END",
            opponent_id=f"CASE WHEN last.opponent_id IS NULL THEN NULL WHEN {own_first} THEN b ELSE a END",
            at="begun + lasted",
        ),
    )
    yield "decks", copies_sql(Deal, "game", at="begun + lasted")
    yield (
        "chat",
        copies_sql(Chat, "game_id", player_id="CASE seat WHEN 0 THEN a ELSE b END", at="begun + lasted / 2"),
    )
    dates = dict.fromkeys(("asked_at", "done_at"), "begun + lasted")
    yield (
        "reviews",
        copies_sql(Review, "game_id", f"n % 10 < {size.reviews_of_ten}", **dates, taken_at="NULL"),
    )
    yield "sessions", sessions_sql(size)
    yield "how people met", met_seeks_sql(size)
    yield "live games", copies_sql(Game, "id", "TRUE", "live_plan", **live_game_columns(size))
    yield "their secrets", copies_sql(Secrets, "game_id", "TRUE", "live_plan")
    yield "who waits", open_seeks_sql(size)


def players_sql(size: DatasetSize) -> str:
    """Return SQL for accounts first, then guests. Each is a copy of a sample player except for the name."""
    is_guest = f"n > {size.accounts}"
    return generated_sql(
        Player,
        size.players,
        "SELECT * FROM game_player WHERE brain = '' ORDER BY id DESC LIMIT 1",
        username=f"CASE WHEN {is_guest} THEN 'Guest-' ELSE 'Player-' END || n",
        likeness=f"CASE WHEN {is_guest} THEN NULL ELSE 'player-' || n END",
        is_guest=is_guest,
        is_private="n % 15 = 14",
        wants_move_mail="n % 20 = 3",
        is_staff="FALSE",
        banned_until="CASE WHEN n % 5000 = 7 THEN now() + interval '9 days' END",
        date_joined=f"now() - interval '1 day' * {size.days} * 3 * random()",
        seen_at=f"now() - interval '1 day' * {size.days} * random()",
    )


def standings_sql(size: DatasetSize) -> str:
    """Return SQL for both standings of every account, nine in ten of them listed."""
    return generated_sql(
        Standing,
        2 * size.accounts,
        "SELECT * FROM ranking_standing ORDER BY id DESC LIMIT 1",
        player_id=f"(SELECT max(id) FROM game_player) - {size.players} + (n + 1) / 2",
        kind="CASE n % 2 WHEN 0 THEN 'house' ELSE 'people' END",
        points=POINTS_SQL,
        listed="n % 20 > 1",
        hidden="FALSE",
        last_at=f"now() - interval '1 day' * {size.days} * random()",
    )


def plan_sql(size: DatasetSize) -> str:
    """Return SQL for the plan of all copies: template, players and time. Later statements use it."""
    first = f"((SELECT max(id) FROM game_player) - {size.players})"
    guests = size.players - size.accounts
    drawn = f"{first} + 1 + floor({size.accounts} * {SKEW_SQL})::bigint"
    return f"""
        CREATE UNLOGGED TABLE played AS
            SELECT row_number() OVER (ORDER BY id) - 1 AS k, id AS template_id, seat_a_id AS first_seat,
                seat_b_id AS second_seat, finished_at - created_at AS lasted, rated
            FROM game_game WHERE finished_at IS NOT NULL;
        CREATE UNLOGGED TABLE plan AS
            SELECT n, substr(md5('game' || n), 1, 13) AS id, played.*,
                CASE WHEN n % 100 = 17 THEN {first} + 1 ELSE {drawn} END AS a,
                CASE WHEN bot.id IS NOT NULL THEN bot.id
                    WHEN rated OR n % 2 = 0 THEN {drawn}
                    ELSE {first} + {size.accounts} + 1 + floor(random() * {guests})::bigint
                END AS b,
                now() - interval '1 day' * {size.days} * ({size.games} - n) / {size.games}
                    - interval '1 hour' AS begun
            FROM generate_series(1, {size.games}) AS n
            JOIN played ON k = n % (SELECT count(*) FROM played)
            LEFT JOIN game_player AS bot ON bot.id = second_seat AND bot.brain <> '';
        UPDATE plan SET b = b + 1 WHERE a = b;
        CREATE UNLOGGED TABLE live_plan AS
            SELECT n, substr(md5('live' || n), 1, 13) AS id, template_id, first_seat, second_seat, lasted,
                rated, a, b,
                now() - interval '1 hour' * random() AS begun
            FROM plan ORDER BY n DESC LIMIT {size.live_games};
        ANALYZE played, plan, live_plan;
    """


def finished_game_columns() -> dict[str, str]:
    """Some games were left and a few were called off, in copies of any game."""
    called_off = "n % 100000 = 5"
    return {
        "id": "plan.id",
        "seat_a_id": "a",
        "seat_b_id": "b",
        "created_at": "begun",
        "finished_at": "begun + lasted",
        "ended": f"CASE WHEN {called_off} THEN 'void' WHEN n % 100 = 3 THEN 'left' ELSE ended END",
        "winner": f"CASE WHEN {called_off} THEN NULL ELSE winner END",
    }


def live_game_columns(size: DatasetSize) -> dict[str, str]:
    """Half of the moves are made. Every other game has a clock, some with a day per move."""
    nothing = dict.fromkeys(("finished_at", "winner", "value", "voided_at"), "NULL")
    until = "(extract(epoch FROM now()) * 1000)::bigint + 600000 + (random() * 86400000)::bigint"
    return {
        **finished_game_columns(),
        **nothing,
        "ended": "''",
        "transcript": "array_to_string((string_to_array(last.transcript, ' '))[1:45], ' ')",
        "ply": "42",
        "score_a": "35",
        "score_b": "28",
        "clock": "(ARRAY['relaxed', 'standard', 'quick', 'none'])[n % 4 + 1]",
        "deadline": f"CASE WHEN n % 4 < 3 THEN {until} END",
    }


def sessions_sql(size: DatasetSize) -> str:
    """Return SQL for a session of every third player."""
    return f"""
        INSERT INTO {Session._meta.db_table} (session_key, session_data, expire_date)
        SELECT md5('session' || n), repeat('x', 260), now() + interval '1 day' * (365 * random() - 3)
        FROM generate_series(1, {size.players // 3}) AS n
    """


def met_seeks_sql(size: DatasetSize) -> str:
    """Return SQL for the seek of every game between people."""
    return _seeks_sql(
        "SELECT plan.id, a, NULL::bigint, NULL, begun, begun + interval '45 seconds', plan.id FROM plan"
        " WHERE second_seat IN (SELECT id FROM game_player WHERE brain = '')"
    )


def open_seeks_sql(size: DatasetSize) -> str:
    """Return SQL for seeks by link or with a named opponent. Two open seeks would have been matched."""
    first = f"((SELECT max(id) FROM game_player) - {size.players})"
    return _seeks_sql(f"""
        SELECT 'w' || substr(md5('waits' || n), 1, 12), {first} + n * 7,
            CASE WHEN n % 2 = 0 THEN {first} + n * 5 + 1 END, CASE WHEN n % 2 = 1 THEN md5('code' || n) END,
            now() - interval '1 minute', now() + interval '1 day', NULL
        FROM generate_series(1, {size.open_seeks}) AS n
    """)


def _seeks_sql(rows: str) -> str:
    columns = "id, player_id, to_id, code, created_at, expires_at, game_id"
    same = "121, 'auto', 'standard', FALSE, FALSE, ''"
    return f"""
        INSERT INTO {Seek._meta.db_table} ({columns}, target, counting, clock, rated, quick, declined)
        SELECT found.*, {same} FROM ({rows}) AS found ({columns})
    """


def copies_sql(
    model: type[models.Model], of: str, where: str = "TRUE", plan: str = "plan", **own: str
) -> str:
    """Return SQL that copies the rows of played games to those of the plan. `of` names the game column."""
    columns, values = _columns(model, {of: "plan.id", **own})
    table = model._meta.db_table
    return f"""
        INSERT INTO {table} ({columns}) SELECT {values}
        FROM {plan} AS plan JOIN {table} AS last ON last.{of} = plan.template_id
        WHERE {where} ORDER BY n
    """


def generated_sql(model: type[models.Model], many: int, like: str, **own: str) -> str:
    """Return SQL that makes this many copies of a model's row, each with different values in some columns."""
    columns, values = _columns(model, own)
    return f"""
        INSERT INTO {model._meta.db_table} ({columns}) SELECT {values}
        FROM ({like}) AS last, generate_series(1, {many}) AS n ORDER BY n
    """


def _columns(model: type[models.Model], own: dict[str, str]) -> tuple[str, str]:
    """Return the columns to write, and their values: those of the copied row, apart from its own ones."""
    names = [str(field.column) for field in model._meta.concrete_fields]
    written = [name for name in names if name != "id" or "id" in own]
    return ", ".join(written), ", ".join(own.get(name, f"last.{name}") for name in written)
