"""Play the daily games of past days between sample players and the day's bot, and remove them again.

Decks, par, games and results come from the code of every other day. A day is played in memory and written in
one transaction, so a site on the same database sees it only when it is counted. The decks' params name it a
sample. The public log leaves such decks out: it could only say that they were announced after their day.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import partial

from django.conf import settings
from django.db import transaction

from common import clock
from game.accounts.sanctions import is_banned
from game.models import Game, Player
from game.shared_decks.models import DeckSet
from game.shared_decks.round_decks import RoundDecks
from game.shared_rounds import announcing, rounds
from game.shared_rounds.par import BRAIN, Leads, play_for_par, rules_of
from game.table import bot_accounts
from game.table.opening import build_game, save_new_games
from game.table.record.sealed_secrets import ServerSecrets
from hosting.demo.daily_counts import DailyCounts
from hosting.demo.playing import Played, play_to_end, stand_in, write_played
from rng import entropy, shared_decks
from rng.twister import Twister
from study.daily import running
from study.daily.eligibility import find_reason
from study.daily.field import build_field, count_throws
from study.daily.models import Daily, DailyEntry

GoTo = Callable[[datetime], None]

PAR_GAMES = 16  # a quarter of a real day's, which would take 13 seconds a day
REGULARS = 16
ON_A_DAY = (8, 9, 10, 11)
HOURS = (6, 23)
MINUTES_A_GAME = (5, 11)
MARK = '"sample":true'  # in the params of the decks


@dataclass(frozen=True, slots=True)
class Try:
    """A player's game of a day that was played and not yet written."""

    begins: datetime
    ends: datetime
    game: Game
    secrets: ServerSecrets
    played: Played

    @property
    def margin(self) -> int:
        own, other = self.played.end.scores
        return own - other

    @property
    def transcript(self) -> str:
        return " ".join((self.game.transcript, *self.played.entry.tokens))


def add_past_days(
    accounts: Sequence[Player],
    skills: Mapping[int, float],
    days: int,
    go_to: GoTo,
    chance: Twister,
    progress: Callable[[str], None],
) -> DailyCounts:
    """Add daily games to the last days that have none, played by the first of these players."""
    if not settings.DAILY:
        return DailyCounts()
    today = clock.now().date()
    here = [player for player in accounts if not is_banned(player)][:REGULARS]
    past = [today - running.DAY * back for back in range(days, 0, -1)]
    there = set(Daily.objects.filter(day__in=past).values_list("day", flat=True))
    games = []
    for day in past:
        old_enough = [player for player in here if player.date_joined < running.starts_at(day)]
        if day not in there and old_enough:
            progress(f"the daily game of {day}")
            games.append(_play_day(day, old_enough, skills, go_to, chance))
    return DailyCounts(len(games), sum(games))


def remove_past_days() -> None:
    """Remove the days of sample players. Their games are removed before."""
    marked = DeckSet.objects.filter(daily__isnull=False, params__contains=MARK)
    sets = list(marked.values_list("pk", flat=True))
    Daily.objects.filter(deck_set__in=sets).delete()
    DeckSet.objects.filter(pk__in=sets).delete()


def _play_day(
    day: date, players: Sequence[Player], skills: Mapping[int, float], go_to: GoTo, chance: Twister
) -> int:
    """Play a day's par and its games, and write them. Return the number of games."""
    go_to(running.starts_at(day) - running.DAY)
    deck_set = running.build_decks(day, delay=0, par_games=PAR_GAMES, sample=True)
    root = shared_decks.root(deck_set.params, bytes.fromhex(deck_set.tip), []).hex()
    decks = running.decks_before_opening(deck_set, root)
    par = play_for_par(decks, range(1, PAR_GAMES + 1))
    coming = chance.sample(players, min(chance.choice(ON_A_DAY), len(players)))
    tries = [_play_try(day, player, skills[player.pk], decks, go_to, chance) for player in coming]
    with transaction.atomic():
        _write_day(day, deck_set, decks, par, tries, go_to)
    return len(tries)


def _play_try(
    day: date, player: Player, skill: float, decks: RoundDecks, go_to: GoTo, chance: Twister
) -> Try:
    """Play a player's game of a day against its bot."""
    begins = running.starts_at(day) + timedelta(hours=chance.uniform(*HOURS))
    ends = begins + timedelta(minutes=chance.uniform(*MINUTES_A_GAME))
    bot = bot_accounts.get_or_create_account(BRAIN)
    go_to(begins)
    game, secrets = build_game(
        entropy.game_id(), (player, bot), rules_of(decks), "none", rated=False, decks=decks
    )
    brains = (stand_in(skill, chance), BRAIN)
    return Try(begins, ends, game, secrets, play_to_end(game, secrets, brains, None, chance, decks))


def _write_day(
    day: date, deck_set: DeckSet, decks: RoundDecks, par: Sequence[Leads], tries: Sequence[Try], go_to: GoTo
) -> None:
    """Write a day from its announcement to its counted field, in order and with its times."""
    starts_at = running.starts_at(day)
    go_to(starts_at - running.DAY)
    announcing.save_set(deck_set)
    running.save_announced(day, deck_set)
    go_to(starts_at - running.FIXED_BEFORE)
    running.fix(day)
    daily = Daily.objects.select_related("deck_set").get(day=day)
    if daily.deck_set.root != decks.root:
        raise RuntimeError(f"the decks of {day} are not those that were played")
    go_to(starts_at)
    round_ = running.save_opened(daily, par)
    dealt = replace(decks, round_id=round_.pk)
    writes = [(one.begins, partial(_begin, daily, dealt, one)) for one in tries]
    writes += [(one.ends, partial(write_played, one.played)) for one in tries]
    for at, write in sorted(writes, key=lambda write: write[0]):
        go_to(at)
        write()
    go_to(running.ends_at(day))
    rounds.fill_round(round_.pk)
    rounds.close_round(round_.pk)
    in_order = sorted(tries, key=lambda one: one.margin)
    counts = count_throws([one.transcript for one in tries])
    middle = in_order[len(in_order) // 2].transcript
    running.keep_field(day, build_field(dealt, counts, [one.margin for one in in_order], middle))
    running.rank_again(day)


def _begin(daily: Daily, decks: RoundDecks, one: Try) -> None:
    save_new_games([(one.game, one.secrets)], decks)
    reason = find_reason(one.game.seat_a, running.starts_at(daily.day))
    DailyEntry.objects.create(daily=daily, player=one.game.seat_a, game=one.game, unranked=reason)
