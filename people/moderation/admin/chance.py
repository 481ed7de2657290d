"""Revealed deals, the monitor of their shuffle, reports of doubted deals, and unrevealed games."""

import json
from typing import Any

from django.contrib import admin
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext_lazy as _

from common.admin.filters import time_choices
from common.admin.links import admin_link, game_link, link_column, player_link
from common.admin.read_only import (
    SEARCH_HELP,
    ReadOnlyAdmin,
    choice_filter,
    column,
    equals,
    player_ids_by_prefix,
)
from game.engine.cards import text, texts
from game.models import Game, Ruling
from game.shared_decks.barrier import OPEN, without_open
from people.moderation.admin.actions import SETTLE_DOUBT, RulingActionsMixin, action_button
from people.moderation.rights import Kind
from rng.deal import deal_six
from rng.models import Deal, Doubt, Unshown, Watch

GAME_ID_HELP = _("Game ID")
OPEN_OR_SETTLED = {
    "open": (_("Waiting"), equals("settled_at", None)),
    "settled": (_("Settled"), lambda: ~Q(settled_at=None)),
}


@admin.register(Deal)
class DealAdmin(ReadOnlyAdmin):
    """The record of deals, newest first. Each is written when its link is revealed to the players."""

    list_display = ("at", "table", "number", "pone", "dealer", "starter", "points", "watched")
    list_display_links = ("at",)
    list_filter = (
        choice_filter(
            "watched",
            _("tested"),
            {"no": (_("Not yet"), equals("watched", False)), "yes": (_("Yes"), equals("watched", True))},
        ),
    )
    ordering = ("-id",)
    search_fields = ("game",)
    search_help_text = GAME_ID_HELP
    fields = (*list_display, "cards")
    table = link_column(_("game"), game_link, "game")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Deal]:
        return without_open(super().get_queryset(request), "game")

    def search_filter(self, term: str) -> Q:
        return Q(game=term)

    @column(_("pone"))
    def pone(self, deal: Deal) -> str:
        return " ".join(texts(deal_six(deal.deck).pone)) if deal.number else "-"

    @column(_("dealer"))
    def dealer(self, deal: Deal) -> str:
        return " ".join(texts(deal_six(deal.deck).dealer)) if deal.number else "-"

    @column(_("starter"))
    def starter(self, deal: Deal) -> str:
        return text(deal_six(deal.deck).starter) if deal.number else "-"

    @column(_("pone, dealer, crib"))
    def points(self, deal: Deal) -> str:
        counted = (deal.pone_hand, deal.dealer_hand, deal.crib)
        return " · ".join("-" if points is None else str(points) for points in counted)

    @column(_("the whole deck"))
    def cards(self, deal: Deal) -> str:
        return " ".join(texts(deal.deck))


@admin.register(Doubt)
class DoubtAdmin(RulingActionsMixin, ReadOnlyAdmin):
    """Deals that did not match what a player saw, according to the browser."""

    list_title = _("Deal reports")
    list_display = ("at", "table", "number", "doubted_by", "said", "found_by_us", "settled_at")
    list_display_links = ("at",)
    list_select_related = ("by",)
    list_filter = (
        choice_filter("state", _("state"), OPEN_OR_SETTLED),
        choice_filter("at", _("reported"), time_choices("at")),
    )
    ordering = ("-id",)
    search_fields = ("game",)
    search_help_text = SEARCH_HELP
    actions_detail = actions_row = ("settle_doubt",)

    settle_doubt = action_button(SETTLE_DOUBT)
    table = link_column(_("game"), game_link, "game")
    doubted_by = link_column(_("reported by"), player_link, "by")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Doubt]:
        under_way = Game.objects.unfinished().filter(pk=OuterRef("game"))
        hidden = OPEN.filter(game=OuterRef("game"))
        doubts: QuerySet[Doubt] = super().get_queryset(request)
        return doubts.annotate(is_hidden=Exists(hidden), is_under_way=Exists(under_way))

    def get_fields(self, request: HttpRequest, obj: Doubt | None = None) -> tuple[str, ...]:
        """Hide a browser's evidence until the game is over: it may name later deals of the game."""
        is_over = obj is not None and not (obj.is_hidden or obj.is_under_way)  # type: ignore[attr-defined]
        return (*self.list_display, "deal", "answer", *(["shown"] if is_over else []))

    def search_filter(self, term: str) -> Q:
        return Q(game=term) | Q(by__in=player_ids_by_prefix(term))

    def is_applicable(self, kind: Kind, subject: Doubt) -> bool:
        return subject.settled_at is None

    @column(_("says"))
    def said(self, doubt: Doubt) -> Any:
        return _("hidden: others still play these cards") if doubt.is_hidden else doubt.says  # type: ignore[attr-defined]

    @column(_("our check"))
    def found_by_us(self, doubt: Doubt) -> Any:
        return doubt.fault or _("finds nothing wrong")

    @column(_("recorded as"))
    def deal(self, doubt: Doubt) -> Any:
        deal = Deal.objects.filter(game=doubt.game, number=doubt.number).first()
        return _("not recorded") if deal is None else admin_link("deal", deal.pk, str(deal), app="rng")

    @column(_("outcome"))
    def answer(self, doubt: Doubt) -> Any:
        if doubt.settled_at is None:
            return _("waiting")
        return Ruling.objects.filter(game=doubt.game, at=doubt.settled_at).select_related("by").first() or "-"

    @column(_("what the browser was sent and saw"))
    def shown(self, doubt: Doubt) -> str:
        return format_html("<pre>{}</pre>", json.dumps(doubt.evidence, indent=2, sort_keys=True))


@admin.register(Watch)
class WatchAdmin(ReadOnlyAdmin):
    """The statistical evidence about the shuffle."""

    list_title = _("Shuffle monitor")
    list_display = ("deals", "now", "at_its_highest", "alarmed_at", "alarmed_after")
    fields = (*list_display, "each")
    ordering = ("id",)

    def search_filter(self, term: str) -> Q:
        """Match every row: there is only one."""
        return Q()

    @column(_("evidence"))
    def now(self, watch: Watch) -> str:
        return f"{watch.evidence:.4g}"

    @column(_("highest"))
    def at_its_highest(self, watch: Watch) -> str:
        return f"{watch.highest:.4g}"

    @column(_("each bet, as a power of e"))
    def each(self, watch: Watch) -> str:
        bets = ((name, f"{at_first:+.3f}") for name, (at_first, _) in watch.bets.items())
        return format_html_join("", "<p>{}: {}</p>", bets)


@admin.register(Unshown)
class UnshownAdmin(ReadOnlyAdmin):
    """Games that were called off because the server could not reveal its part of the shuffle."""

    list_title = _("Unrevealed games")
    list_display = ("at", "table")
    list_display_links = ("at",)
    ordering = ("-id",)
    search_fields = ("game",)
    search_help_text = GAME_ID_HELP
    fields = list_display
    table = link_column(_("game"), game_link, "game")

    def search_filter(self, term: str) -> Q:
        return Q(game=term)
