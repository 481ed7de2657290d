"""Events in the admin: read-only lists, and hosts' actions on an event, each with a reason and recorded."""

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.admin import TabularInline
from unfold.enums import ActionVariant
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminSelectWidget

from common import clock
from common.admin.action_page import action_page, change_url, load_row, page_button, posted
from common.admin.filters import BY_NAME, time_choices
from common.admin.links import admin_link, game_link, link_column, player_link
from common.admin.read_only import (
    ReadOnlyAdmin,
    choice_filter,
    column,
    count_of,
    equals,
    player_ids_by_prefix,
    value_filter,
)
from game.shared_decks.barrier import OPEN
from people.clubs.lookup import club_ids_by_prefix
from people.moderation.admin.actions import AdminAction, RulingActionsMixin, action_button
from people.moderation.admin.forms import ReasonForm
from people.moderation.rights import Kind
from tournaments.events.manage.actions import is_host
from tournaments.events.manage.offered_actions import OFFERED_ACTIONS, OfferedAction, perform
from tournaments.events.manage.rulings import readmit
from tournaments.events.models import DuelOffer, Entry, Event, EventAction, Pairing, Suspension
from tournaments.events.show.event_json import event_json

ICONS = {
    "pause": "pause",
    "resume": "play_arrow",
    "extend": "more_time",
    "end": "stop",
    "void": "undo",
    "disqualify": "person_off",
}


def event_link(event: Event) -> str:
    return admin_link("event", event.pk, event.title, app="events")


class MinutesForm(ReasonForm):
    """A form for a reason and a number of minutes."""

    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes"), min_value=1, max_value=240, initial=15,
        widget=UnfoldAdminIntegerFieldWidget,
    )  # fmt: skip


class PlayerForm(ReasonForm):
    """A form for a reason and one of the players of an event."""

    player = forms.ChoiceField(label=gettext_lazy("Player"), widget=UnfoldAdminSelectWidget)

    def offer(self, event: Event) -> None:
        """Offer the players who are not disqualified yet."""
        entries = Entry.objects.filter(event=event, is_disqualified=False).order_by("player__username")
        names = list(entries.values_list("player__username", flat=True))
        self.fields["player"].choices = [(name, name) for name in names]  # type: ignore[attr-defined]


FORMS: dict[str, type[ReasonForm]] = {"extend": MinutesForm, "disqualify": PlayerForm}


class Given:
    """The values of such a form, as an action takes them."""

    def __init__(self, chosen: dict[str, Any]) -> None:
        self.reason: str = chosen["reason"]
        self.minutes: int = chosen.get("minutes", 0)
        self.player: str = chosen.get("player", "")
        self.game: str = ""
        self.points: int = -1


def offered_button(offered: OfferedAction) -> Any:
    """Return the view of an action, which is both its button on an event's page and its own page."""

    def view(model_admin: "EventAdmin", request: HttpRequest, object_id: str) -> HttpResponse:
        return model_admin.offered_view(request, object_id, offered)

    variant = ActionVariant.DANGER if offered.look == "danger" else ActionVariant.DEFAULT
    button = page_button(f"{offered.act}_event", offered.title, ICONS[offered.act], variant, view)
    button.offered = offered
    return button


class ReadOnlyInline(TabularInline):  # type: ignore[misc]
    """Read-only rows of an event."""

    extra = 0
    can_delete = False
    show_change_link = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class EntryInline(ReadOnlyInline):
    """The players who entered, and their results."""

    model = Entry
    fields = (
        "who", "joined_at", "left_at", "is_paused", "is_disqualified", "no_shows", "place", "played",
        "points", "wins", "spread",
    )  # fmt: skip
    readonly_fields = fields
    who = link_column(gettext_lazy("player"), player_link, "player")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entry]:
        entries: QuerySet[Entry] = super().get_queryset(request)
        return entries.select_related("player").order_by("place", "-points", "pk")


class ActionInline(ReadOnlyInline):
    """The actions taken on the event."""

    model = EventAction
    fields = ("at", "kind", "by", "player", "minutes", "reason")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[EventAction]:
        actions: QuerySet[EventAction] = super().get_queryset(request)
        return actions.select_related("by", "player").order_by("-at")


@admin.register(Event)
class EventAdmin(ReadOnlyAdmin):
    """Events, and the actions that a host can take."""

    list_display = ("starts_at", "title", "kind", "state", "entrants", "made_by", "page")
    list_display_links = ("starts_at", "title")
    list_select_related = ("by",)
    list_filter = (
        value_filter("state", gettext_lazy("state"), Event.State.choices),
        value_filter("kind", gettext_lazy("kind"), Event.Kind.choices),
        choice_filter("starts_at", gettext_lazy("when"), time_choices("starts_at")),
    )
    ordering = ("-starts_at",)
    search_fields = ("id",)
    search_help_text = gettext_lazy("Event ID, or the start of its name")
    # The sealed root must stay secret while an event lasts.
    fields = (
        "id", "page", "title", "kind", "state", "reason", "made_by", "created_at", "starts_at", "closes_at",
        "ended_at", "paused_at", "games", "minutes", "target", "counting", "clock", "rated", "best_of",
        "bots_allowed", "root_commitment", "root", "version",
    )  # fmt: skip
    inlines = (EntryInline, ActionInline)

    pause_event = offered_button(OFFERED_ACTIONS["pause"])
    resume_event = offered_button(OFFERED_ACTIONS["resume"])
    extend_event = offered_button(OFFERED_ACTIONS["extend"])
    end_event = offered_button(OFFERED_ACTIONS["end"])
    void_event = offered_button(OFFERED_ACTIONS["void"])
    disqualify_event = offered_button(OFFERED_ACTIONS["disqualify"])
    actions_detail = tuple(f"{act}_event" for act in ICONS)
    made_by = link_column(gettext_lazy("made by"), player_link, "by", absent=gettext_lazy("the schedule"))

    def search_filter(self, term: str) -> Q:
        return Q(pk=term) | Q(by__in=player_ids_by_prefix(term))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Event]:
        events: QuerySet[Event] = super().get_queryset(request)
        return events.annotate(entered=count_of(Entry.objects.filter(left_at=None), "event"))

    @column(gettext_lazy("entered"))
    def entrants(self, event: Event) -> int:
        return event.entered  # type: ignore[attr-defined, no-any-return]

    @column(gettext_lazy("page"))
    def page(self, event: Event) -> str:
        return page_link(event)

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        buttons = super().get_actions_detail(request, object_id)
        event = self.get_object(request, str(object_id))
        if event is None or not is_host(request.user):
            return []
        shown = event_json(event)
        return [button for button in buttons if button.method.offered.offered_for(shown)["is_possible"]]

    def offered_view(self, request: HttpRequest, object_id: str, offered: OfferedAction) -> HttpResponse:
        """Show the page that asks for a reason. Given a reason, run the action."""
        if not is_host(request.user):
            raise PermissionDenied
        event = load_row(self, request, object_id)
        form = FORMS.get(offered.act, ReasonForm)(posted(request))
        if isinstance(form, PlayerForm):
            form.offer(event)

        def run(**given: Any) -> str:
            perform(by=request.user, event_id=event.pk, act=offered.act, why=Given(given))
            return str(offered.done)

        return action_page(
            self,
            request,
            form,
            run,
            title=f"{offered.title}: {event}",
            action={
                "label": offered.button,
                "explanation": offered.explanation,
                "variant": ActionVariant.DANGER if offered.look == "danger" else ActionVariant.PRIMARY,
            },
            back=change_url(event),
        )


@admin.register(Pairing)
class PairingAdmin(ReadOnlyAdmin):
    """The tables of all events, and their results."""

    list_display = ("opened_at", "of", "table", "deals_first", "opponent", "ending", "score")
    list_display_links = ("opened_at",)
    list_select_related = ("event", "first__player", "second__player")
    list_filter = (
        choice_filter(
            "ending",
            gettext_lazy("ending"),
            {one.value or "live": (one.label, equals("ending", one)) for one in Pairing.Ending},
        ),
        choice_filter("opened_at", gettext_lazy("when"), time_choices("opened_at")),
    )
    ordering = ("-id",)
    search_fields = ("event",)
    search_help_text = gettext_lazy("Event ID, game ID, or the start of a player’s name")
    fields = (*list_display, "ended_at", "stage", "place")
    of = link_column(gettext_lazy("event"), event_link, "event")
    table = link_column(gettext_lazy("game"), game_link, "game_id")
    deals_first = link_column(gettext_lazy("deals first"), player_link, "first.player")
    opponent = link_column(gettext_lazy("opponent"), player_link, "second.player")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Pairing]:
        """Return every table, without finished ones whose cards others still play."""
        pairings: QuerySet[Pairing] = super().get_queryset(request)
        return pairings.filter(Q(ending="") | ~Q(game__in=OPEN.values("game")))

    def search_filter(self, term: str) -> Q:
        players = player_ids_by_prefix(term)
        return Q(event=term) | Q(game=term) | Q(first__player__in=players) | Q(second__player__in=players)

    @column(gettext_lazy("score"))
    def score(self, pairing: Pairing) -> str:
        return f"{pairing.score_first} – {pairing.score_second}" if pairing.ending else "-"


READMIT = AdminAction(
    Kind.READMIT,
    "suspension",
    gettext_lazy("Lift"),
    "event_available",
    gettext_lazy("The player can enter events again, and no later suspension is longer for this one."),
    readmit,
)


@admin.register(Suspension)
class SuspensionAdmin(RulingActionsMixin, ReadOnlyAdmin):
    """Players who may not enter events for a while because they missed their tables."""

    list_display = ("at", "who", "of", "until", "lifted_at")
    list_display_links = ("at",)
    list_select_related = ("player", "event")
    list_filter = (choice_filter("at", gettext_lazy("when"), time_choices("at")),)
    ordering = ("-id",)
    search_fields = ("player",)
    search_help_text = BY_NAME
    fields = list_display
    actions_detail = ("readmit",)

    readmit = action_button(READMIT)
    who = link_column(gettext_lazy("player"), player_link, "player")
    of = link_column(gettext_lazy("event"), event_link, "event")

    def search_filter(self, term: str) -> Q:
        return Q(player__in=player_ids_by_prefix(term))

    def is_applicable(self, kind: Kind, subject: Suspension) -> bool:
        return subject.lifted_at is None and subject.until > clock.now()


@admin.register(DuelOffer)
class DuelOfferAdmin(ReadOnlyAdmin):
    """Invitations of clubs to duels, and the answers."""

    list_title = gettext_lazy("Invitations to duels")
    list_display = ("at", "club_link", "rival_link", "invited_by", "starts_at", "games", "said", "duel")
    list_display_links = ("at",)
    list_select_related = ("club", "rival", "by", "event")
    list_filter = (
        choice_filter(
            "answer",
            gettext_lazy("answer"),
            {one.value or "waiting": (one.label, equals("answer", one)) for one in DuelOffer.Answer},
        ),
        choice_filter("at", gettext_lazy("when"), time_choices("at")),
    )
    ordering = ("-id",)
    search_fields = ("club",)
    search_help_text = gettext_lazy("Event ID, or the start of the name of a club or of its director")
    fields = (*list_display, "team_size", "clock")
    invited_by = link_column(gettext_lazy("by"), player_link, "by")
    duel = link_column(gettext_lazy("event"), event_link, "event")

    def search_filter(self, term: str) -> Q:
        clubs = club_ids_by_prefix(term)
        by = player_ids_by_prefix(term)
        return Q(event=term) | Q(club__in=clubs) | Q(rival__in=clubs) | Q(by__in=by)

    @column(gettext_lazy("club"))
    def club_link(self, offer: DuelOffer) -> str:
        return admin_link("club", offer.club_id, str(offer.club), app="clubs")

    @column(gettext_lazy("invites"))
    def rival_link(self, offer: DuelOffer) -> str:
        return admin_link("club", offer.rival_id, str(offer.rival), app="clubs")

    @column(gettext_lazy("answer"))
    def said(self, offer: DuelOffer) -> str:
        is_past = not offer.answer and offer.starts_at <= clock.now()
        return _("none in time") if is_past else offer.get_answer_display()


@admin.register(EventAction)
class EventActionAdmin(ReadOnlyAdmin):
    """The read-only record of hosts' and directors' actions on events, with their reasons."""

    list_title = gettext_lazy("What was done to events")
    list_display = ("at", "of", "kind", "by", "about", "minutes", "reason")
    list_display_links = ("at",)
    list_select_related = ("event", "by", "player")
    list_filter = (
        value_filter("kind", gettext_lazy("kind"), EventAction.Kind.choices),
        choice_filter("at", gettext_lazy("when"), time_choices("at")),
    )
    ordering = ("-id",)
    search_fields = ("event",)
    search_help_text = gettext_lazy("Event ID, or the start of a name: the player concerned or the host")
    fields = list_display
    of = link_column(gettext_lazy("event"), event_link, "event")
    about = link_column(gettext_lazy("about"), player_link, "player")

    def search_filter(self, term: str) -> Q:
        players = player_ids_by_prefix(term)
        return Q(event=term) | Q(player__in=players) | Q(by__in=players)


def page_link(event: Event) -> str:
    """Return a link to the page that players see."""
    return format_html('<a class="admin-link" href="{}">{}</a>', reverse("event", args=[event.pk]), _("open"))
