"""Fourteen players enter a duplicate night; one of them comes to no table, and open boards stay hidden."""

import asyncio
import json
import re
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from csv import DictReader
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import pytest

from bench.chaos.database import query, set_deadline
from bench.events.browser import Answer, try_get
from bench.events.crowd import Wanted
from cribbage_site.tests.server_process import Server
from tests.worlds.entrants import Entrants
from tests.worlds.evenings import (
    STRANGER,
    Transcript,
    check_record,
    fill,
    load_transcripts,
    read_json,
    set_times,
    until,
    verify_all,
)
from tests.worlds.live_evening import play_until_over

pytestmark = pytest.mark.slow

ROUNDS, PLAYERS = 2, 14  # more than twelve are paired by a worker process
OTHER_TABLES = PLAYERS // 2 - 1
A_CARD = re.compile(rb'"(?:10|[A23456789TJQK])[CDHS]"')
OF_EVENT = ("", "/pairings", "/boards", "/boards.csv", "/results.csv", "/pairings.csv", "/standings.csv")
OF_GAME = ("", "/deals", "/luck", "/crib")

Answers = Mapping[str, Answer]


class OpenBoard:
    """The first round, which stays open while one table waits for a player."""

    def __init__(self, server: Server, event: str) -> None:
        self.server, self.event = server, event

    def find_done(self) -> list[str]:
        """The games that have ended, once these are all that both players came to."""
        sql = "SELECT game_id FROM events_pairing WHERE ending = 'played'"
        done = [row["game_id"] for row in query(self.server.environment, sql)]
        return done if len(done) == OTHER_TABLES else []

    def find_waiting(self) -> str | None:
        """The game at which one player has committed and the other has not come."""
        sql = """
            SELECT game_id FROM events_pairing JOIN game_game ON game_game.id = game_id
            WHERE ending = '' AND (commitment_a = '') <> (commitment_b = '')
        """
        return next((str(row["game_id"]) for row in query(self.server.environment, sql)), None)

    async def look(self, done: Sequence[str], cookies: str) -> Answers:
        """Open everything that could show the round."""
        event, game = self.event, done[0]
        paths = [f"/events/{event}{part}" for part in OF_EVENT]
        paths += [f"/api/events/{event}{part}" for part in OF_EVENT[:3]]
        paths += [f"/game/{game}{part}" for part in OF_GAME]
        paths += [f"/api/games/{game}/{part}" for part in ("transcript", "review", "coach", "replay")]
        return {path: await try_get(self.server.port, path, cookies) for path in paths}

    async def look_and_close(self, cookies: Sequence[str]) -> list[Answers]:
        """Look at the round with each of these cookies; then let the time of the absent player run out."""
        done = await until(self.find_done)
        waiting = await until(self.find_waiting)
        seen = [await self.look(done, own) for own in cookies]
        assert waiting
        assert set_deadline(self.server.environment, waiting, int(time.time() * 1000))
        return seen


async def play_night(server: Server, event: str, entrants: Entrants) -> list[Answers]:
    """Have all enter, and all but the last one play."""
    await entrants.enter_and_commit(event)
    set_times(server, event, starts_at=datetime.now(UTC))
    *coming, _absent = entrants.cookies
    _, _, seen = await asyncio.gather(
        entrants.reveal_when_asked(),
        play_until_over([server.port], event, coming),
        OpenBoard(server, event).look_and_close([coming[0], coming[-1], STRANGER]),
    )
    return seen


def check_hidden(seen: Answers, event: str, board: Sequence[Transcript]) -> None:
    """Check that no answer has a card, a move or a result of the board."""
    for path, answer in seen.items():
        assert not A_CARD.search(answer.text), path
        assert (answer.status == 200) is path.startswith(("/events/", "/api/events/")), path
        assert not [one.game for one in board if shows(answer.text.decode(), one)], path
    assert seen[f"/events/{event}/boards.csv"].text.count(b"\n") == 1  # the names of the columns
    assert json.loads(seen[f"/api/events/{event}/boards"].text)["boards"] == []
    lines = json.loads(seen[f"/api/events/{event}"].text)["standings"]
    assert {(line["games"], line["points"], line["spread"], line["x"]) for line in lines} == {(0, 0, 0, 0)}
    results = DictReader(seen[f"/events/{event}/results.csv"].text.decode().splitlines())
    told = [(row["ending"], row["winner"], row["score_first"], row["score_second"]) for row in results]
    assert sorted(told) == [*[("hidden", "", "0", "0")] * OTHER_TABLES, ("live", "", "0", "0")]


def shows(text: str, transcript: Transcript) -> bool:
    """Whether a text has the moves of a game, the keys of its decks, or both scores side by side."""
    secrets = [transcript.content["line"], *(deal["key"] for deal in transcript.content["deals"])]
    one, other = transcript.scores
    scores = rf"\b({one}\W{{1,9}}{other}|{other}\W{{1,9}}{one})\b"
    return any(secret in text for secret in secrets) or re.search(scores, text) is not None


class Total(NamedTuple):
    """The sum of a player's x, and of their margins."""

    x: Fraction = Fraction(0)
    margin: int = 0


def compute_totals(boards: Sequence[Sequence[Transcript]]) -> dict[str, Total]:
    """Compare the points of each player with the mean of the others in the same seat."""
    own: dict[str, list[Fraction]] = defaultdict(list)
    margins: dict[str, int] = defaultdict(int)
    walkovers: list[str] = []
    for board in boards:
        for place in (0, 1):
            points = {game.names[place]: game.points(place) for game in board if game.was_played}
            for name, brings in points.items():
                own[name].append(brings - Fraction(sum(points.values()) - brings, len(points) - 1))
            for game in board:
                name = game.names[place]
                if game.was_played:
                    margins[name] += max(-60, min(60, game.spread(place)))
                elif name == game.absent:
                    own[name].append(-Fraction(sum(points.values()), len(points)))
                else:
                    walkovers.append(name)
    gifts = {name: max(Fraction(0), sum(own[name], Fraction(0)) / len(own[name])) for name in walkovers}
    return {name: Total(sum(x, gifts.get(name, Fraction(0))), margins[name]) for name, x in own.items()}


def places(totals: Mapping[str, Total]) -> dict[str, int]:
    return {name: 1 + sum(other > own for other in totals.values()) for name, own in totals.items()}


def test_night_of_fourteen_players_follows_from_its_transcripts(own_server: Server, tmp_path: Path):
    made = fill(own_server, Wanted(players=PLAYERS, games=ROUNDS, starts_in=600, kind="duplicate"))
    event, absent = made["event"], made["names"][-1]
    page = asyncio.run(read_json(own_server, f"/api/events/{event}"))
    entrants = Entrants(own_server.port, page["decks"], made["cookies"])
    seen = asyncio.run(play_night(own_server, event, entrants))
    page = asyncio.run(read_json(own_server, f"/api/events/{event}"))
    games = asyncio.run(load_transcripts(own_server, event))
    boards = [[game for game in games if game.round == number] for number in (1, 2)]

    for answers in seen:
        check_hidden(answers, event, [game for game in boards[0] if game.was_played])
    assert [len(board) for board in boards] == [OTHER_TABLES + 1, OTHER_TABLES]
    assert [game.absent for game in games if not game.was_played] == [absent]
    assert len({frozenset(game.names) for game in games}) == len(games)

    expected = compute_totals(boards)
    sql = "SELECT username, x FROM events_entry JOIN game_player ON game_player.id = player_id"
    stored = {row["username"]: Fraction(row["x"]) for row in query(own_server.environment, sql)}
    assert stored == {name: total.x for name, total in expected.items()}
    assert {line["name"]: line["place"] for line in page["standings"]} == places(expected)

    record = asyncio.run(read_json(own_server, f"/api/decks/{page['decks']}/record"))
    assert len([one for one in record["entrants"] if one["secret"]]) == PLAYERS
    asyncio.run(verify_all(own_server, tmp_path, games, page["decks"]))
    assert "a worker could not pair" not in own_server.log.read_text()
    check_record(own_server)
