"""A dishonest site: its pages are the real ones, and its tables lie as LIE says."""

import os
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any, cast

from msgspec import structs

from common import clock
from common.formats.signed_note import Signer
from cribbage_site.asgi import application
from game.accounts.guests import create_guest
from game.consumers.table import TableConsumer
from game.engine import play
from game.engine.cards import Card
from game.engine.moves import Claim, Move, Play, Resign, Throw
from game.engine.scoring import score_hand
from game.engine.state import Rules, Seat, State
from game.engine.view import view
from game.lobby import matchmaking
from game.models import Game, Player
from game.shared_decks.models import Round
from game.shared_rounds import announcing
from game.shared_rounds.rounds import fill_round, open_game_of_round, open_round, open_round_of_game
from game.table import opening
from game.table.record.round_of_game import load_round_decks
from game.table.record.steps import Answer
from game.table.shuffle import receipts
from game.table.shuffle.fairness import Fairness
from game.table.shuffle.receipts import Receipts
from game.table.shuffle.seat_signatures import SeatSignatures
from game.table.table import Table
from game.wire.frames import Fair, ReceiptsFrame
from game.wire.messages import Commit, Message, Reveal
from rng import entropy
from rng.commitment import seat_commitment
from rng.deal import deal_six
from tests.worlds.same_cards import create_played_game

TRIES = 30
true_to_json = Fairness.to_json
true_handle = TableConsumer.handle_at_table
true_cut = play._cut
true_open_game = matchmaking.open_game
true_act = Table.act


def reveal_first() -> None:
    """A: keeps its own commitment back, and asks for the secret all the same."""

    def keep_back(shown: Fair, seat: Seat | None) -> Fair:
        if all(shown.secrets):
            return shown
        hidden = structs.replace(shown, commitments=(shown.commitments[0], None))
        if seat is Seat.A and shown.commitments[0] and not shown.secrets[0]:
            return structs.replace(hidden, secrets=(None, None), must="reveal")
        return hidden

    _change(keep_back)


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
        *settings, commitment, because = args
        own = seat_commitment(game_id, Seat.A, bytes(32)).hex()
        return true_open_game(game_id, *settings, own if commitment else "", because)

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
    _change(lambda shown, _: structs.replace(shown, links={d: x for d, x in shown.links.items() if d != "1"}))


def leave_the_tip_out() -> None:
    """D: shows the tip once all secrets are known, so that it can choose the chain as well."""
    _change(lambda shown, _: shown if all(shown.secrets) else structs.replace(shown, tip=cast(Any, None)))


def let_the_higher_card_deal() -> None:
    """F: the wrong seat deals first."""

    def cut(state: State, deck: tuple[Card, ...], events: Any) -> State:
        after = true_cut(state, deck, events)
        return after if after.dealer is None else after.replace(dealer=after.dealer.other)

    play._cut = cut


def name_the_first_dealer() -> None:
    """Names the bot in a new game, as if it were the rematch of a game that the player never played."""

    def open_named(game_id: str, players: tuple[Player, Player], rules: Rules, *args: Any) -> Game:
        *settings, _ = args
        because = {"rematch_of": create_played_game(create_guest(), players[1].brain, rules).pk}
        return true_open_game(game_id, players, replace(rules, first_dealer=Seat.B), *settings, because)

    matchmaking.open_game = open_named


def let_the_winner_deal() -> None:
    """Names the winner of the game before in a rematch."""

    def open_named(game_id: str, players: tuple[Player, Player], rules: Rules, *settings: Any) -> Game:
        first = rules.first_dealer
        other = replace(rules, first_dealer=None if first is None else first.other)
        return true_open_game(game_id, players, other, *settings)

    matchmaking.open_game = open_named


def sign_two_commitments() -> None:
    """Signs one commitment of the bot's, and when it knows the player's secret another, over all again."""
    true_receipts = Receipts.to_json

    def to_json(self: Receipts, seat: Seat, since: int = 0) -> ReceiptsFrame:
        shown = true_receipts(self, seat, since)
        receipts = self._by_seat[seat]
        if len(receipts) <= 2 or since > 2:
            return shown
        other = re.sub(r"(?m)^c1 .*$", f"c1 {'0' * 64}", next(receipts._texts(1)))
        return ReceiptsFrame(1, [receipts._signer.sign(other), *receipts.notes(2)])

    Receipts.to_json = to_json  # type: ignore[method-assign]


def deal_the_cards_of_a_made_up_game() -> None:
    """Opens a game with a bot from the cards of another game, of which it played both seats itself."""

    def open_same(game_id: str, players: tuple[Player, Player], rules: Rules, *_: Any) -> Game:
        first = create_played_game(create_guest(), players[1].brain, rules)
        round_ = open_round_of_game(first.pk, clock.now() + timedelta(days=7))
        return _open_at(round_, players, rules)

    matchmaking.open_game = open_same


def deal_from_a_made_up_set() -> None:
    """Opens a game with a bot from decks in which no player has a part."""

    def open_shared(game_id: str, players: tuple[Player, Player], rules: Rules, *_: Any) -> Game:
        decks = announcing.announce({"rules": {"target": rules.target}}, rounds=1)
        announcing.start_collecting(decks.pk)
        announcing.fix_root(decks.pk)
        return _open_at(open_round(decks.pk, 1), players, rules)

    matchmaking.open_game = open_shared


def _open_at(round_: Round, players: tuple[Player, Player], rules: Rules) -> Game:
    game = open_game_of_round(load_round_decks(round_.pk), players, target=rules.target)
    fill_round(round_.pk)
    return game


def sign_with_a_throwaway_key() -> None:
    """Signs a game with a key that it makes for it, and can deny later."""
    throwaway = Signer("127.0.0.1:80", entropy.secret())
    opening.newest_signer = lambda name: throwaway  # type: ignore[attr-defined,assignment]
    receipts.find_signer = lambda key: throwaway  # type: ignore[attr-defined]


def make_other_moves(kind: str, change: Callable[[Table, Move], Move]) -> None:
    """Puts another move of a kind on record than the player sent, and acknowledges it."""

    async def act(self: Table, seat: Seat, ply: int, move: Move, signature: str = "") -> Answer:
        exchanged = change(self, move) if signature and type(move).__name__ == kind else move
        return await true_act(self, seat, ply, exchanged, signature)

    Table.act = act  # type: ignore[method-assign]
    SeatSignatures.fits = lambda self, step, signature: True  # type: ignore[method-assign]


def play_another_card(table: Table, move: Move) -> Move:
    playable = view(table.state, Seat.A).playable
    return next((Play(card) for card in playable if Play(card) != move), move)


def claim_another_count(table: Table, move: Move) -> Move:
    return Claim(0) if move != Claim(0) else Claim(1)


def give_up_for_the_player() -> None:
    """Resigns in the player's name as soon as they have thrown."""

    async def act(self: Table, seat: Seat, ply: int, move: Move, signature: str = "") -> Answer:
        answer = await true_act(self, seat, ply, move, signature)
        if signature and isinstance(move, Throw):
            self.signatures.is_unsigned = lambda step, signature: False  # type: ignore[method-assign]
            await true_act(self, seat, self.ply, Resign())
        return answer

    Table.act = act  # type: ignore[method-assign]


def _change(change: Callable[[Fair, Seat | None], Fair]) -> None:
    """Change what a table shows of its shuffle. A seat's part depends on whom it is shown to."""

    def to_json(self: Fairness, seat: Seat | None, state: State, begin_in_ms: int | None = None) -> Fair:
        return change(true_to_json(self, seat, state, begin_in_ms), seat)

    Fairness.to_json = to_json  # type: ignore[method-assign]


LIES: dict[str, Callable[[], None]] = {
    "A": reveal_first,
    "B": take_the_seat,
    "C": skip_a_link,
    "D": leave_the_tip_out,
    "link": swap_the_links,
    "F": let_the_higher_card_deal,
    "first": name_the_first_dealer,
    "winner": let_the_winner_deal,
    "two commitments": sign_two_commitments,
    "moves": lambda: make_other_moves("Play", play_another_card),
    "claim": lambda: make_other_moves("Claim", claim_another_count),
    "resign": give_up_for_the_player,
    "key": sign_with_a_throwaway_key,
    "same": deal_the_cards_of_a_made_up_game,
    "shared": deal_from_a_made_up_set,
}
LIES[os.environ["LIE"]]()

__all__ = ["application"]
