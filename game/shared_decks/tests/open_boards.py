"""A site with open boards, and the data that no visitor may read there."""

import re
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator
from functools import cached_property
from random import Random

from cribbage_site.tests.test_access import Site
from game.engine.cards import Card, english_name, text
from game.engine.events import Counted, CutForDeal, LaidOpen, Played, StarterTurned
from game.engine.moves import Move
from game.engine.play import start
from game.engine.state import Seat
from game.engine.tally import Tally
from game.engine.transcript import parse_transcript
from game.engine.view import seats_to_move
from game.models import Game, Player
from game.shared_decks.models import Round
from game.shared_rounds.rounds import _close_due_rounds, open_round
from game.table.record import ledger
from game.table.record.entries import build_entry, write_entries
from game.table.record.round_of_game import count_deals, load_set_decks
from game.table.record.sealed_secrets import unseal_chain
from game.table.record.steps import Step, update_tally
from game.table.shuffle.fairness import Fairness, build_fairness
from game.table.unasked import find_due_move
from rng import shared_decks
from rng.models import Doubt
from study.same_cards.inviting import invite
from tests.worlds.people import player
from tests.worlds.same_cards import create_played_game, play_out, take_up
from tests.worlds.shared_decks import create_shared_game, create_started_set
from tests.worlds.tables import plain_move

# Such as 5H, and a5H in a transcript.
CODES = re.compile(rb"(?<![0-9A-Za-z_])[ab]?([A2-9TJQK][CDHS])(?![0-9A-Za-z_])")
# A verifier key of the site is random and can end with "+KH".
VERIFIER_KEY = re.compile(rb"\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}")
CARD_OF = {text(card).encode(): card for card in range(52)}
NAMES = {english_name(card).encode(): card for card in range(52)}
SPOKEN = re.compile(b"|".join(NAMES))


def cards_in(body: bytes) -> set[Card]:
    """Return the cards that a text names, as 5H or as the five of hearts."""
    body = VERIFIER_KEY.sub(b"", body)
    return {CARD_OF[code] for code in CODES.findall(body)} | {NAMES[name] for name in SPOKEN.findall(body)}


class OpenBoards:
    """Open rounds: tables of the site's people, live and finished, and a bot's table.

    Also a finished game whose cards one friend has played and another is playing.
    """

    def __init__(self, people: dict[str, Player | None], randomness: Random) -> None:
        self.randomness = randomness
        self.deck_set = create_started_set(rounds=3)
        self.round: Round = open_round(self.deck_set.pk, 1)
        owner, another, guest = (people[name] for name in ("owner", "another", "guest"))
        assert owner is not None
        assert another is not None
        assert guest is not None
        self.seated = [(owner, player("Fred")), (another, player("Gina")), (player("Hal"), player("Ida"))]
        self.guest = guest
        self.games: list[Game] = []
        self.open_tables()
        first = create_played_game(player("Lea"))
        earlier = take_up(invite(first, first.seat_a))
        play_out(earlier.pk, seed=2)
        _close_due_rounds()
        self.invitation = invite(first, first.seat_a)
        self.again = [first, earlier, take_up(self.invitation, guest)]
        self.games.append(self.again[-1])

    @property
    def all(self) -> list[Game]:
        """Return every game with an open board."""
        return [*self.games, *self.again]

    def open_tables(self) -> None:
        """Open one more table for each pair, and one against a bot."""
        self.games += [create_shared_game(self.round, pair, target=61) for pair in self.seated]
        nobody = (self.guest, self.guest)
        self.games.append(create_shared_game(self.round, nobody, bot="novice", target=61))

    def play(self, moves: int) -> None:
        """Make some moves at live tables. Open new tables if there are none."""
        for _ in range(moves):
            live = list(Game.objects.unfinished().filter(pk__in=[game.pk for game in self.games]))
            if not live:
                self.open_tables()
                return
            play_on(self.randomness.choice(live).pk)

    def play_out(self, game_id: str) -> None:
        """Play a game to its end."""
        while play_on(game_id):
            pass

    def doubt(self, game: Game) -> None:
        """Let a browser report a deal. The report names cards."""
        deck = load_deck(game, 1)
        Doubt.objects.create(
            game=game.pk,
            number=1,
            by=game.seat_a,
            at=game.created_at,
            says=f"I was dealt {text(deck[0])}.",
            evidence={"seen": [text(card) for card in deck[:13]]},
        )

    @cached_property
    def secrets(self) -> set[bytes]:
        """Return all encodings of hidden values: secrets, links, keys, the bots' stream, deck prefixes."""
        decks = load_set_decks(self.round.pk)
        rounds, x0 = self.deck_set.rounds, unseal_chain(self.deck_set.sealed, self.deck_set.pk)
        hidden = {x0, decks.bot_stream}
        hidden |= {
            shared_decks.link(self.deck_set.pk, rounds, x0, t, d)
            for t in range(1, rounds + 1)
            for d in range(1, shared_decks.LINKS_A_ROUND + 1)
        }
        hidden |= {decks.key(d) for d in range(1, 30)}
        written = {
            form
            for one in hidden
            for form in (one, one.hex().encode(), b64encode(one), urlsafe_b64encode(one).rstrip(b"="))
        }
        first = self.games[0]
        beginnings = {bytes(load_deck(first, d)[at : at + 6]) for d in range(1, 30) for at in (0, 6)}
        return written | beginnings | self._secrets_of_record

    @cached_property
    def _secrets_of_record(self) -> set[bytes]:
        """Return the recorded values of decks that were public before: as bytes, numbers and keys."""
        fairness, dealt = self._record
        decks = [fairness.deck(number) for number in dealt]
        hidden = {bytes(deck[:12]) for deck in decks}
        hidden |= {",".join(map(str, deck[:12])).encode() for deck in decks}
        secrets = [
            fairness.row.server_secrets.bot_stream,
            *map(fairness.key, dealt),
            *map(fairness.link, dealt),
        ]
        return hidden | {secret.hex().encode() for secret in secrets}

    @cached_property
    def sixes(self) -> set[bytes]:
        """Return the hands on that record as pages write them. A seat that is dealt one may see it."""
        fairness, dealt = self._record
        decks = [fairness.deck(number) for number in dealt]
        return {" ".join(map(text, deck[at:12:2])).encode() for deck in decks for at in (0, 1)}

    @property
    def _record(self) -> tuple[Fairness, range]:
        first = self.again[0]
        return build_fairness(ledger.load_row(first.pk)), range(1, count_deals(first.transcript) + 1)

    def find_secret(self, body: bytes, *, at_own_table: bool = False) -> str | None:
        """Return a secret that a text contains, if any."""
        hidden = self.secrets if at_own_table else self.secrets | self.sixes
        return next((f"the secret {one!r}" for one in hidden if one in body), None)


def load_deck(game: Game, number: int) -> tuple[Card, ...]:
    return build_fairness(ledger.load_row(game.pk)).deck(number)


def play_on(game_id: str) -> bool:
    """Make the next move of a game and all automatic ones after it. Return False if the game is over."""
    row = ledger.load_row(game_id)
    fairness = build_fairness(row)
    steps = fairness.replay_steps()
    state = steps[-1].state if steps else start(parse_transcript(row.transcript)[0])
    if state.is_over:
        return False
    made: list[Step] = []

    def make(seat: Seat | None, move: Move) -> None:
        nonlocal now
        made.append(Step.apply(now, seat, move))
        now = made[-1].state

    now = state
    if not find_due_move(now, fairness.deck, with_seats_moves=False):
        seat = seats_to_move(now)[0]
        make(seat, plain_move(now, seat))
    while due := find_due_move(now, fairness.deck, with_seats_moves=False):
        make(*due)
    entry = build_entry(game_id, state, update_tally(Tally(), steps), made, fairness.deck, is_off_record=True)
    assert write_entries([entry]) == [True]
    return not now.is_over


def seen_at_table(game_id: str, seat: Seat) -> set[Card]:
    """Return every card that a seat was shown at its own table: its own, played, turned and counted cards."""
    seen: set[Card] = set()
    for step in build_fairness(ledger.load_row(game_id)).replay_steps():
        if step.state.deal:
            seen |= {*step.state.dealt[seat]}
        for event in step.events:
            match event:
                case Played(card=card) | StarterTurned(card=card):
                    seen.add(card)
                case CutForDeal(cards=cards):
                    seen |= {*cards}
                case Counted(score=score):
                    seen |= {*score.cards}
                case LaidOpen(cards=cards, starter=starter):
                    seen |= {*cards, starter}
    return seen


class OpenSite(Site):
    """A site with data of every kind, including open boards."""

    def __init__(self, randomness: Random) -> None:
        super().__init__()
        self.boards = OpenBoards(self.people, randomness)

    def lines_about(self, game: Game) -> dict[str, str]:
        """Return the values that fill requests for a game."""
        about = {"live": game.pk, "over": game.pk, "said": str(self.names["said"])}
        if game in self.boards.again:
            first, earlier, _ = self.boards.again
            about |= {"cards": self.boards.invitation.pk, "first": first.pk, "second": earlier.pk}
        return self.names | about


def bodies(answer: object) -> Iterator[bytes]:
    """Yield everything that a response sends, including its headers."""
    yield repr(sorted(answer.headers.items())).encode()  # type: ignore[attr-defined]
    yield b"".join(answer) if answer.streaming else answer.content  # type: ignore[attr-defined]
