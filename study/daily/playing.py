"""Play today's game: one try per player."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.utils.translation import gettext

from common import clock
from common.database.compiled_query import CompiledModelQuery, CompiledQuery
from common.refusal import Refusal
from game.accounts.people_only import check_is_person
from game.models import Game, Player
from game.shared_decks.models import DeckSet, Round
from game.shared_decks.round_decks import RoundDecks
from game.shared_rounds.par import BRAIN, TARGET
from game.shared_rounds.rounds import open_game_of_round
from game.table import bot_accounts
from game.table.opening import RoundNotOpen
from game.table.record.round_of_game import load_set_decks
from study.daily.eligibility import find_reason, note_begin
from study.daily.models import Daily, DailyEntry
from study.daily.notify import settle_opening
from study.daily.running import ROUND, ends_at

Stage = Daily.Stage

_ON_DAY = CompiledModelQuery(
    Daily, lambda day: Daily.objects.filter(day=day).exclude(stage=Stage.MISSED), date.min
)
_ANNOUNCED_FOR = CompiledQuery(
    lambda day: DeckSet.objects.filter(daily=day, stage=DeckSet.Stage.ANNOUNCED).values_list("pk"), date.min
)
_OWN_GAME = CompiledModelQuery(
    Game,
    lambda day, player: Game.objects.filter(daily_entry__daily=day, daily_entry__player=player),
    date.min,
    0,
)
_OWN_ENTRY = CompiledModelQuery(
    DailyEntry, lambda day, player: DailyEntry.objects.filter(daily=day, player=player), date.min, 0
)


def find_today() -> Daily | None:
    """Return today's daily, open or about to open."""
    return _ON_DAY.fetch(clock.now().date())


def require_open() -> Daily:
    """Return today's daily, or raise a refusal if it is not open, before a visitor becomes a guest for it."""
    daily = find_today()
    if daily is None or daily.stage != Stage.OPEN or clock.now() >= ends_at(daily.day):
        raise Refusal("too_early", gettext("Today’s game isn’t open yet. Try again in a minute."))
    return daily


def play_today(player: Player, places: Iterable[str] = ()) -> Game:
    """Open a player's game of the day, from these hashed places. The call is idempotent."""
    check_is_person(player)
    daily = require_open()
    game = _find_or_open(daily, player)
    entry = _OWN_ENTRY.fetch(daily.day, player.pk)
    assert entry is not None
    note_begin(entry, places)
    return game


def _find_or_open(daily: Daily, player: Player) -> Game:
    try:
        return find_own_game(daily, player) or _open_game(daily, player)
    except IntegrityError:  # a concurrent request was first
        game = find_own_game(daily, player)
        assert game is not None
        return game
    except RoundNotOpen:
        raise Refusal("too_late", gettext("Today’s game has just closed.")) from None


def find_own_game(daily: Daily, player: Player) -> Game | None:
    """Return a player's game of a daily, if they have begun one."""
    return _OWN_GAME.fetch(daily.day, player.pk)


@transaction.atomic
def _open_game(daily: Daily, player: Player) -> Game:
    bot = bot_accounts.get_or_create_account(BRAIN)
    game = open_game_of_round(load_decks(daily.deck_set_id), (player, bot), target=TARGET)
    reason = find_reason(player, load_opening(daily.deck_set_id))
    DailyEntry.objects.create(daily=daily, player=player, game=game, unranked=reason)
    settle_opening(daily.day, player)
    return game


@lru_cache(16)
def load_decks(deck_set: str) -> RoundDecks:
    """Return the decks of a day's games. They never change, so each process loads them once."""
    return load_set_decks(Round.objects.get(deck_set=deck_set, number=ROUND).pk)


@lru_cache(16)
def load_opening(deck_set: str) -> datetime:
    """Return when a day opened, so that its cards could first be seen."""
    return Round.objects.values_list("opened_at", flat=True).get(deck_set=deck_set, number=ROUND)


class DayOfGame(NamedTuple):
    """The day of a daily game, and the set for which its player can give a secret meanwhile."""

    day: date
    next_decks: str | None


def find_day_of(game_id: str) -> DayOfGame | None:
    """Return the day of a game, or None for any other game."""
    day = DailyEntry.objects.filter(game=game_id).values_list("daily", flat=True).first()
    return None if day is None else DayOfGame(day, decks_after(day))


def decks_after(day: date) -> str | None:
    """Return the set of the next day while it accepts secrets."""
    found = _ANNOUNCED_FOR.fetch(day + timedelta(days=1))
    return None if found is None else str(found[0])
