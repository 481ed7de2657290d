"""Trials: a bot plays a house bot with decks that the house bot has also played in the bot's seat.

Each pair is one set of decks. The bot plays it once, against the house bot. The house bot plays the same
cards in the bot's seat, against itself with the same chance, in a worker process and without a table. So no
account plays the same cards twice: a player who swapped seats would know the opponent's hand.
"""

import asyncio
import logging
from collections.abc import Sequence
from statistics import fmean

from django.db import IntegrityError, transaction
from django.utils.translation import gettext

from common import clock
from common.database.thread import on_the_database_thread
from common.refusal import Refusal
from game.accounts.sanctions import is_banned
from game.bot_accounts.models import BotAccount, Trial, TrialGame
from game.engine.state import Ended, Seat
from game.lobby.api_bots import MAX_GAMES
from game.models import Game, Player
from game.runtime.player_ids import player_id
from game.runtime.pubsub import publish_on_commit
from game.runtime.worker_pool import background
from game.shared_decks.models import DeckSet
from game.shared_decks.round_decks import RoundDecks
from game.shared_rounds import announcing, rounds
from game.shared_rounds.par import TARGET, play_for_par
from game.table.bot_accounts import brain_in, get_or_create_account
from game.table.record.round_of_game import load_set_decks
from programs.bots.accounts import load_bot
from programs.bots.figures import Pair
from ranking.standings import lock_standings
from rng import entropy

log = logging.getLogger(__name__)

FEWEST_PAIRS, MOST_PAIRS = 10, 100
GAMES_AT_ONCE = 4
# The house bot plays each deck this often, so that its own luck weighs less in the difference.
HOUSE_GAMES = 4
# A trial ends after this many games that ended before a card was dealt: the bot is away.
MOST_VOID = 4
CLOCK = "standard"

IS_RUNNING = "SELECT 1 FROM bot_accounts_trial WHERE ended_at IS NULL"


def begin(*, bot: Player, against: str, pairs: int) -> Trial:
    """Begin a trial of a bot. A bot can have one running trial."""
    own = load_bot(bot)
    try:
        with transaction.atomic():
            trial = _announce(own, against, pairs)
            _open_games(trial)
            return trial
    except IntegrityError:
        message = gettext("One trial of this bot runs already: wait until it is over.")
        raise Refusal("trial_runs", message) from None


def _announce(own: BotAccount, against: str, pairs: int) -> Trial:
    params = {
        "trial": player_id(own.account_id),
        "rules": {"target": TARGET, "counting": "auto", "clock": CLOCK},
        "against": against,
        "house_games": HOUSE_GAMES,
    }
    decks = announcing.announce(params, rounds=pairs)
    trial = Trial.objects.create(
        id=entropy.game_id(),
        bot=own.account,
        against=against,
        pairs=pairs,
        deck_set=decks,
        engine=own.engine,
        version=own.version,
        begun_at=clock.now(),
    )
    announcing.start_collecting(decks.pk)
    announcing.fix_root(decks.pk)
    return trial


async def take_trials_further() -> None:
    """Advance all running trials: open the next games, let the house bot play, and end finished trials."""
    for trial_id in await on_the_database_thread(_find_running)():
        try:
            for number, decks, against in await on_the_database_thread(advance)(trial_id):
                job = background().submit(play_for_par, decks, range(HOUSE_GAMES), against)
                margins = [sum(leads) for leads in await asyncio.wrap_future(job)]
                await on_the_database_thread(keep_house_margin)(trial_id, number, fmean(margins))
            await on_the_database_thread(end_if_over)(trial_id)
        except Exception:
            log.exception("trial %s: could not be advanced; will retry", trial_id)


def _find_running() -> list[str]:
    return list(Trial.objects.filter(ended_at=None).order_by("begun_at").values_list("pk", flat=True))


@transaction.atomic
def advance(trial_id: str) -> list[tuple[int, RoundDecks, str]]:
    """Store margins of finished games, open further games, and return the decks for the house bot to play."""
    trial = _lock(trial_id)
    if trial is None:
        return []
    for one in trial.games.filter(margin=None, is_void=False).exclude(game__finished_at=None):
        _keep_margin(one, one.game)
    _open_games(trial)
    owed = trial.games.filter(margin__isnull=False, house_margin=None).order_by("number")
    return [
        (one.number, load_set_decks(one.game.shared.round_id), brain_in(one.game, trial.against))
        for one in owed.select_related("game__shared")
    ]


def keep_house_margin(trial_id: str, number: int, margin: float) -> None:
    """Store the house bot's margin for the cards of a pair. The computation always gives the same margin."""
    TrialGame.objects.filter(trial=trial_id, number=number).update(house_margin=margin)


@transaction.atomic
def end_if_over(trial_id: str) -> None:
    """End a trial if all its games and the house bot's games are over."""
    trial = _lock(trial_id)
    if trial is None:
        return
    open_games = trial.games.filter(is_void=False, house_margin=None)
    if open_games.exists() or (trial.games.count() < trial.pairs and not _is_given_up(trial)):
        return
    trial.ended_at = clock.now()
    trial.save(update_fields=["ended_at"])
    if trial.games.count() < trial.pairs:
        announcing.call_off(trial.deck_set_id)


def pairs_of(trial: Trial) -> list[Pair]:
    """Return the pairs of a trial that both have played."""
    games = sorted(trial.games.all(), key=lambda one: one.number)
    return [
        Pair(one.margin, one.house_margin)
        for one in games
        if one.margin is not None and one.house_margin is not None
    ]


def count_void(trial: Trial) -> int:
    """Return how many games of a trial ended before a card was dealt."""
    return sum(one.is_void for one in trial.games.all())


def find_trials(bot: Player) -> list[str]:
    """Return the ids of a bot's trials, newest first."""
    own = Trial.objects.filter(bot=load_bot(bot).account_id).order_by("-begun_at", "pk")
    return list(own.values_list("pk", flat=True))


def load_trials(ids: Sequence[str]) -> list[Trial]:
    """Return these trials with their games, in the given order, without trials that no longer exist."""
    found = Trial.objects.prefetch_related("games").in_bulk(ids)
    return [found[one] for one in ids if one in found]


def load_trial(trial_id: str, bot: Player) -> Trial:
    """Return a bot's own trial, or raise a refusal."""
    trial = Trial.objects.filter(pk=trial_id, bot=bot).first()
    if trial is None:
        raise Refusal("no_trial", gettext("This bot has no such trial."))
    return trial


def _lock(trial_id: str) -> Trial | None:
    running = Trial.objects.select_for_update(of=("self",), no_key=True).select_related("bot")
    return running.filter(pk=trial_id, ended_at=None).first()


def _keep_margin(one: TrialGame, game: Game) -> None:
    """Store the bot's margin. A game that it resigned counts as if the opponent had reached the target.

    Otherwise resigning lost games would improve the result of a trial.
    """
    if game.winner is None or game.voided_at is not None:
        one.is_void = True
    elif game.ended == Ended.PLAYED.value or game.winner == Seat.A:
        one.margin = game.score_a - game.score_b
    else:
        one.margin = game.score_a - TARGET
    one.save(update_fields=["margin", "is_void"])


def _open_games(trial: Trial) -> None:
    """Open the next games of a trial, as far as the bot may play more at once."""
    if _is_given_up(trial):
        return
    lock_standings((), [trial.bot_id])
    live = Game.objects.unfinished().with_player(trial.bot).count()
    own = trial.games.filter(game__finished_at=None).count()
    begun = trial.games.count()
    free = max(0, min(GAMES_AT_ONCE - own, MAX_GAMES - live, trial.pairs - begun))
    for number in range(begun + 1, begun + 1 + free):
        _open_game(trial, number)


def _open_game(trial: Trial, number: int) -> None:
    opened = rounds.open_round(trial.deck_set_id, number)
    decks, house = load_set_decks(opened.pk), get_or_create_account(trial.against)
    game = rounds.open_game_of_round(decks, (trial.bot, house), target=TARGET, clock_kind=CLOCK)
    rounds.fill_round(opened.pk)
    TrialGame.objects.create(trial=trial, number=number, game=game)
    publish_on_commit("notices", [trial.bot_id])
    publish_on_commit("lobby")


def _is_given_up(trial: Trial) -> bool:
    """Return whether no further game of a trial begins: its bot is gone or banned, or misses its games.

    After a restored backup no further game begins either, because its decks may be known.
    """
    is_gone = not trial.bot.is_active or is_banned(trial.bot)
    is_void = DeckSet.objects.filter(pk=trial.deck_set_id, stage=DeckSet.Stage.VOID).exists()
    return is_gone or is_void or trial.games.filter(is_void=True).count() >= MOST_VOID
