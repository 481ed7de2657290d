"""`manage.py rethink` replays the bot of a finished game and detects a changed move."""

import asyncio
import json
import re
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from game.accounts.guests import create_guest
from game.decisions.stream import decision_stream
from game.engine.moves import Resign
from game.engine.state import Rules, Seat
from game.engine.view import seats_to_move
from game.models import Game
from game.table.record import ledger as ledgers
from game.table.record.ledger import Ledger
from game.table.shuffle.fairness import replay_row
from tests.worlds.bot_games import open_bot_game
from tests.worlds.tables import create_game, load_dealt_table, plain_move, secrets_of, update_row

pytestmark = pytest.mark.django_db(transaction=True)

ME, BOT = Seat.A, Seat.B


def asked(game_id: str) -> tuple[int, dict[str, Any], str]:
    """Return the exit status, the JSON output and the text output."""
    out, plain, status = StringIO(), StringIO(), 0
    for options, said in ((["--json"], out), ([], plain)):
        try:
            call_command("rethink", game_id, *options, stdout=said)
        except SystemExit as left:
            status = int(left.code or 0)
    return status, json.loads(out.getvalue()), plain.getvalue()


def played(ledger: Ledger, *, throws_only: bool = False) -> Game:
    """Return a finished game with Novice to 61, or one that is resigned after both discards."""
    game = open_bot_game(create_guest(), "novice", Rules(61, first_dealer=BOT))
    update_row(game.pk, **secrets_of(game.pk))

    async def play() -> None:
        table = await load_dealt_table(game.pk, ledger)
        while not table.state.is_over:
            if throws_only and table.state.turn is ME:
                await table.act(ME, table.ply, Resign())
            elif ME in seats_to_move(table.state):
                await table.act(ME, table.ply, plain_move(table.state, ME))
            await table.bots[0].thinking_task

    asyncio.run(play())
    return Game.objects.get(pk=game.pk)


def test_replay_repeats_every_move_of_a_bot(ledger: Ledger):
    game = played(ledger)
    status, told, said = asked(game.pk)
    moves = told["moves"]
    assert (status, told["differ"], told["same"]) == (0, 0, len(moves))
    assert {move["seat"] for move in moves} == {BOT}
    of_the_bot = re.findall(r" b(?:[1-6]{2}|[A2-9TJQK][CDHS]|-go)(?= |$)", f" {game.transcript}")
    assert len(moves) == len(of_the_bot) > 5
    assert said.startswith(f"{len(moves)} of {len(moves)} moves are the same.")
    secret = ledgers.load_row(game.pk).server_secrets.bot_stream.hex()
    assert told["stream"] == secret
    assert secret in said


def test_the_order_of_discards_does_not_change_a_bots_random_choices(ledger: Ledger):
    # Regression: the bot chose its discard before the player's, but the record has it second.
    row = ledgers.load_row(played(ledger, throws_only=True).pk)
    dealt, threw, both = [step.state for step in replay_row(row)[:3]]
    drawn = [
        decision_stream(row.server_secrets.bot_stream, row.id, state).random()
        for state in (dealt, threw, both)
    ]
    assert drawn[0] == drawn[1] != drawn[2]


def test_a_move_that_was_altered_is_found(ledger: Ledger):
    game = played(ledger, throws_only=True)
    [throw] = re.findall(r"\bb[1-6]{2}\b", game.transcript)
    other = "b13" if throw != "b13" else "b24"
    update_row(game.pk, transcript=game.transcript.replace(throw, other))
    status, told, said = asked(game.pk)
    assert (status, told["same"], told["differ"]) == (1, 0, 1)
    [move] = told["moves"]
    assert move["made"] != move["again"]
    assert f"Novice made {move['made']}" in said
    assert f"now {move['again']}" in said


def test_a_bot_that_cannot_be_replayed_is_refused(ledger: Ledger):
    live = open_bot_game(create_guest(), "novice", Rules())
    torn, of_people = played(ledger, throws_only=True), create_game()
    update_row(torn.pk, transcript=f"{torn.transcript} bKC")
    update_row(of_people.pk, finished_at=torn.finished_at)
    for game, why in (
        ("nowhere", "There is no such game"),
        (live.pk, "isn.t over"),
        (of_people.pk, "No bot sat"),
        (torn.pk, "cannot be read"),
    ):
        with pytest.raises(CommandError, match=why) as fault:
            call_command("rethink", game)
        assert fault.value.returncode == 2
