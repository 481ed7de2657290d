"""Clubs in the admin: names, members, reports and hosts' decisions."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action
from unfold.enums import ActionVariant
from unfold.widgets import UnfoldAdminTextInputWidget, UnfoldBooleanWidget

from common.admin.filters import OPEN_OR_ANSWERED
from common.admin.links import admin_link, player_link
from common.admin.read_only import ReadOnlyAdmin, choice_filter, column, equals
from common.refusal import Refusal
from people.clubs import rulings
from people.clubs.models import Club, ClubReport, ClubRuling, Membership
from people.clubs.names import MAX_LENGTH, slug_of
from people.clubs.roles import by_rank
from people.moderation.admin.actions import staff_user
from people.moderation.admin.forms import ReasonForm

BY_CLUB = _("The start of a club’s name")


class RenameForm(ReasonForm):
    """A form for a reason and a new name, and whether to delete the description."""

    name = forms.CharField(label=_("Name"), max_length=MAX_LENGTH, widget=UnfoldAdminTextInputWidget())
    clear = forms.BooleanField(label=_("Delete its description"), required=False, widget=UnfoldBooleanWidget)


@dataclass(frozen=True, slots=True)
class ClubAction:
    """An action: its button, its explanation, its form, and the function that runs it."""

    subject_argument: str
    label: Any
    icon: str
    explanation: Any
    rule: Callable[..., ClubRuling]
    form: type[ReasonForm] = ReasonForm
    variant: ActionVariant = ActionVariant.DEFAULT


RENAME = ClubAction(
    "club",
    _("Rename"),
    "edit",
    _("The club gets another name and another address. Its owners see the reason."),
    rulings.rename,
    RenameForm,
)
CLOSE = ClubAction(
    "club",
    _("Close"),
    "block",
    _("The club closes for good, and its name is free. Its owners see the reason."),
    rulings.close,
    variant=ActionVariant.DANGER,
)
ANSWER = ClubAction(
    "report",
    _("Answer"),
    "reply",
    _("Say what you decided. Everyone who reported this club learns that it was answered."),
    rulings.answer,
    variant=ActionVariant.PRIMARY,
)


def action_button(what: ClubAction) -> Any:
    """Return the view of an action, which is both its button and its page."""

    def show_page(model_admin: "ClubActionsMixin", request: HttpRequest, object_id: str) -> HttpResponse:
        return model_admin.action_view(request, object_id, what)

    name = f"{what.rule.__name__}_{what.subject_argument}"
    show_page.__name__ = show_page.__qualname__ = name
    return action(
        description=what.label, url_path=name.replace("_", "-"), icon=what.icon, variant=what.variant
    )(show_page)


class ClubActionsMixin:
    """Adds the actions of hosts to an admin class."""

    def is_open(self, subject: Any) -> bool:
        """Return whether actions on this row are still possible."""
        return True

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        subject = self.get_object(request, str(object_id))  # type: ignore[attr-defined]
        if subject is None or not self.is_open(subject) or not rulings.may_rule(staff_user(request)):
            return []
        buttons: list[Any] = super().get_actions_detail(request, object_id)  # type: ignore[misc]
        return buttons

    def action_view(self, request: HttpRequest, object_id: str, what: ClubAction) -> HttpResponse:
        """Show the page that asks for a reason. Given a reason, store the ruling."""
        by = staff_user(request)
        if not rulings.may_rule(by):
            raise PermissionDenied
        subject = self.get_object(request, object_id)  # type: ignore[attr-defined]
        if subject is None:
            raise Http404
        back = f"admin:{subject._meta.app_label}_{subject._meta.model_name}_change"
        initial = {"name": subject.name} if isinstance(subject, Club) else {}
        form = what.form(request.POST if request.method == "POST" else None, initial=initial)
        if form.is_valid():
            try:
                ruling = what.rule(by=by, **{what.subject_argument: subject}, **form.cleaned_data)
            except Refusal as fault:
                form.add_error(fault.code if fault.code in form.fields else None, fault.says)
            else:
                messages.success(request, _("Recorded: %(ruling)s") % {"ruling": ruling})
                return redirect(back, subject.pk)
        context = {
            **self.admin_site.each_context(request),  # type: ignore[attr-defined]
            "opts": subject._meta,
            "title": f"{what.label}: {subject}",
            "admin_action": what,
            "quoted": subject.about if isinstance(subject, Club) else subject.why,
            "form": form,
            "back": reverse(back, args=[subject.pk]),
        }
        status = 400 if request.method == "POST" else 200
        return TemplateResponse(request, "admin/game/action.html", context, status=status)


@admin.register(Club)
class ClubAdmin(ClubActionsMixin, ReadOnlyAdmin):
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

    rename_club = action_button(RENAME)
    close_club = action_button(CLOSE)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Club]:
        clubs: QuerySet[Club] = super().get_queryset(request)
        return clubs.annotate(members_there_are=Count("members"))

    def search_filter(self, term: str) -> Q:
        return Q(slug__startswith=slug_of(term))

    def is_open(self, subject: Club) -> bool:
        return subject.closed_at is None

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
class ClubReportAdmin(ClubActionsMixin, ReadOnlyAdmin):
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

    answer_report = action_button(ANSWER)

    def search_filter(self, term: str) -> Q:
        return Q(club__slug__startswith=slug_of(term))

    def is_open(self, subject: ClubReport) -> bool:
        return subject.ruling_id is None

    @column(_("reported by"))
    def reported_by(self, report: ClubReport) -> str:
        return player_link(report.by)

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
