"""Search pages for secrets of live games, in any notation."""

import re
from base64 import b64encode, urlsafe_b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from game.engine.cards import RANK_NAMES, RANKS, SUIT_NAMES, SUITS, texts
from game.engine.state import State
from game.models import Game, Secrets
from game.table.record import ledger
from game.table.shuffle.fairness import build_fairness
from rng.deal import deal_six
from rng.models import Deal

# 5H, 10H, 5♥ and the five of hearts, with no adjacent letter or digit.
RANK = dict(zip((*RANKS, *RANK_NAMES, "10"), (*RANKS, *RANKS, "T"), strict=True))
SUIT = dict(zip((*SUITS, *"♣♦♥♠", *SUIT_NAMES), SUITS * 3, strict=True))
CARD = re.compile(rf"(?<![^\W_])(?<!%)({'|'.join(RANK)})(?: of |[ -]?)({'|'.join(SUIT)})(?![^\W_])")
LISTS_OF_DEALS = ("/admin/rng/deal/", "/fairness/deals")
RUN_LENGTH = 6  # numbers in a row as in a deck: never by chance


def cards_named(text: str) -> list[str]:
    """Return the cards that a text names, as 5H, in its order."""
    return [RANK[rank] + SUIT[suit] for rank, suit in CARD.findall(text)]


def number_runs(numbers: Sequence[int]) -> set[tuple[int, ...]]:
    return {*zip(*(numbers[n:] for n in range(RUN_LENGTH)), strict=False)}


def encodings_of(secret: bytes) -> Iterator[bytes]:
    """Return bytes as they are, in hex, and in both kinds of base64."""
    yield from (secret, secret.hex().encode())
    for encode in (b64encode, urlsafe_b64encode):
        yield encode(secret)[: len(secret) * 8 // 6]


def face_up(state: State) -> set[str]:
    """Return the cards of a deal that lie face up."""
    turned = [card for _, card in state.played]
    turned += [] if state.starter is None else [state.starter]
    turned += [] if state.laid is None else [*state.laid.cards]
    return {*texts(turned)}


class LeakSearch:
    """A search for the secrets of several live games: hidden cards, and everything they derive from."""

    def __init__(self, games: Iterable[Game]) -> None:
        self.face_up: dict[str, set[str]] = {}
        self.strings: set[bytes] = set()
        self.rows: set[tuple[int, ...]] = set()
        throws: set[str] = set()
        for game in games:
            row = ledger.load_row(game.pk)
            fairness = build_fairness(row)
            state = fairness.replay_steps()[-1].state
            self.face_up[game.pk] = face_up(state)
            secrets = [row.server_secrets.chain, row.server_secrets.bot_seat, row.server_secrets.bot_stream]
            secrets += map(bytes.fromhex, row.secrets)
            for number in (state.deal, state.deal + 1):
                deck = fairness.deck(number)
                secrets += [fairness.chain.link(number), fairness.key(number), bytes(deck[:12])]
                self.rows |= number_runs(deck)
            for six in state.dealt:
                secrets += [bytes(six), bytes(sorted(six))]
                self.rows |= number_runs(six) | number_runs(sorted(six))
            self.strings |= {form for secret in secrets for form in encodings_of(secret)}
            self.strings |= {game.transcript.encode(), Secrets.objects.get(game=game).sealed.encode()}
            throws |= {*re.findall(r"\b[ab]\d\d\b", game.transcript.rpartition("#")[2])}
        self.throws = re.compile(rf"\b(?:{'|'.join(throws)})\b".encode())
        decks = [bytes(deck) for deck in Deal.objects.values_list("deck", flat=True)]
        self.decks = [" ".join(texts(deck)) for deck in decks]
        self.hands = [" ".join(texts(six)) for deck in decks for six in deal_six(deck)[:2]]
        self.starters = Counter(texts(deal_six(deck).starter for deck in decks))

    def find_leaks(self, path: str, page: bytes) -> list[str]:
        """Return the secrets on a page. Recorded decks and cards face up on its table are not secret."""
        found = [repr(string) for string in self.strings if string in page]
        found += [word.decode() for word in self.throws.findall(page)]
        text = page.decode(errors="replace")
        numbers = [int(digits) for digits in re.findall(r"\b\d{1,2}\b", text)]
        found += map(str, number_runs(numbers) & self.rows)
        return found + self._cards(path, text)

    def _cards(self, path: str, text: str) -> list[str]:
        cards = " ".join(cards_named(text))
        for open_cards in (*self.decks, *self.hands):
            cards = cards.replace(open_cards, "")
        left = Counter(cards.split())
        if path.startswith(LISTS_OF_DEALS):
            left -= self.starters
        may = next((up for game, up in self.face_up.items() if game in path), set())
        return [card for card in left if card not in may]
