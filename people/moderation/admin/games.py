"""Games in the admin: read-only, without anything that a live game hides."""

import json
from collections.abc import Iterator
from functools import partial

from django.contrib import admin
from django.db.models import F, Q, QuerySet, Value
from django.db.models.lookups import In
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext_lazy as _

from common.admin.filters import time_choices
from common.admin.links import link_column, player_link
from common.admin.read_only import (
    SEARCH_HELP,
    ReadOnlyAdmin,
    choice_filter,
    column,
    equals,
    player_ids_by_prefix,
    value_filter,
)
from game.engine.cards import text, texts
from game.engine.moves import Deal
from game.engine.state import Ended, Seat
from game.models import Game, Player, Ruling
from game.shared_decks.barrier import is_open
from game.table import bot_accounts
from game.table.clocks.time_control import START_TIMEOUTS
from game.table.record import ledger
from game.table.record.ledger import GameRow
from game.table.shuffle.fairness import replay_row
from people.moderation.admin.actions import VOID, RulingActionsMixin, action_button
from people.moderation.rights import Kind
from rng.seal import KeyMissing, SealBroken

STATE_CHOICES = {
    "live": (_("Live"), equals("finished_at", None)),
    "finished": (_("Finished"), lambda: ~Q(finished_at=None)),
    "voided": (
        _("Voided by a host"),
        lambda: Q(pk__in=Ruling.objects.filter(kind=Kind.VOID).values("game")),
    ),
}
# The columns that reveal nothing while a game is live or its cards are played elsewhere.
LIVE_FIELDS = (
    "id",
    "a",
    "b",
    "created_at",
    "rules",
    "clock",
    "rated",
    "score",
    "ply",
    "finished_at",
    "won_by",
    "value",
    "ended",
    "voided_at",
)
FINISHED_FIELDS = (
    "replay",
    "deals",
    "transcript",
    "tip",
    "commitment_a",
    "commitment_b",
    "secret_a",
    "secret_b",
)


def bot_ids(*keys: str) -> list[int]:
    return list(
        Player.objects.filter(username__in=[bot_accounts.BOTS[key].name for key in keys]).values_list(
            "pk", flat=True
        )
    )


def all_bots() -> QuerySet[Player, int]:
    """Return the ids of all house bots, including those that no longer play."""
    return Player.objects.exclude(brain="").values_list("pk", flat=True)


def recorded_deals(row: GameRow) -> Iterator[tuple[int, Seat, str, str, str]]:
    """Yield the recorded deals: number, dealer, both hands of six, and the starter."""
    for step in replay_row(row):
        if isinstance(step.move, Deal) and step.state.dealer is not None and step.move.number:
            one, other = (" ".join(texts(six)) for six in step.state.dealt)
            yield step.move.number, step.state.dealer, one, other, text(step.move.deck[12])


def against_bot(key: str) -> Q:
    """Filter by a value instead of a column.

    The newest games of a bot are found fastest by scanning all games.
    """
    return Q(In(F("seat_b_id") + Value(0), bot_ids(key)))


@admin.register(Game)
class GameAdmin(RulingActionsMixin, ReadOnlyAdmin):
    """Games, newest first."""

    list_display = ("created_at", "id", "a", "b", "score", "clock", "rated", "finished_at", "result")
    list_display_links = ("id",)
    list_select_related = ()
    list_filter = (
        choice_filter("state", _("state"), STATE_CHOICES),
        value_filter("ended", _("how it ended"), ((end.value, end.value.capitalize()) for end in Ended)),
        choice_filter("created_at", _("started"), time_choices("created_at")),
        choice_filter(
            "against",
            _("against"),
            {
                "people": (_("People"), lambda: ~Q(seat_b__in=list(all_bots()))),
                **{key: (bot.name, partial(against_bot, key)) for key, bot in bot_accounts.BOTS.items()},
            },
        ),
        choice_filter(
            "rated",
            _("rated"),
            {"yes": (_("Rated"), equals("rated", True)), "no": (_("Casual"), equals("rated", False))},
        ),
        value_filter("clock", _("clock"), ((kind, kind.capitalize()) for kind in START_TIMEOUTS)),
    )
    ordering = ("-created_at",)
    search_fields = ("id",)
    search_help_text = SEARCH_HELP
    actions_detail = actions_row = ("void_game",)

    void_game = action_button(VOID)
    a = link_column(_("first seat"), player_link, "seat_a")
    b = link_column(_("second seat"), player_link, "seat_b")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        """Avoid a join: SQLite might start it with all players."""
        games: QuerySet[Game] = super().get_queryset(request)
        return games.prefetch_related("seat_a", "seat_b")

    def get_fields(self, request: HttpRequest, obj: Game | None = None) -> tuple[str, ...]:
        is_shown = obj is not None and obj.finished_at is not None and not is_open(obj.pk)
        return LIVE_FIELDS + FINISHED_FIELDS if is_shown else LIVE_FIELDS

    def search_filter(self, term: str) -> Q:
        players = player_ids_by_prefix(term)
        return Q(pk=term) | Q(seat_a__in=players) | Q(seat_b__in=players)

    def is_applicable(self, kind: Kind, subject: Game) -> bool:
        return subject.voided_at is None and subject.ended != Ended.VOID.value

    @column(_("score"))
    def score(self, game: Game) -> str:
        return f"{game.score_a}–{game.score_b}"

    @column(_("rules"))
    def rules(self, game: Game) -> str:
        rules = json.loads(game.params)["rules"]
        return f"to {rules['target']}, {rules['counting']} counting"

    @column(_("replay"))
    def replay(self, game: Game) -> str:
        return format_html(
            '<a class="admin-link" href="{}">{}</a>', reverse("replay", args=[game.pk]), _("Open replay")
        )

    @column(_("deals"))
    def deals(self, game: Game) -> str:
        """Return every deal of a finished game: both hands and the starter."""
        sitters = (game.seat_a, game.seat_b)
        try:
            deals = list(recorded_deals(ledger.load_row(game.pk)))
        except KeyMissing:
            return str(_("This game can’t be opened because its key is missing. See the site’s log."))
        except SealBroken:
            return str(_("The secrets of this game can’t be opened, so its deals can’t be made again."))
        return format_html_join(
            "",
            "<p>{}. {} deals. {}: {}. {}: {}. Starter: {}.</p>",
            (
                (number, sitters[dealer], sitters[0], one, sitters[1], other, starter)
                for number, dealer, one, other, starter in deals
            ),
        )

    @column(_("won by"))
    def won_by(self, game: Game) -> str:
        return "-" if game.winner is None else str((game.seat_a, game.seat_b)[game.winner])

    @column(_("result"), {"live": "success", "taken back": "danger"})
    def result(self, game: Game) -> str:
        if game.finished_at is None:
            return "live"
        return "untouched" if game.is_untouched else "taken back" if game.voided_at else game.ended
