"""Receipts sign the values that a seat was shown. Every process builds the same bytes."""

import asyncio
from collections.abc import Awaitable, Callable
from hashlib import sha256
from typing import Any

import pytest

from common.formats.signed_note import Signer, open_note, parse_verifier_key
from game.accounts.guests import create_guest
from game.engine.cards import texts
from game.engine.moves import Resign
from game.engine.state import Rules
from game.engine.transcript import header
from game.models import Game
from game.table import bot_accounts
from game.table.record.ledger import Ledger
from game.table.table import Table
from tests.worlds.tables import (
    A,
    B,
    RecordingWatcher,
    both_throw,
    create_game,
    load_table,
    play_to_end,
    update_row,
)

SHORT = Rules(target=61)


def at_table(game: Game, ledger: Ledger, *doings: Callable[[Table], Awaitable[Any]]) -> Table:
    """Run these actions at the table of a game and return the table."""

    async def do() -> Table:
        table = await load_table(game.pk, ledger)
        for doing in doings:
            await doing(table)
        return table

    return asyncio.run(do())


def deal(table: Table) -> Awaitable[Any]:
    return table.resume()


def texts_of(table: Table, seat: int) -> list[str]:
    """Return the texts of a seat's receipts after verifying each signature with the key in the params."""
    verifier = parse_verifier_key(table.commitments.fairness.params["signer"])
    return [open_note(note, [verifier]) for note in notes_of(table, seat)]


def notes_of(table: Table, seat: int) -> list[str]:
    return table.receipts.to_json((A, B)[seat]).notes


def steps_of(table: Table, seat: int) -> list[str]:
    return [line(text, "step") for text in texts_of(table, seat)]


def line(text: str, name: str) -> str:
    """Return the value after a name in a receipt."""
    return next(row for row in text.splitlines() if row.startswith(f"{name} ")).partition(" ")[2]


def test_a_receipt_names_its_game_and_the_promise(ledger: Ledger):
    game = create_game()
    table = at_table(game, ledger, deal)
    promise, stand, opened, cut, saw = texts_of(table, 1)
    common = ["cribfair/2 receipt", f"game {game.pk}", "seat 1"]
    params, tip = f"params {sha256(game.params.encode()).hexdigest()}", f"tip {game.tip}"
    assert promise.splitlines() == [*common, "step promise", params, tip, "c0 -", "c1 -", "after -"]
    commitments = [f"c0 {game.commitment_a}", f"c1 {game.commitment_b}"]
    after = f"after {sha256(promise.encode()).hexdigest()}"
    assert stand.splitlines() == [*common, "step both-stand", params, tip, *commitments, after]
    assert opened.splitlines()[-2:] == [f"s0 {game.secret_a}", f"s1 {game.secret_b}"]
    assert line(cut, "step") == "shown 0"
    assert line(cut, "link") == table.commitments.fairness.chain.link(0).hex()
    assert line(saw, "dealt") == " ".join(texts(table.state.dealt[1]))
    assert line(saw, "dealer") == str(int(table.state.dealer or 0))


def test_each_receipt_names_the_one_before(ledger: Ledger):
    shown = texts_of(at_table(create_game(rules=SHORT), ledger, deal, play_to_end), 0)
    hashes = [sha256(text.encode()).hexdigest() for text in shown]
    assert [line(text, "after") for text in shown] == ["-", *hashes[:-1]]


def test_a_whole_game_has_a_receipt_for_every_step_in_order(ledger: Ledger):
    table = at_table(create_game(rules=SHORT), ledger, deal, play_to_end)
    deals = [step for d in range(1, table.state.deal + 1) for step in (f"saw {d}", f"shown {d}")]
    expected = ["promise", "both-stand", "opened", "shown 0", *deals, "over"]
    assert steps_of(table, 0) == steps_of(table, 1) == expected
    over = texts_of(table, 0)[-1]
    record = " ".join((header(table.state.rules), *table.state.record))
    assert line(over, "line") == sha256(record.encode()).hexdigest()
    assert line(over, "winner") == str(int(table.state.winner or 0))
    assert line(over, "ended") == "played"


def test_the_receipt_of_a_deal_has_its_link_and_every_move(ledger: Ledger):
    table = at_table(create_game(rules=SHORT), ledger, deal, play_to_end)
    shown = next(text for text in texts_of(table, 0) if line(text, "step") == "shown 2")
    record = table.state.record
    moves = record[record.index("#2") + 1 : record.index("#3") if "#3" in record else None]
    assert line(shown, "moves").split() == list(moves)
    assert line(shown, "link") == table.commitments.fairness.chain.link(2).hex()


def test_a_seats_receipts_hold_no_card_of_the_other_seat_before_it_is_shown(ledger: Ledger):
    table = at_table(create_game(), ledger, deal, both_throw)
    saw = texts_of(table, 0)[-1]
    assert line(saw, "step") == "saw 1"
    assert not [card for card in texts(table.state.dealt[1]) if card in saw]


def test_another_process_makes_the_same_receipts_to_the_byte(ledger: Ledger):
    game = create_game(rules=SHORT)
    other = at_table(game, ledger)
    one = at_table(game, ledger, deal, both_throw, play_to_end)
    asyncio.run(_refresh(other))
    late = at_table(game, ledger)
    for seat in (A, B):
        assert notes_of(other, seat) == notes_of(late, seat) == notes_of(one, seat) != []


def test_a_receipt_is_signed_once(ledger: Ledger, monkeypatch: pytest.MonkeyPatch):
    table = at_table(create_game(rules=SHORT), ledger, deal, both_throw, play_to_end)
    notes = notes_of(table, 0)
    monkeypatch.delattr(Signer, "sign_bytes")
    assert notes_of(table, 0) == notes
    assert table.receipts.to_json(A, since=3).notes == notes[3:]


async def _refresh(table: Table) -> None:
    await table.refresh()


def test_a_resigned_game_has_receipts_for_the_moves_played(ledger: Ledger):
    table = at_table(create_game(), ledger, deal, lambda table: table.act(A, table.ply, Resign()))
    assert steps_of(table, 1)[-3:] == ["saw 1", "shown 1", "over"]
    shown, over = texts_of(table, 1)[-2:]
    assert line(shown, "moves") == "a-resign"
    assert (line(over, "ended"), line(over, "winner")) == ("resigned", "1")


def test_a_game_that_never_began_has_a_promise_and_an_end(ledger: Ledger):
    game = create_game("quick", begun=False)
    update_row(game.pk, deadline=1)
    table = at_table(game, ledger, Table.call_time)
    assert steps_of(table, 0) == ["promise", "over"]
    assert line(texts_of(table, 0)[-1], "winner") == "-"


def test_connected_seats_get_receipts_live_and_watchers_get_none(ledger: Ledger):
    seated, watching = RecordingWatcher(A), RecordingWatcher()

    async def join(table: Table) -> None:
        table.join(seated)
        table.join(watching)

    table = at_table(create_game(), ledger, join, deal, both_throw)
    assert seated.kinds().count("receipts") == 1
    assert "receipts" not in watching.kinds()
    assert len(notes_of(table, 0)) == 5


def test_a_bot_gets_none_and_its_opponent_does(ledger: Ledger):
    players = create_guest(), bot_accounts.get_or_create_account("novice")
    table = at_table(create_game(players=players), ledger)
    assert notes_of(table, 1) == []
    assert steps_of(table, 0)[0] == "promise"


def test_a_game_without_its_signing_key_continues_without_receipts_and_is_logged(
    ledger: Ledger, settings: Any, caplog: pytest.LogCaptureFixture
):
    game = create_game()
    settings.SIGNING_KEYS = ["another"]
    table = at_table(game, ledger, deal)
    assert notes_of(table, 0) == []
    assert len([said for said in caplog.messages if game.pk in said and "key" in said]) == 1
    assert table.state.deal == 1
