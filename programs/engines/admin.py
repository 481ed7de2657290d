"""Players' engines in the admin: their list, the past decisions, and the two actions."""

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action
from unfold.enums import ActionVariant

from common.admin.links import admin_link, player_link
from common.admin.read_only import ReadOnlyAdmin, choice_filter, column, equals
from common.refusal import Refusal
from game.engines.models import EngineDecision, RemoteEngine
from people.moderation.admin.actions import staff_user
from people.moderation.admin.forms import ReasonForm
from programs.engines import rulings

BY_ENGINE = _("The start of an engine’s name")
ACTIONS = {
    "allow_engine": (
        rulings.allow,
        _("Allow"),
        ActionVariant.PRIMARY,
        _("It plays as a house bot, for fun alone. Its program runs elsewhere, and is shown its seat."),
    ),
    "stop_engine": (
        rulings.stop,
        _("Stop"),
        ActionVariant.DANGER,
        _("It begins no game, and finishes those it has by the simplest moves."),
    ),
}
OFFERED = {"waiting": [*ACTIONS], "allowed": ["stop_engine"], "stopped": ["allow_engine"]}


def action_button(name: str, icon: str) -> Any:
    """Return the view of an action, which is both its button and its page."""

    def show_page(model_admin: "RemoteEngineAdmin", request: HttpRequest, object_id: str) -> HttpResponse:
        return model_admin.action_view(request, object_id, name)

    show_page.__name__ = show_page.__qualname__ = name
    _rule, label, variant, _explanation = ACTIONS[name]
    return action(description=label, url_path=name.replace("_", "-"), icon=icon, variant=variant)(show_page)


@admin.register(RemoteEngine)
class RemoteEngineAdmin(ReadOnlyAdmin):
    """Engines that players have registered, newest first."""

    list_title = _("Engines of players")
    list_display = ("name", "version", "whose", "state", "registered_at")
    list_select_related = ("owner",)
    list_filter = (
        choice_filter(
            "state",
            _("state"),
            {one.value: (one.label, equals("state", one.value)) for one in RemoteEngine.State},
        ),
    )
    ordering = ("-id",)
    search_fields = ("name",)
    search_help_text = BY_ENGINE
    fields = (*list_display, "decisions")
    readonly_fields = ("decisions",)
    actions_detail = tuple(ACTIONS)

    allow_engine = action_button("allow_engine", "check")
    stop_engine = action_button("stop_engine", "block")

    def search_filter(self, term: str) -> Q:
        return Q(name__startswith=term.lower())

    @column(_("owner"))
    def whose(self, engine: RemoteEngine) -> str:
        return player_link(engine.owner)

    @column(_("decisions"))
    def decisions(self, engine: RemoteEngine) -> str:
        made = EngineDecision.objects.filter(engine=engine).select_related("by").order_by("pk")
        return format_html_join("", "<p>{}</p>", ((decision,) for decision in made))

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        engine = self.get_object(request, str(object_id))
        if engine is None or not rulings.may_decide(staff_user(request)):
            return []
        offered = OFFERED[engine.state]
        return [
            one
            for one in super().get_actions_detail(request, object_id)
            if one.path.replace("-", "_") in offered
        ]

    def action_view(self, request: HttpRequest, object_id: str, name: str) -> HttpResponse:
        """Show the page that asks for a reason. Given a reason, carry out the decision."""
        by, (rule, label, variant, explanation) = staff_user(request), ACTIONS[name]
        if not rulings.may_decide(by):
            raise PermissionDenied
        engine = self.get_object(request, object_id)
        if engine is None:
            raise Http404
        form = ReasonForm(request.POST if request.method == "POST" else None)
        if form.is_valid():
            try:
                decision = rule(by=by, engine=engine, **form.cleaned_data)
            except Refusal as fault:
                form.add_error(fault.code if fault.code in form.fields else None, fault.says)
            else:
                messages.success(request, _("Recorded: %(ruling)s") % {"ruling": decision})
                return redirect("admin:engines_remoteengine_change", engine.pk)
        context = {
            **self.admin_site.each_context(request),
            "opts": engine._meta,
            "title": f"{label}: {engine}",
            "admin_action": {"label": label, "explanation": explanation, "variant": variant},
            "form": form,
            "back": reverse("admin:engines_remoteengine_change", args=[engine.pk]),
        }
        status = 400 if request.method == "POST" else 200
        return TemplateResponse(request, "admin/game/action.html", context, status=status)


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
