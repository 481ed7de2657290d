"""Fill the tables of events, clubs, daily games, Strength, notifications, follows, blocks and bots.

The demo makes a few rows of each. The database copies them, for the players and games of the dataset.
"""

from collections.abc import Iterator

from django.db import models

from bench.scale.bulk import run_bulk, vacuum_and_checkpoint, without_indexes
from bench.scale.dataset import DatasetSize, Log, copies_sql, generated_sql
from bench.scale.pages import most_active_player
from game.bot_accounts.models import BotAccount
from game.following.models import Follow
from game.models import Block, Game, Player
from hosting.demo import filling
from people.clubs.models import Club, Membership
from people.notices.models import Notice
from study.daily.models import DailyEntry, MonthLine
from study.strength.models import PlayerStrength, WeighedGame
from tournaments.events.models import Entry, Event, Pairing, Round

FILLED = (
    Club, Membership, Event, Entry, Round, Pairing, Game, DailyEntry, MonthLine, WeighedGame, PlayerStrength,
    Notice, Follow, Block, BotAccount,
)  # fmt: skip
STEP = 100_000  # between the ids of one event's rows and the same rows of the next event
FOLLOWED = 200  # by the most active player
# One event in ten has entries, and one in fifty also its forty tables. One in a hundred is yet to begin.
WITH_ENTRIES, WITH_TABLES = "n % 10 = 0", "n % 50 = 0 AND begun < now()"
TABLE_ID = "substr(md5('table' || last.id || '-' || n), 1, 13)"
LONG_AGO = "now() - interval '1 day' * 900 * random()"


def fill(size: DatasetSize, log: Log) -> None:
    """Add rows to a database that `bench.scale.dataset` has filled."""
    log("evenings and days of the demo ...")
    filling.fill(players=12, games=12, days=2, evenings=2, seed=1, progress=lambda done: None)
    Player.objects.filter(is_sample=True).update(is_sample=False)
    with without_indexes([model._meta.db_table for model in FILLED]):
        for statement in statements(size):
            log(f"{' '.join(statement.split())[:60]} ...")
            run_bulk(statement)
    vacuum_and_checkpoint()


def statements(size: DatasetSize) -> Iterator[str]:
    """Yield the statements that multiply the demo's rows, in a valid order."""
    many, clubs, keen = size.accounts, size.games // 20, most_active_player().pk

    def player(number: str) -> str:
        return f"{keen} + ({number}) % {many}"

    def more(model: type[models.Model], many: int, like: str = "", **own: str) -> str:
        newest = f"SELECT * FROM {model._meta.db_table} ORDER BY 1 DESC LIMIT 1"
        return generated_sql(model, many, like or newest, **own)

    def of_events(model: type[models.Model], where: str, **own: str) -> str:
        return copies_sql(model, "event_id", where, "event_plan", **own, id=moved("id"))

    def moved(column: str) -> str:
        return f"last.{column} + {STEP}::bigint * n"

    def unless_coming(value: str, otherwise: str = "NULL") -> str:
        return f"CASE WHEN begun < now() THEN {value} ELSE {otherwise} END"

    named = {"name": "'Club ' || n", "slug": "'club-' || n", "likeness": "'club-' || n"}
    yield more(Club, clubs, id="last.id + n", **named, created_at=LONG_AGO)
    club = f"(SELECT min(id) FROM clubs_club) + 1 + floor({clubs} * power(random(), 1.5))::int"
    yield more(Membership, many, club_id=club, player_id=player("n"), since=LONG_AGO)
    yield event_plan_sql(size)
    end, nothing = "begun + interval '2 hours'", dict.fromkeys(("slot", "deck_set_id", "source_id"), "NULL")
    times = {"created_at": "begun - interval '7 days'", "starts_at": "begun", "closes_at": end}
    yield copies_sql(
        Event, "id", "TRUE", "event_plan", title="'Event ' || n", **nothing, **times,
        club_id=f"CASE WHEN n % 3 = 0 THEN {club} END", state=unless_coming("last.state", "'announced'"),
        ended_at=unless_coming(end), due_at=unless_coming("NULL", "begun"),
    )  # fmt: skip
    entrant = player("last.{} * 7919 + n::bigint * 104729")
    yield of_events(
        Entry, WITH_ENTRIES, player_id=entrant.format("player_id"), joined_at="begun - interval '1 day'",
        has_changed="FALSE", played=unless_coming("last.played", "0"), place=unless_coming("last.place"),
    )  # fmt: skip
    yield of_events(Round, WITH_TABLES, at="begun")
    entries = {name: moved(name) for name in ("round_id", "first_id", "second_id")}
    yield of_events(Pairing, WITH_TABLES, game_id=TABLE_ID, **entries, opened_at="begun", ended_at=end)
    seats = {name: entrant.format(name) for name in ("seat_a_id", "seat_b_id")}
    yield copies_sql(Game, "id", "TRUE", "table_plan", **seats, created_at="begun", finished_at=end)
    yield more(
        DailyEntry, many - 1, player_id=player("n"), game_id="substr(md5('game' || n), 1, 13)",
        place="n + 100", margin="100 - n % 200", percent=f"100.0 - 100.0 * n / {many}", unranked="''",
        alike="CASE WHEN n % 10 = 9 THEN n / 20 END",
    )  # fmt: skip
    yield more(MonthLine, many, player_id=player("n"), total="99 - n / 9999.0")
    weights = dict.fromkeys(("strength_a", "strength_b", "variance_a", "variance_b", "adjusted"), "0.001")
    yield copies_sql(WeighedGame, "game_id", number="n + 1000000", noted_at="begun", **weights)
    weighed = "SELECT a, count(*) FROM plan JOIN strength_weighedgame ON game_id = plan.id GROUP BY a"
    strength = {"strength": "random() / 5 - 0.1", "variance": "0.001", "games": "last.count + 19"}
    yield more(PlayerStrength, 1, weighed, player_id="a", **strength)
    yield more(
        Notice, size.games, player_id=f"CASE WHEN n % 100 = 0 THEN {keen} ELSE {player('n')} END",
        about="'game:' || n", at="now() - interval '30 days' * random()", push_due_at="NULL",
        read_at="CASE WHEN n % 3 > 0 THEN now() END", waits_for_mail="FALSE",
    )  # fmt: skip
    by = f"CASE WHEN n <= {FOLLOWED} THEN {keen} ELSE {player('n')} END"
    of = f"CASE WHEN n > {FOLLOWED} AND n % 10 = 0 THEN {keen} ELSE {player('n + 1')} END"
    yield more(Follow, many - 2, "SELECT", by_id=by, followed_id=of, at=LONG_AGO, told_at="NULL")
    yield more(Block, many - 2, "SELECT", by_id=player("n"), blocked_id=player("n + 1"))
    engine = {"engine": "'an engine'", "version": "'v' || n", "source": "''", "since": LONG_AGO}
    both = {"account_id": player("n * 50 + 7"), "owner_id": player("n * 50 + 8")}
    yield more(BotAccount, many // 50, "SELECT", **both, **engine, version_since=LONG_AGO)
    of_bots = "SELECT account_id FROM bot_accounts_botaccount"
    yield f"UPDATE game_player SET is_api_bot = TRUE WHERE id IN ({of_bots})"


def event_plan_sql(size: DatasetSize) -> str:
    """Return SQL for the plan of all events, three years of them, and of their tables."""
    begun = size.games - max(10, size.games // 100)
    over = "SELECT id, row_number() OVER () - 1 AS k, count(*) OVER () FROM events_event WHERE state = 'over'"
    return f"""
        CREATE UNLOGGED TABLE event_plan AS
            SELECT n, substr(md5('event' || n), 1, 12) AS id, over.id AS template_id,
                now() + interval '1 day' * CASE
                    WHEN n > {begun} THEN 60.0 * (n - {begun}) / {size.games - begun}
                    ELSE 1000.0 * (n - {size.games}) / {size.games} END AS begun
            FROM generate_series(1, {size.games}) AS n JOIN ({over}) AS over ON k = n / 10 % count;
        CREATE UNLOGGED TABLE table_plan AS
            SELECT n, begun, game_id AS template_id, {TABLE_ID} AS id
            FROM event_plan AS plan JOIN events_pairing AS last ON event_id = template_id WHERE {WITH_TABLES};
        ANALYZE event_plan, table_plan;
    """
