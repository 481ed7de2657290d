"""An account that exports and deletes itself after using every feature."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from bench.chaos.database import query
from common.personal_data import sections
from cribbage_site.tests.server_process import Server
from tests.worlds.busy_account import MARK, OTHERS_REPORT, BusyAccount
from tests.worlds.lobby import connect_lobby
from tests.worlds.scripted_player import PASSWORD, connect_two_players

pytestmark = [pytest.mark.rows, pytest.mark.slow]

PATIENCE_SECONDS = 60
# Sections of the export in which a player without these has nothing.
EMPTY = {
    "of a host": {
        "changed_in_the_admin", "rulings_made", "rulings_on_clubs_made", "signs_looked_at",
        "decisions_on_engines_made", "decisions_on_apps_made", "bots_pinned",
    },
    "of a player about whom a host or another director decided": {
        "rulings_about_me", "appeals", "directed_about_me", "suspensions_from_events", "signs",
        "decisions_on_own_apps",
    },
    "of a player at one of several tables with the same cards": {"games_whose_cards_are_still_played"},
    "of a player who is allowing an app at this moment": {"app_codes"},
    "of a site that tells apps who a player is": {"app_identities"},
    "of a bot": {"is_a_bot_of", "trials_of_this_bot"},
    "written hours, days or months later": {
        "mail_of_moves", "mail_of_notices", "forgotten_games", "seasons_won", "titles",
    },
    "of a server with a daily game": {"dailies", "months_of_dailies"},
    "of a player whose rated games were not all against newcomers": {"strength"},
    "of a player from whose address another visitor asked the lab": {"advice_asked_next_to_my_games"},
}  # fmt: skip
# Columns that keep words of a deleted player, as docs/explanation/security.md explains.
STAYS = {
    "rng_doubt.says": "A doubt about a deal.",
    "rng_doubt.evidence": "A doubt about a deal.",
    "clubs_club.name": "The name of a club.",
    "events_event.reason": "It has the name of the club that closed.",
}


def test_an_account_exports_and_deletes_itself_after_using_every_feature(own_server: Server) -> None:
    person = BusyAccount(own_server)
    person.sign_up()
    asyncio.run(person.play())
    person.study()
    person.meet_people()
    person.set_up_a_club()
    person.build()
    person.change_settings()
    asyncio.run(export_and_delete_at_a_table(person))
    check_that_nothing_is_left(person)
    check_the_opponents_games(person)


async def export_and_delete_at_a_table(person: BusyAccount) -> None:
    """Export and delete the account while its player is at a table, whose game the opponent then wins."""
    async with (
        asyncio.timeout(PATIENCE_SECONDS),
        connect_two_players(person.me, person.other) as (mine, others),
        connect_lobby(person.me) as lobby,
    ):
        await asyncio.gather(mine.play_to_deal(2), others.play_to_deal(2))  # an earlier end is void
        await asyncio.to_thread(check_the_export, person)
        found = columns_with(person, *person.texts)
        assert {"rng_doubt.says", "game_chat.text", "events_event.title"} <= found
        await asyncio.to_thread(person.submit, "/accounts/delete/", password=PASSWORD)
        await asyncio.gather(mine.socket.wait_closed(), lobby.socket.wait_closed())
        while others.view.get("phase") != "over":
            await others.receive()
        assert others.view["winner"] == others.you


def check_the_export(person: BusyAccount) -> None:
    status, file = person.me.get("/accounts/download/")
    assert status == 200
    kept: dict[str, Any] = json.loads(file)
    empty = {name for name in sections if not kept[name]}
    assert empty == set().union(*EMPTY.values())
    whole = json.dumps(kept)
    assert [text for text in (*person.texts, person.address) if text not in whole] == []
    assert [text for text in (person.others_address, OTHERS_REPORT) if text in whole] == []


def check_that_nothing_is_left(person: BusyAccount) -> None:
    left = columns_with(person, MARK, person.name, person.address)
    assert left == {*STAYS}
    assert columns_with(person, person.others_name) >= {"game_player.username"}


def check_the_opponents_games(person: BusyAccount) -> None:
    """The opponent's games, replays and results name the player who left by their new name."""
    for path in (f"/game/{person.game}", f"/api/games/{person.game}/replay", f"/@{person.others_name}"):
        status, page = person.other.get(path)
        assert status == 200
        assert "Deleted-" in page, path
        assert person.name not in page
    finished = json.loads(person.other.get("/accounts/download/")[1])["finished_games"]
    (game,) = [game for game in finished if game["id"] == person.game]
    assert game["winner"] is not None
    assert game["player_a"].startswith("Deleted-")


def columns_with(person: BusyAccount, *texts: str) -> set[str]:
    """Return the columns of the database, but for sessions, that contain one of the texts in either case."""
    sought = [text.lower() for text in texts]
    return {
        f"{table}.{column}"
        for table, row in rows_of(person.server)
        for column, value in row.items()
        if any(text in str(value).lower() for text in sought)
    }


def rows_of(server: Server) -> Iterator[tuple[str, dict[str, Any]]]:
    listed = "SELECT name FROM sqlite_master WHERE type = 'table'"
    if server.environment.get("DATABASE_URL"):
        listed = "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'"
    for table in sorted(row["name"] for row in query(server.environment, listed)):
        if table != "django_session":
            yield from ((table, row) for row in query(server.environment, f"SELECT * FROM {table}"))
