"""Players' bots in the admin: a read-only list, and the actions to ban and readmit a bot."""

from datetime import datetime
from typing import Any

from django.contrib import admin
from django.db.models import IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.translation import gettext_lazy as _
from unfold.enums import ActionVariant

from common import clock
from common.admin.filters import time_choices
from common.admin.links import link_column, player_link
from common.admin.read_only import ReadOnlyAdmin, choice_filter, column, player_ids_by_prefix
from game.accounts.sanctions import describe_until, is_banned
from game.bot_accounts.models import BotAccount, Trial
from game.models import Player, Ruling
from people.moderation import rulings
from people.moderation.admin.actions import AdminAction, RulingActionsMixin, action_button
from people.moderation.admin.forms import ReasonForm, TermForm
from people.moderation.rights import Kind
from ranking.models import Kind as Ladder
from ranking.models import Standing
from ranking.rules.points import INITIAL_POINTS

SHOWN_TRIALS = 10
STATES = {
    "plays": (
        _("May play"),
        lambda: Q(account__banned_until=None) | Q(account__banned_until__lte=clock.now()),
    ),
    "stopped": (_("Stopped"), lambda: Q(account__banned_until__gt=clock.now())),
}


def stop_bot(*, by: Player, bot: BotAccount, reason: str, until: datetime | None = None) -> Ruling:
    """Ban the account of a bot."""
    return rulings.ban(by=by, player=bot.account, reason=reason, until=until)


def readmit_bot(*, by: Player, bot: BotAccount, reason: str) -> Ruling:
    """Lift the ban of a bot's account."""
    return rulings.unban(by=by, player=bot.account, reason=reason)


STOP = AdminAction(
    Kind.BAN,
    "bot",
    _("Stop"),
    "block",
    _(
        "Bans the bot’s account right away: it loses its live games, its program is disconnected, and it "
        "disappears from all lists. Its owner and their other bots go on."
    ),
    stop_bot,
    TermForm,
    ActionVariant.DANGER,
)
READMIT = AdminAction(
    Kind.UNBAN,
    "bot",
    _("Let it play again"),
    "lock_open",
    _("Lifts the ban of the bot’s account."),
    readmit_bot,
    ReasonForm,
)


@admin.register(BotAccount)
class BotAccountAdmin(RulingActionsMixin, ReadOnlyAdmin):
    """Players' bots, newest first."""

    list_title = _("Bots of players")
    list_display = ("name", "whose", "engine", "version", "source", "points", "since", "state")
    list_display_links = ("name",)
    list_select_related = ("account", "owner")
    list_filter = (
        choice_filter("state", _("state"), STATES),
        choice_filter("since", _("since"), time_choices("since")),
    )
    ordering = ("-account",)
    search_fields = ("account",)
    search_help_text = _("The start of the name of a bot or its owner")
    fields = (
        ("profile", "whose"),
        ("engine", "version"),
        "source",
        ("since", "version_since"),
        ("points", "state"),
        "trials",
    )
    actions_detail = ("stop_bot", "readmit_bot")
    actions_row = ("stop_bot",)

    stop_bot = action_button(STOP)
    readmit_bot = action_button(READMIT)
    profile = link_column(_("account"), player_link, "account")
    whose = link_column(_("owner"), player_link, "owner")

    def get_queryset(self, request: HttpRequest) -> QuerySet[BotAccount]:
        bots: QuerySet[BotAccount] = super().get_queryset(request)
        own = Standing.objects.filter(player=OuterRef("pk"), kind=Ladder.BOTS).values("points")
        return bots.annotate(points_now=Coalesce(Subquery(own), INITIAL_POINTS, output_field=IntegerField()))

    def search_filter(self, term: str) -> Q:
        players = player_ids_by_prefix(term)
        return Q(account__in=players) | Q(owner__in=players)

    def is_applicable(self, kind: Kind, subject: Any) -> bool:
        return is_banned(subject.account) == (kind is Kind.UNBAN)

    @column(_("bot"))
    def name(self, bot: BotAccount) -> str:
        return bot.account.username

    @column(_("points"))
    def points(self, bot: BotAccount) -> int:
        return bot.points_now  # type: ignore[attr-defined,no-any-return]

    @column(_("state"))
    def state(self, bot: BotAccount) -> str:
        until = bot.account.banned_until
        if until is None or not is_banned(bot.account):
            return "-"
        return str(_("stopped %(how_long)s")) % {"how_long": describe_until(until)}

    @column(_("trials"))
    def trials(self, bot: BotAccount) -> str:
        latest = Trial.objects.filter(bot=bot.pk).order_by("-begun_at")[:SHOWN_TRIALS]
        return format_html_join("", "<p>{}, {}</p>", ((_state_of(one), one) for one in latest)) or "-"


def _state_of(trial: Trial) -> str:
    if trial.ended_at is None:
        return str(_("runs"))
    return f"{trial.ended_at:%Y-%m-%d}"
