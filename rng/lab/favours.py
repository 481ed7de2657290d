"""Dealers that favour one side now and then: by the starter, by the score, or one account alone."""

import numpy as np
from numpy.typing import NDArray

from rng.fairness.scorer import scorer
from rng.fairness.statistics import STARTER, Decks
from rng.fairness.watch.circumstances import ACCOUNT, BOT
from rng.fairness.watch.cut_bets import second_deals
from rng.fairness.watch.seat_bets import DEALER_SIX, PONE_SIX, dealer_signs
from rng.lab.generators import WordStream
from rng.lab.shuffles import fair
from rng.lab.tables import Cut, Deal, Tables

# A cheat near the end of a close game: the leader lacks at most so many points, and the scores are so close.
LEADER_TO_GO, APART = 26, 15
# The share of games with an account in the first seat in which it is the favoured one.
GAMES_OF_ACCOUNT = 0.1

Found = NDArray[np.bool_]


def better_six(share: float) -> Deal:
    """In a share of all deals, the second seat gets the better six."""

    def deal(words: WordStream, tables: Tables) -> Decks:
        decks = fair(words, tables.deals)
        return give_better_six(decks, tables, 1, chosen(words, tables.deals, share))

    return deal


def better_six_for_bots(share: float) -> Deal:
    """In a share of the deals against bots, the bot gets the better six."""

    def deal(words: WordStream, tables: Tables) -> Decks:
        decks = fair(words, tables.deals)
        has_bot = tables.about.kinds[:, 1] == BOT
        return give_better_six(decks, tables, 1, has_bot & chosen(words, tables.deals, share))

    return deal


def better_six_for_account(share: float) -> Deal:
    """In a share of its deals, one account gets the better six, in either seat."""

    def deal(words: WordStream, tables: Tables) -> Decks:
        decks, kinds = fair(words, tables.deals), tables.about.kinds
        is_favoured = chosen(words, tables.deals, share) & (tables.lot < GAMES_OF_ACCOUNT)
        in_second = (kinds[:, 1] == ACCOUNT) & (tables.lot < GAMES_OF_ACCOUNT / 2)
        seat = in_second.astype(np.int8)
        return give_better_six(decks, tables, seat, is_favoured & (kinds[:, 0] == ACCOUNT))

    return deal


def rubber_band(share: float) -> Deal:
    """In a share of all deals, the player who is behind gets the better six."""

    def deal(words: WordStream, tables: Tables) -> Decks:
        decks = fair(words, tables.deals)
        first, second = tables.about.scores.T
        behind = (second < first).astype(np.int8)
        return give_better_six(decks, tables, behind, (first != second) & chosen(words, tables.deals, share))

    return deal


def close_end(words: WordStream, tables: Tables) -> Decks:
    """In the last two deals of close games, the second seat gets the better six."""
    about = tables.about
    leader_to_go = (about.target[:, None] - about.scores).min(axis=1)
    is_close = np.abs(about.scores[:, 0] - about.scores[:, 1]) <= APART
    decks = fair(words, tables.deals)
    return give_better_six(decks, tables, 1, (leader_to_go <= LEADER_TO_GO) & is_close)


def chosen_starter(share: float) -> Deal:
    """In a share of all deals, the starter is the one of 40 that helps the second seat most."""

    def deal(words: WordStream, tables: Tables) -> Decks:
        decks = fair(words, tables.deals)
        sixes = np.stack([decks[:, PONE_SIX], decks[:, DEALER_SIX]], axis=1)
        points = scorer().score_by_starter(scorer().best_fours(sixes)).astype(np.int16)
        second = np.where((tables.about.dealer == 1)[:, None], 1, -1) * (points[:, 1] - points[:, 0])
        undealt = decks[:, STARTER:].astype(np.int64)
        rows, best = np.arange(tables.deals), STARTER + np.take_along_axis(second, undealt, 1).argmax(axis=1)
        picked = decks.copy()
        picked[rows, STARTER], picked[rows, best] = decks[rows, best], decks[rows, STARTER]
        return np.where(chosen(words, tables.deals, share)[:, None], picked, decks)

    return deal


def first_deals(share: float) -> Cut:
    """In a share of all games, the second seat wins the cut for deal."""

    def cut(words: WordStream, games: int) -> Decks:
        decks = fair(words, games)
        exchanged = decks.reshape(games, -1, 2)[:, :, ::-1].reshape(decks.shape)
        loses = (second_deals(decks) < 0) & chosen(words, games, share)
        return np.ascontiguousarray(np.where(loses[:, None], exchanged, decks))

    return cut


def give_better_six(decks: Decks, tables: Tables, seat: int | NDArray[np.int8], where: Found) -> Decks:
    """Exchange both sixes where this seat has the worse one."""
    is_worse = np.where(tables.about.dealer == seat, 1, -1) * dealer_signs(decks) < 0
    exchanged = decks.copy()
    exchanged[:, PONE_SIX], exchanged[:, DEALER_SIX] = decks[:, DEALER_SIX], decks[:, PONE_SIX]
    return np.where((is_worse & where)[:, None], exchanged, decks)


def chosen(words: WordStream, n: int, share: float) -> Found:
    """Draw by lot which of n deals are in the share."""
    return np.asarray(words.draw(n) < share * 2.0**32, bool)
