"""The first button of the front page: the player's running game with a bot, and the bot to play next."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from common.database.compiled_query import CompiledQuery
from game.lobby.next_bot import MOST_GAMES, SCALE, BotResult, NextBot, Reason, choose_next_bot
from game.models import Game, Player, Scoresheet
from game.table.bot_accounts import BOTS, BotProfile, bot_name
from rng import shared_decks

# The clocks of games that players begin with a bot. Games of events have others.
CLOCKS = ("none", "relaxed")
MOST_SHEETS = 6 * MOST_GAMES  # of games with a bot, among which a day's games and games of events don't count


@dataclass(frozen=True, slots=True)
class BotGame:
    """A game with a bot from the player's view."""

    id: str
    bot: BotProfile
    target: int
    mine: int
    theirs: int
    begun_at: datetime
    is_over: bool
    is_chosen: bool  # whether the player chose the bot, and a day's game or an event did not


@dataclass(frozen=True, slots=True)
class FirstBot:
    """A newcomer's first bot, by how often they have played: their answer, and the reason in a sentence."""

    bot: BotProfile
    answer: Promise
    reason: Promise
    is_usual: bool = False


FIRST_BOTS = (
    FirstBot(BOTS["beginner"], _("Never"), _("Beginner has just learned the rules too.")),
    FirstBot(
        BOTS["novice"], _("Now and then"), _("Novice is right if you play now and then."), is_usual=True
    ),
    FirstBot(BOTS["intermediate"], _("Often"), _("Intermediate is right if you play often.")),
)
[USUAL_FIRST_BOT] = (first.bot.key for first in FIRST_BOTS if first.is_usual)


@dataclass(frozen=True, slots=True)
class SuggestedBot:
    """The bot that a player is to play next, and the reason in a sentence. A newcomer has a choice."""

    bot: BotProfile
    reason: str
    choices: tuple[FirstBot, ...] = ()


def find_last_bot_game(player: object) -> BotGame | None:
    """Return the player's live game with a bot, or else the last one."""
    if not isinstance(player, Player):
        return None
    game = _live_bot_game.fetch(player.pk) or _last_bot_game.fetch(player.pk)
    if game is None:
        return None
    game_id, brain, params, clock, mine, theirs, created_at, finished_at = game
    committed = json.loads(params)
    is_chosen = clock in CLOCKS and committed.get("version") != shared_decks.PROTOCOL
    target, is_over = committed["rules"]["target"], finished_at is not None
    return BotGame(game_id, BOTS[brain], target, mine, theirs, created_at, is_over, is_chosen)


def load_next_bot(player: object, last: BotGame | None) -> SuggestedBot:
    """Return the bot that a player is to play next. `last` is their live game with a bot, or the last one."""
    rows = _bot_results.fetch_all(player.pk) if isinstance(player, Player) else []
    results = [BotResult(brain, won) for brain, won, _ in rows]
    running = None
    if last and not last.is_over and last.is_chosen and last.bot.key in SCALE:
        is_newest = not rows or last.begun_at > rows[0][2]
        running = last.bot.key if is_newest else None
    chosen = choose_next_bot(results, running)
    if chosen is None:
        return SuggestedBot(BOTS[USUAL_FIRST_BOT], "", FIRST_BOTS)
    is_obvious = running and chosen.reason is Reason.LAST  # the button above continues that game
    return SuggestedBot(BOTS[chosen.key], "" if is_obvious else describe_reason(chosen))


def describe_reason(chosen: NextBot) -> str:
    """Say in one sentence why this bot was chosen."""
    if chosen.reason is Reason.LAST:
        return gettext("You played %(name)s last.") % {"name": bot_name(chosen.before)}
    sentence = {
        Reason.SAME: ngettext(
            "You won %(won)s of your last %(games)s game against %(name)s.",
            "You won %(won)s of your last %(games)s games against %(name)s.",
            chosen.games,
        ),
        Reason.UP: ngettext(
            "One step up: you won %(won)s of your last %(games)s game against %(name)s.",
            "One step up: you won %(won)s of your last %(games)s games against %(name)s.",
            chosen.games,
        ),
        Reason.DOWN: ngettext(
            "One step down: you won %(won)s of your last %(games)s game against %(name)s.",
            "One step down: you won %(won)s of your last %(games)s games against %(name)s.",
            chosen.games,
        ),
    }[chosen.reason]
    return sentence % {"won": chosen.won, "games": chosen.games, "name": bot_name(chosen.before)}


def _build_live_bot_game(player: int) -> QuerySet[Game, Any]:
    games = Game.objects.unfinished().filter(seat_a=player).alias(brain=_brain_of("seat_b"))
    return _select_bot_game(games.filter(brain__in=BOTS).order_by("-created_at"))


def _build_last_bot_game(player: int) -> QuerySet[Game, Any]:
    newest = _newest_against(BOTS, player).filter(game__seat_a=player).values("game")[:1]
    return _select_bot_game(Game.objects.filter(pk=Subquery(newest)))


def _select_bot_game(games: QuerySet[Game]) -> QuerySet[Game, Any]:
    shown = ("id", "seat_b__brain", "params", "clock", "score_a", "score_b", "created_at", "finished_at")
    return games.values_list(*shown)[:1]


def _build_bot_results(player: int) -> QuerySet[Scoresheet, Any]:
    """Select the newest results of games that the player began with a bot of the scale."""
    counted = _newest_against(SCALE, player).filter(voided=False, won__isnull=False)
    own_cards = Q(game__shared=None) | Q(game__shared__round__of_game=F("game"))
    newest = Scoresheet.objects.filter(pk__in=counted.values("pk")[:MOST_SHEETS])
    chosen = newest.filter(own_cards, game__clock__in=CLOCKS).order_by("-at", "-pk")
    return chosen.values_list("opponent__brain", "won", "at")[:MOST_GAMES]


def _newest_against(bots: Iterable[str], player: int) -> QuerySet[Scoresheet]:
    """Select a player's scoresheets against bots, the newest first."""
    sheets = Scoresheet.objects.filter(player=player).alias(brain=_brain_of("opponent"))
    return sheets.filter(brain__in=bots).order_by("-at", "-pk")


def _brain_of(player: str) -> Subquery:
    """Return the brain of the player that this field names. PostgreSQL would begin a join with the bots."""
    return Subquery(Player.objects.filter(pk=OuterRef(player)).values("brain"))


_live_bot_game = CompiledQuery(_build_live_bot_game, -1)
_last_bot_game = CompiledQuery(_build_last_bot_game, -1)
_bot_results = CompiledQuery(_build_bot_results, -1)
