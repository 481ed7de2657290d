"""Players' engines in the admin: their list, the past decisions, and the two actions."""

from django.contrib import admin
from django.db.models import Q
from django.utils.html import format_html_join
from django.utils.translation import gettext_lazy as _
from unfold.enums import ActionVariant

from common.admin.links import admin_link, link_column, player_link
from common.admin.read_only import ReadOnlyAdmin, column, value_filter
from game.engines.models import EngineDecision, RemoteEngine
from game.models import Player
from people.moderation.admin.decisions import Decision, DecisionsMixin, decision_button
from programs.engines import rulings

BY_ENGINE = _("The start of an engine’s name")
ALLOW = Decision(
    "engine",
    _("Allow"),
    "check",
    _("It plays as a house bot, for fun alone. Its program runs elsewhere, and is shown its seat."),
    rulings.allow,
    variant=ActionVariant.PRIMARY,
)
STOP = Decision(
    "engine",
    _("Stop"),
    "block",
    _("It begins no game, and finishes those it has by the simplest moves."),
    rulings.stop,
    variant=ActionVariant.DANGER,
)
OFFERED = {"waiting": (ALLOW, STOP), "allowed": (STOP,), "stopped": (ALLOW,)}


@admin.register(RemoteEngine)
class RemoteEngineAdmin(DecisionsMixin, ReadOnlyAdmin):
    """Engines that players have registered, newest first."""

    list_title = _("Engines of players")
    list_display = ("name", "version", "whose", "state", "registered_at")
    list_select_related = ("owner",)
    list_filter = (value_filter("state", _("state"), RemoteEngine.State.choices),)
    ordering = ("-id",)
    search_fields = ("name",)
    search_help_text = BY_ENGINE
    fields = (*list_display, "decisions")
    readonly_fields = ("decisions",)
    actions_detail = (ALLOW.name, STOP.name)

    allow_engine = decision_button(ALLOW)
    stop_engine = decision_button(STOP)
    whose = link_column(_("owner"), player_link, "owner")

    def search_filter(self, term: str) -> Q:
        return Q(name__startswith=term.lower())

    @column(_("decisions"))
    def decisions(self, engine: RemoteEngine) -> str:
        made = EngineDecision.objects.filter(engine=engine).select_related("by").order_by("pk")
        return format_html_join("", "<p>{}</p>", ((decision,) for decision in made))

    def may_decide(self, by: Player) -> bool:
        return rulings.may_decide(by)

    def is_offered(self, what: Decision, subject: RemoteEngine) -> bool:
        return what in OFFERED[subject.state]


@admin.register(EngineDecision)
class EngineDecisionAdmin(ReadOnlyAdmin):
    """The read-only record of decisions about engines."""

    list_title = _("Decisions about engines")
    list_display = ("at", "kind", "which", "version", "reason", "by")
    list_display_links = ("at",)
    list_select_related = ("engine", "by")
    ordering = ("-id",)
    search_fields = ("engine",)
    search_help_text = BY_ENGINE
    fields = list_display

    def search_filter(self, term: str) -> Q:
        return Q(engine__name__startswith=term.lower())

    @column(_("engine"))
    def which(self, decision: EngineDecision) -> str:
        return admin_link("remoteengine", decision.engine_id, decision.engine.name, "engines")
