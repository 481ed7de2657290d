"""Apps of players in the admin: their list, the decisions about them, and the two actions.

The toolkit's other tables, which hold tokens and codes, are shown nowhere.
"""

from datetime import datetime
from typing import Any

from django.contrib import admin
from django.db.models import Count, DateTimeField, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.translation import gettext_lazy as _
from oauth2_provider.models import AccessToken, Application, Grant, IDToken, RefreshToken
from unfold.enums import ActionVariant

from common.admin.filters import time_choices
from common.admin.links import admin_link, link_column, player_link
from common.admin.read_only import ReadOnlyAdmin, choice_filter, column, player_ids_by_prefix
from game.models import Player
from people.moderation.admin.decisions import Decision, DecisionsMixin, decision_button
from programs.oauth.decisions import allow, may_decide, stop
from programs.oauth.models import AppDecision

for model in (AccessToken, Application, Grant, IDToken, RefreshToken):
    admin.site.unregister(model)

STOP = Decision(
    "app",
    _("Stop"),
    "block",
    _(
        "Everything that it holds for players ends at once, and it gets nothing new. Its owner is notified,"
        " with the reason."
    ),
    stop,
    variant=ActionVariant.DANGER,
)
ALLOW = Decision(
    "app",
    _("Allow again"),
    "lock_open",
    _("Players can connect it again. Its owner is notified, with the reason."),
    allow,
)
_LATEST = AppDecision.objects.filter(app=OuterRef("pk")).order_by("-pk").values("kind")[:1]
STATES = {
    "stopped": (_("Stopped"), lambda: Q(latest=AppDecision.Kind.STOP)),
    "runs": (_("Allowed"), lambda: Q(latest=None) | Q(latest=AppDecision.Kind.ALLOW)),
}


@admin.register(Application)
class AppAdmin(DecisionsMixin, ReadOnlyAdmin):
    """Apps that players have registered, newest first."""

    list_title = _("Apps of players")
    list_display = ("name", "whose", "people", "last_token", "created", "state")
    list_select_related = ("user",)
    list_filter = (
        choice_filter("state", _("state"), STATES),
        choice_filter("created", _("registered"), time_choices("created")),
    )
    ordering = ("-id",)
    search_fields = ("client_id",)
    search_help_text = _("The start of its owner’s name, or a client ID")
    fields = (*list_display, "client_id", "redirects", "decisions")
    readonly_fields = ("decisions",)
    actions_detail = (STOP.name, ALLOW.name)

    stop_app = decision_button(STOP)
    allow_app = decision_button(ALLOW)
    whose = link_column(_("owner"), player_link, "user")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Application]:
        apps: QuerySet[Application] = super().get_queryset(request)
        tokens = RefreshToken.objects.filter(application=OuterRef("pk"))
        people = tokens.filter(revoked=None).order_by().values("application")
        counted = people.annotate(people=Count("user", distinct=True)).values("people")
        described: QuerySet[Application] = apps.annotate(
            people_now=Coalesce(Subquery(counted), 0, output_field=IntegerField()),
            last_token_at=Subquery(
                tokens.order_by("-created").values("created")[:1], output_field=DateTimeField()
            ),
            latest=Subquery(_LATEST),
        )
        return described

    def search_filter(self, term: str) -> Q:
        return Q(client_id=term) | Q(user__in=player_ids_by_prefix(term))

    @column(_("people who use it"))
    def people(self, app: Any) -> int:
        return int(app.people_now)

    @column(_("last token"))
    def last_token(self, app: Any) -> datetime | None:
        at: datetime | None = app.last_token_at
        return at

    @column(_("state"))
    def state(self, app: Any) -> str:
        return "stopped" if app.latest == AppDecision.Kind.STOP else "-"

    @column(_("addresses"))
    def redirects(self, app: Application) -> str:
        return format_html_join("", "<p>{}</p>", ((address,) for address in app.redirect_uris.split())) or "-"

    @column(_("decisions"))
    def decisions(self, app: Application) -> str:
        made = AppDecision.objects.filter(app=app).select_related("by").order_by("pk")
        return format_html_join("", "<p>{}</p>", ((decision,) for decision in made)) or "-"

    def may_decide(self, by: Player) -> bool:
        return may_decide(by)

    def is_offered(self, what: Decision, subject: Any) -> bool:
        is_stopped: bool = subject.latest == AppDecision.Kind.STOP
        return (what is ALLOW) == is_stopped


@admin.register(AppDecision)
class AppDecisionAdmin(ReadOnlyAdmin):
    """The read-only record of decisions about apps."""

    list_title = _("Decisions about apps")
    list_display = ("at", "kind", "which", "client_id", "reason", "by")
    list_display_links = ("at",)
    list_select_related = ("app", "by")
    ordering = ("-id",)
    search_fields = ("client_id",)
    search_help_text = _("A client ID")
    fields = list_display

    def search_filter(self, term: str) -> Q:
        return Q(client_id=term)

    @column(_("app"))
    def which(self, decision: AppDecision) -> str:
        app = decision.app
        return "-" if app is None else admin_link("application", app.pk, app.name, "oauth2_provider")
