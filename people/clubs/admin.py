"""Clubs in the admin: names, members, reports and hosts' decisions."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext_lazy as _
from unfold.enums import ActionVariant
from unfold.widgets import UnfoldAdminTextInputWidget, UnfoldBooleanWidget

from common.admin.filters import OPEN_OR_ANSWERED
from common.admin.links import admin_link, link_column, player_link
from common.admin.read_only import ReadOnlyAdmin, choice_filter, column, count_of, equals
from game.models import Player
from people.clubs import rulings
from people.clubs.models import Club, ClubReport, ClubRuling, Membership
from people.clubs.names import MAX_LENGTH, slug_of
from people.clubs.roles import by_rank
from people.moderation.admin.decisions import Decision, DecisionsMixin, decision_button
from people.moderation.admin.forms import ReasonForm

BY_CLUB = _("The start of a club’s name")


class RenameForm(ReasonForm):
    """A form for a reason and a new name, and whether to delete the description."""

    name = forms.CharField(label=_("Name"), max_length=MAX_LENGTH, widget=UnfoldAdminTextInputWidget())
    clear = forms.BooleanField(label=_("Delete its description"), required=False, widget=UnfoldBooleanWidget)


RENAME = Decision(
    "club",
    _("Rename"),
    "edit",
    _("The club gets another name and another address. Its owners see the reason."),
    rulings.rename,
    RenameForm,
)
CLOSE = Decision(
    "club",
    _("Close"),
    "block",
    _("The club closes for good, and its name is free. Its owners see the reason."),
    rulings.close,
    variant=ActionVariant.DANGER,
)
ANSWER = Decision(
    "report",
    _("Answer"),
    "reply",
    _("Say what you decided. Everyone who reported this club learns that it was answered."),
    rulings.answer,
    variant=ActionVariant.PRIMARY,
)


class ClubDecisionsMixin(DecisionsMixin):
    """Adds the decisions of hosts about clubs."""

    def may_decide(self, by: Player) -> bool:
        return rulings.may_rule(by)


@admin.register(Club)
class ClubAdmin(ClubDecisionsMixin, ReadOnlyAdmin):
    """Clubs, newest first."""

    list_display = ("name", "about", "size", "created_at", "closed_at")
    list_filter = (
        choice_filter(
            "state",
            _("state"),
            {
                "open": (_("Open"), equals("closed_at", None)),
                "closed": (_("Closed"), lambda: ~Q(closed_at=None)),
            },
        ),
    )
    ordering = ("-id",)
    search_fields = ("slug",)
    search_help_text = BY_CLUB
    fields = ("name", "about", "page", "people", "created_at", "closed_at", "decisions")
    readonly_fields = fields
    actions_detail = ("rename_club", "close_club")

    rename_club = decision_button(RENAME)
    close_club = decision_button(CLOSE)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Club]:
        clubs: QuerySet[Club] = super().get_queryset(request)
        return clubs.annotate(members_there_are=count_of(Membership.objects.all(), "club"))

    def search_filter(self, term: str) -> Q:
        return Q(slug__startswith=slug_of(term))

    def is_offered(self, what: Decision, subject: Club) -> bool:
        return subject.closed_at is None

    def describe_subject(self, subject: Club) -> str:
        return subject.about

    def get_initial(self, subject: Club) -> dict[str, Any]:
        return {"name": subject.name}

    @column(_("members"))
    def size(self, club: Club) -> int:
        return club.members_there_are  # type: ignore[attr-defined,no-any-return]

    @column(_("page"))
    def page(self, club: Club) -> str:
        if club.slug is None:
            return "-"
        return format_html(
            '<a class="admin-link" href="{}">{}</a>', reverse("club", args=[club.slug]), club.slug
        )

    @column(_("members"))
    def people(self, club: Club) -> str:
        members = by_rank(Membership.objects.filter(club=club)).select_related("player")
        return format_html_join(
            "", "<p>{}, {}</p>", ((player_link(one.player), one.get_role_display()) for one in members)
        )

    @column(_("decisions"))
    def decisions(self, club: Club) -> str:
        made = ClubRuling.objects.filter(club=club).select_related("by").order_by("pk")
        return format_html_join("", "<p>{}</p>", ((ruling,) for ruling in made))


@admin.register(ClubReport)
class ClubReportAdmin(ClubDecisionsMixin, ReadOnlyAdmin):
    """Clubs that players reported, and the rulings on them."""

    list_title = _("Reports of clubs")
    list_display = ("at", "reported_by", "what", "why", "answer")
    list_display_links = ("at",)
    list_select_related = ("by", "club", "ruling__by")
    list_filter = (choice_filter("state", _("state"), OPEN_OR_ANSWERED),)
    ordering = ("-id",)
    search_fields = ("club",)
    search_help_text = BY_CLUB
    fields = list_display
    actions_detail = ("answer_report",)

    answer_report = decision_button(ANSWER)
    reported_by = link_column(_("reported by"), player_link, "by")

    def search_filter(self, term: str) -> Q:
        return Q(club__slug__startswith=slug_of(term))

    def is_offered(self, what: Decision, subject: ClubReport) -> bool:
        return subject.ruling_id is None

    def describe_subject(self, subject: ClubReport) -> str:
        return subject.why

    @column(_("club"))
    def what(self, report: ClubReport) -> str:
        return admin_link("club", report.club_id, report.club.name, "clubs")

    @column(_("answer"))
    def answer(self, report: ClubReport) -> str:
        return str(report.ruling or _("waiting"))


@admin.register(ClubRuling)
class ClubRulingAdmin(ReadOnlyAdmin):
    """The read-only record of rulings on clubs."""

    list_title = _("Decisions about clubs")
    list_display = ("at", "kind", "club", "name_before", "reason", "by")
    list_display_links = ("at",)
    list_select_related = ("club", "by")
    ordering = ("-id",)
    search_fields = ("club",)
    search_help_text = BY_CLUB
    fields = ("at", "kind", "club", "name_before", "about_before", "reason", "by")

    def search_filter(self, term: str) -> Q:
        return Q(club__slug__startswith=slug_of(term))
