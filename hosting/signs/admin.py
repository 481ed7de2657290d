"""Signs in the admin: a list, and a page for each with its decisions."""

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.decorators import action
from unfold.enums import ActionVariant
from unfold.widgets import UnfoldAdminTextareaWidget

from common.admin.action_page import action_page, change_url, load_row, posted
from common.admin.filters import BY_NAME, time_choices
from common.admin.links import admin_link, link_column, player_link
from common.admin.read_only import (
    ReadOnlyAdmin,
    choice_filter,
    column,
    equals,
    player_ids_by_prefix,
    value_filter,
)
from hosting.signs.answering import may_answer, put_aside
from hosting.signs.finding import EventDecision, load_decisions
from hosting.signs.models import Sign

SHOWN = 200  # decisions on a page: more than nine games have


class NoteForm(forms.Form):
    """The form for a moderator's note. Hosts and moderators can read it, the player cannot."""

    note = forms.CharField(
        label=gettext_lazy("Note"),
        max_length=500,
        help_text=gettext_lazy("It’s kept with your name. The player doesn’t see it."),
        widget=UnfoldAdminTextareaWidget({"rows": 3}),
    )


@admin.register(Sign)
class SignAdmin(ReadOnlyAdmin):
    """Players whose decisions in an event differ from their usual ones.

    A moderator dismisses a sign with a note.
    """

    list_title = gettext_lazy("Signs in events")
    list_display = ("at", "who", "of", "kind", "deviates", "related", "games", "state")
    list_display_links = ("at",)
    list_select_related = ("player", "event", "looked_by")
    list_filter = (
        choice_filter(
            "state",
            gettext_lazy("state"),
            {
                "waiting": (gettext_lazy("Waiting"), equals("looked_at", None)),
                "aside": (gettext_lazy("Put aside"), equals("looked_at__isnull", False)),
            },
        ),
        value_filter("kind", gettext_lazy("kind"), Sign.Kind.choices),
        choice_filter("at", gettext_lazy("when"), time_choices("at")),
    )
    ordering = ("-id",)
    search_fields = ("player",)
    search_help_text = BY_NAME
    fields = (*list_display, "timed", "looked_by", "looked_at", "note", "what_it_means", "decisions")
    readonly_fields = ("what_it_means", "decisions")
    actions_detail = ("put_sign_aside",)
    who = link_column(gettext_lazy("player"), player_link, "player")

    def search_filter(self, term: str) -> Any:
        return equals("player__in", player_ids_by_prefix(term))()

    @column(gettext_lazy("event"))
    def of(self, sign: Sign) -> str:
        return admin_link("event", sign.event_id, str(sign.event), app="events")

    @column(gettext_lazy("deviation"))
    def deviates(self, sign: Sign) -> str:
        return f"{sign.deviation:+.1f}"

    @column(gettext_lazy("time with difficulty"))
    def related(self, sign: Sign) -> str:
        return f"{sign.correlation:+.2f}"

    @column(gettext_lazy("state"))
    def state(self, sign: Sign) -> str:
        return str(_("waiting") if sign.looked_at is None else _("put aside"))

    @column(gettext_lazy("what it means"))
    def what_it_means(self, sign: Sign) -> str:
        return str(
            _(
                "In this event the player’s decisions cost much less, or much more, than in 100 games "
                "of their own, and close decisions took them no longer than plain ones. There may be "
                "good reasons: a friend’s lesson, a bad night, a slow connection. Nothing happens by "
                "itself."
            )
        )

    @column(gettext_lazy("decisions"))
    def decisions(self, sign: Sign) -> str:
        rows = format_html_join(
            "", "<tr>" + "<td>{}</td>" * 4 + '<td class="number">{}</td>' * 3 + "</tr>",
            (_cells(one) for one in load_decisions(sign.event, sign.player)[:SHOWN]),
        )  # fmt: skip
        head = format_html(
            '<th scope="col">{}</th>' * 4 + '<th scope="col" class="number">{}</th>' * 3,
            _("game"), _("deal"), _("made"), _("best"), _("lost"), _("second best behind by"), _("seconds"),
        )  # fmt: skip
        return format_html(
            '<div class="desk-card wide sign-decisions"><table>'
            "<thead><tr>{}</tr></thead><tbody>{}</tbody></table></div>",
            head, rows,
        )  # fmt: skip

    @action(  # type: ignore[untyped-decorator]
        description=gettext_lazy("Nothing to it"), url_path="put-sign-aside", icon="done",
        variant=ActionVariant.PRIMARY,
    )  # fmt: skip
    def put_sign_aside(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask for a note. With one, dismiss the sign."""
        sign = load_row(self, request, object_id)
        if not may_answer(request.user, sign):  # type: ignore[arg-type]
            raise PermissionDenied

        def answer(note: str) -> str:
            put_aside(by=request.user, sign=sign, note=note)  # type: ignore[arg-type]
            return _("Put aside. Your note is on record.")

        return action_page(
            self,
            request,
            NoteForm(posted(request)),
            answer,
            title=str(sign),
            action={
                "label": _("Nothing to it"),
                "explanation": _("You looked at the decisions, and there is nothing to it."),
                "variant": ActionVariant.PRIMARY,
            },
            back=change_url(sign),
        )

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        sign = self.get_object(request, str(object_id))
        if sign is None or sign.looked_at is not None or not may_answer(request.user, sign):  # type: ignore[arg-type]
            return []
        return list(super().get_actions_detail(request, object_id))


def _cells(one: EventDecision) -> tuple[Any, ...]:
    decision = one.decision
    best, *others = decision["lines"]
    address = f"{reverse('replay', args=[one.game])}#{decision['ply']}"
    return (
        format_html('<a class="admin-link" href="{}">{}</a>', address, one.game),
        decision["deal"],
        " ".join(decision["made"]["cards"]),
        " ".join(best["cards"]),
        f"{decision['lost'] / 10_000:.2f}%",
        f"{(best['win'] - others[0]['win']) / 10_000:.2f}%" if others else "-",
        f"{one.think_ms / 1000:.1f}",
    )
