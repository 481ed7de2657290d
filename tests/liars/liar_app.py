"""The site as a liar runs it: its pages are the true ones, and its tables lie as LIE says."""

import os
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from common.formats.json import Json
from cribbage_site.asgi import application
from game.consumers.table import TableConsumer
from game.engine import play
from game.engine.cards import Card
from game.engine.scoring import score_hand
from game.engine.state import Seat, State
from game.lobby import matchmaking
from game.models import Game
from game.table.shuffle.fairness import Fairness
from game.table.shuffle.receipts import Receipts
from game.table.table import Table
from game.wire.messages import Commit, Message, Reveal
from rng import entropy
from rng.commitment import seat_commitment
from rng.deal import deal_six

TRIES = 30
true_to_json = Fairness.to_json
true_handle = TableConsumer.handle_at_table
true_cut = play._cut
true_open_game = matchmaking.open_game


def reveal_first() -> None:
    """A: keeps its own commitment back, and asks for the secret all the same."""

    def to_json(self: Fairness, seat: Seat | None, state: State) -> Json:
        shown = true_to_json(self, seat, state)
        if seat is Seat.A and self.row.commitments[0] and not self.row.secrets[0]:
            return shown | {
                "commitments": [self.row.commitments[0], None],
                "secrets": [None, None],
                "must": "reveal",
            }
        hidden = {"commitments": [self.row.commitments[0] or None, None]}
        return shown if all(self.row.secrets) else shown | hidden

    Fairness.to_json = to_json  # type: ignore[method-assign]


def take_the_seat() -> None:
    """B: commits in the player's place to a secret that favours the bot, and asks for nothing."""

    async def handle(self: TableConsumer, table: Table, message: Message) -> None:
        if isinstance(message, Commit):
            secret = best_for_the_bot(table)
            await table.commit(Seat.A, seat_commitment(table.id, Seat.A, secret).hex())
            await true_handle(self, table, Reveal(secret.hex()))
        else:
            await true_handle(self, table, message)

    TableConsumer.handle_at_table = handle  # type: ignore[method-assign]


def swap_the_links() -> None:
    """Takes the commitment of a link's owner, and begins the game with another, whose secret it knows."""

    def open_swapped(game_id: str, *args: Any) -> Game:
        *settings, commitment = args
        own = seat_commitment(game_id, Seat.A, bytes(32)).hex()
        return true_open_game(game_id, *settings, own if commitment else "")

    matchmaking.open_game = open_swapped


def best_for_the_bot(table: Table) -> bytes:
    """Of some secrets the one by which the bot gains most: knowing both parts it chooses the deck."""
    fairness = table.commitments.fairness
    bots = fairness.row.server_secrets.bot_seat

    def gain(secret: bytes) -> int:
        commitments = (seat_commitment(table.id, Seat.A, secret).hex(), fairness.row.commitments[1])
        row = replace(fairness.row, commitments=commitments, secrets=(secret.hex(), bots.hex()))
        decks = Fairness(row, fairness.chain)
        one, other = decks.deck(0)[:2]
        dealt = deal_six(decks.deck(1))
        bots_six, mine = (dealt.pone, dealt.dealer) if one >> 2 < other >> 2 else (dealt.dealer, dealt.pone)
        return most(bots_six) - most(mine)

    return max((entropy.secret() for _ in range(TRIES)), key=gain)


def most(six: tuple[Card, ...]) -> int:
    return score_hand(six[:4], six[4]).total


def skip_a_link() -> None:
    """C: never shows its part of the first deal, whose decks it may have chosen."""
    _change(lambda shown: shown | {"links": {d: link for d, link in shown["links"].items() if d != "1"}})


def leave_the_tip_out() -> None:
    """D: shows the tip once all secrets are known, so that it can choose the chain as well."""
    _change(lambda shown: shown if all(shown["secrets"]) else shown | {"tip": None})


def let_the_higher_card_deal() -> None:
    """F: the wrong seat deals first."""

    def cut(state: State, deck: tuple[Card, ...], events: Any) -> State:
        after = true_cut(state, deck, events)
        return after if after.dealer is None else after.replace(dealer=after.dealer.other)

    play._cut = cut


def sign_two_commitments() -> None:
    """Signs one commitment of the bot's, and when it knows the player's secret another, over all again."""
    true_receipts = Receipts.to_json

    def to_json(self: Receipts, seat: Seat, since: int = 0) -> Json:
        shown = true_receipts(self, seat, since)
        receipts = self._by_seat[seat]
        if len(receipts) <= 2 or since > 2:
            return shown
        other = re.sub(r"(?m)^c1 .*$", f"c1 {'0' * 64}", receipts._texts[1])
        return shown | {"since": 1, "notes": [receipts._signer.sign(other), *receipts.notes(2)]}

    Receipts.to_json = to_json  # type: ignore[method-assign]


def _change(change: Callable[[Json], Json]) -> None:
    Fairness.to_json = lambda self, seat, state: change(true_to_json(self, seat, state))  # type: ignore[method-assign]


LIES: dict[str, Callable[[], None]] = {
    "A": reveal_first,
    "B": take_the_seat,
    "C": skip_a_link,
    "D": leave_the_tip_out,
    "link": swap_the_links,
    "F": let_the_higher_card_deal,
    "two commitments": sign_two_commitments,
}
LIES[os.environ["LIE"]]()

__all__ = ["application"]
