"""The field of a daily: all players' discards, deal by deal, and their margins. Pure."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Annotated, TypedDict

from msgspec import Meta

from game.bots.advice import weigh_throws
from game.engine.cards import Card, texts
from game.engine.notation import PLACES, parse_move
from game.engine.play import act, start
from game.engine.state import Phase, Seat
from game.engine.transcript import parse_transcript
from game.shared_decks.round_decks import RoundDecks
from game.shared_rounds.par import Leads, leads_of
from rng.deal import deal_six, deck

# As frames write cards (game/wire/moves.py).
Cards = tuple[Annotated[str, Meta(pattern=r"^[A2-9TJQK][CDHS]\Z")], ...]
# How often the player discarded two places, by the number of the deal.
Throws = Counter[tuple[int, str]]

MOST_SHOWN = 4


class Split(TypedDict):
    """A discard, how many players made it, and its value."""

    thrown: Cards
    players: int
    win: float  # chance to win, at the score of the median game


class FieldDeal(TypedDict):
    """A deal with the discards of the field."""

    deal: int
    is_dealer: bool
    six: Cards
    score: tuple[int, int]  # the median game's score before the deal, the player's first
    players: int
    splits: list[Split]  # in order of frequency; the best discard is always included
    others: int  # players with another discard
    best: Cards


class Field(TypedDict):
    """All counts of a daily."""

    players: int
    margins: dict[str, int]
    deals: list[FieldDeal]


def count_throws(transcripts: Sequence[str]) -> Throws:
    """Return the player's discards in these games, counted by deal and places."""
    counts: Throws = Counter()
    for transcript in transcripts:
        deal = 0
        for word in transcript.split():
            if word[0] == "#":
                deal = int(word[1:])
            elif word[0] == "a":
                move = word[1:].partition("/")[0]
                if len(move) == 2 and PLACES.issuperset(move):
                    counts[deal, move] += 1
    return counts


def build_field(decks: RoundDecks, counts: Throws, margins: Iterable[int], middle: str) -> Field:
    """Return the field, evaluated at the scores of the median game."""
    by_margin = Counter(margins)
    scores = scores_by_deal(decks, middle) if middle else {}
    numbers = sorted({deal for deal, _ in counts} & scores.keys())
    return {
        "players": sum(by_margin.values()),
        "margins": {str(margin): by_margin[margin] for margin in sorted(by_margin)},
        "deals": [_build_deal(decks, number, counts, scores[number]) for number in numbers],
    }


def scores_by_deal(decks: RoundDecks, transcript: str) -> dict[int, tuple[int, int]]:
    """Return the score of a game before each of its deals, the player's first."""
    before, _ = _replay_scores(decks, transcript)
    return before


def leads_by_deal(decks: RoundDecks, transcript: str) -> Leads:
    """Return by how many points the player outscored the bot in each deal of a finished game."""
    before, last = _replay_scores(decks, transcript)
    return leads_of([*before.values(), last])


def _replay_scores(decks: RoundDecks, transcript: str) -> tuple[dict[int, tuple[int, int]], tuple[int, int]]:
    """Return the scores of a game before each of its deals, and at its end."""
    rules, words = parse_transcript(transcript)
    state, scores = start(rules), {}
    for word in words:
        seat, move = parse_move(state.dealt, word.partition("/")[0], lambda number: deck(decks.key(number)))
        state, _ = act(state, seat, move)
        if state.phase is Phase.THROW and state.deal not in scores:
            scores[state.deal] = state.scores
    return scores, state.scores


def six_of(decks: RoundDecks, number: int) -> tuple[tuple[Card, ...], bool]:
    """Return the player's six cards of a deal, and whether the player deals."""
    is_dealer = (decks.first_dealer is Seat.A) == (number % 2 == 1)
    dealt = deal_six(deck(decks.key(number)))
    return (dealt.dealer if is_dealer else dealt.pone), is_dealer


def _build_deal(decks: RoundDecks, number: int, counts: Throws, score: tuple[int, int]) -> FieldDeal:
    six, is_dealer = six_of(decks, number)
    thrown: Counter[tuple[Card, ...]] = Counter()
    for (deal, places), players in counts.items():
        if deal == number:
            thrown[tuple(sorted(six[int(place) - 1] for place in places))] += players
    lines = weigh_throws(tuple(sorted(six)), dealer=is_dealer, mine=score[0], theirs=score[1])
    wins = {tuple(sorted(line.thrown)): line.win for line in lines}
    best = tuple(sorted(lines[0].thrown))
    shown = [cards for cards, _ in thrown.most_common(MOST_SHOWN)]
    if best not in shown:
        shown = [*shown[: MOST_SHOWN - 1], best]
    splits: list[Split] = [
        {"thrown": texts(cards), "players": thrown[cards], "win": round(wins[cards], 4)} for cards in shown
    ]
    everybody = sum(thrown.values())
    return {
        "deal": number,
        "is_dealer": is_dealer,
        "six": texts(sorted(six)),
        "score": score,
        "players": everybody,
        "splits": splits,
        "others": everybody - sum(split["players"] for split in splits),
        "best": texts(best),
    }
