"""Points of engines: the record of what hosts have pinned, and the page to pin points."""

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.decorators import action
from unfold.enums import ActionVariant
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminSelectWidget

from common.admin.action_page import action_page, posted
from common.admin.links import link_column, player_link
from common.admin.read_only import ReadOnlyAdmin, choice_filter, column
from game.engines.house import find_identity, shown_digest
from game.table.bot_accounts import BOTS, bot_name
from people.moderation.admin.actions import staff_user
from people.moderation.admin.forms import ReasonForm
from ranking import pins
from ranking.models import Pin
from ranking.pins import MAX_POINTS, MIN_POINTS

EXPLANATION = gettext_lazy(
    "Games with this engine can be rated from now on, for as long as its file stays as it is. Measure it "
    "first, by manage.py arena. Games that have begun keep the points that they began with."
)
STATES = {
    "points": (gettext_lazy("With points"), lambda: Q(points__isnull=False)),
    "fun": (gettext_lazy("For fun"), lambda: Q(points=None)),
}


class PinForm(ReasonForm):
    """A form for a current engine, its points, and a reason."""

    engine = forms.ChoiceField(label=gettext_lazy("Engine"), widget=UnfoldAdminSelectWidget())
    points = forms.IntegerField(
        label=gettext_lazy("Points"),
        required=False,
        min_value=MIN_POINTS,
        max_value=MAX_POINTS,
        help_text=gettext_lazy("Novice has 1500, Advanced 2500. Leave it empty to take the points away."),
        widget=UnfoldAdminIntegerFieldWidget(),
    )
    field_order = ("engine", "points", "reason")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        # The code is part of the choice: an engine that has changed since the page was opened is no valid
        # choice.
        self.engines = {f"{key} {code}": (key, code) for key, code in _engines_here()}
        named = [(choice, _describe(*engine)) for choice, engine in self.engines.items()]
        self.fields["engine"].choices = named  # type: ignore[attr-defined]
        self.fields["reason"].help_text = _("Such as the result of an arena. It’s recorded with your name.")


def _engines_here() -> list[tuple[str, str]]:
    """Return the configured engines that can be read, each with its code."""
    codes = ((key, shown_digest(key)) for key, bot in BOTS.items() if bot.is_engine)
    return [(key, code) for key, code in codes if code]


def _describe(key: str, code: str) -> str:
    return f"{bot_name(key)} ({', '.join(filter(None, (_version(key), code)))})"


def _version(key: str) -> str:
    """Return an engine's own name and version, if it has reported them to this process."""
    identity = find_identity(key)
    return f"{identity.name} {identity.version}" if identity else ""


@admin.register(Pin)
class PinAdmin(ReadOnlyAdmin):
    """Pinned points, newest first."""

    list_title = gettext_lazy("Points of engines")
    list_display = ("at", "engine", "version", "code", "pinned", "state", "who", "reason")
    list_display_links = ("at",)
    list_select_related = ("by",)
    list_filter = (choice_filter("state", gettext_lazy("state"), STATES),)
    ordering = ("-id",)
    search_fields = ("bot",)
    search_help_text = gettext_lazy("The start of an engine’s name")
    fields = list_display
    actions_list = ("pin_points",)
    who = link_column(gettext_lazy("by"), player_link, "by", absent=gettext_lazy("a deleted account"))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Pin]:
        rows: QuerySet[Pin] = super().get_queryset(request)
        same = Pin.objects.filter(bot=OuterRef("bot"), code=OuterRef("code")).order_by("-pk")
        return rows.annotate(last=Subquery(same.values("pk")[:1]))

    def search_filter(self, term: str) -> Q:
        return Q(bot__in=[key for key, bot in BOTS.items() if bot.name.lower().startswith(term.lower())])

    @column(gettext_lazy("engine"))
    def engine(self, row: Pin) -> str:
        return bot_name(row.bot)

    @column(gettext_lazy("points"))
    def pinned(self, row: Pin) -> str:
        return _("for fun") if row.points is None else str(row.points)

    @column(gettext_lazy("state"))
    def state(self, row: Pin) -> str:
        if row.last != row.pk:  # type: ignore[attr-defined]
            return _("replaced")
        return _("stands") if shown_digest(row.bot) == row.code else _("another version plays")

    @action(  # type: ignore[untyped-decorator]
        description=gettext_lazy("Pin points"), url_path="pin-points", icon="push_pin",
        variant=ActionVariant.PRIMARY,
    )  # fmt: skip
    def pin_points(self, request: HttpRequest) -> HttpResponse:
        """Show the form for an engine, its points and a reason. With valid input, pin the points."""
        by = staff_user(request)
        if not by.is_superuser:
            raise PermissionDenied
        form = PinForm(posted(request))

        def pin(engine: str, points: int | None, reason: str) -> str:
            bot, code = form.engines[engine]
            pins.pin(bot=bot, code=code, version=_version(bot), points=points, by=by.pk, reason=reason)
            return _("Recorded. It’s for games that begin from now on.")

        objection = None if form.engines else _("There’s no engine to pin points to: ENGINES names them.")
        return action_page(
            self,
            request,
            form,
            pin,
            title=_("Pin points"),
            action={"label": _("Pin points"), "explanation": EXPLANATION, "variant": ActionVariant.PRIMARY},
            back=reverse("admin:ranking_pin_changelist"),
            more=lambda: {"objection": objection},
        )

    def get_actions_list(self, request: HttpRequest) -> list[Any]:
        return list(super().get_actions_list(request)) if staff_user(request).is_superuser else []
