"""Erase the titles and reasons that a player wrote, when their account is deleted."""

from django.db.models import Q, QuerySet

from game.models import Player
from people.notices.models import Notice
from tournaments.events.models import Event, EventAction, Team
from tournaments.events.record.changes import show_change, show_change_of
from tournaments.events.record.notify import about_of

DELETED_TEXT = "(deleted)"


def erase_titles(player: Player) -> None:
    """Replace the titles of a player's events by the kinds. The title of a duel of clubs was never theirs."""
    for event in Event.objects.filter(by=player).exclude(kind=Event.Kind.DUEL).order_by("pk"):
        event.title = str(event.get_kind_display()).capitalize()
        event.save(update_fields=["title"])
        _rename_in_notices(event)
        _erase_titles_in(EventAction.objects.filter(event=event))
    show_change_of(player)


def erase_team_names(player: Player) -> None:
    """Replace the names of the teams of a player's events by their numbers."""
    for team in Team.objects.filter(event__by=player, club=None):
        team.name = f"Team {team.number + 1}"
        team.save(update_fields=["name"])


def erase_reasons(player: Player) -> None:
    """Erase the reasons that a player gave as a director, also where the event shows them."""
    own = EventAction.objects.filter(by=player)
    for action in own.select_related("event"):
        if action.event.reason.strip() == action.reason:
            Event.objects.filter(pk=action.event_id).update(reason=DELETED_TEXT)
        _erase_in_notices(action)
    _erase_titles_in(own)
    show_change(*sorted({*own.values_list("event", flat=True)}))
    own.update(reason=DELETED_TEXT)


def _erase_titles_in(actions: QuerySet[EventAction]) -> None:
    """Erase the former and the new title in the record of an edit."""
    for action in actions.filter(details__has_key="title"):
        action.details = {**(action.details or {}), "title": [DELETED_TEXT, DELETED_TEXT]}
        action.save(update_fields=["details"])


def _rename_in_notices(event: Event) -> None:
    games = event.pairings.values_list("game", flat=True)
    of_tables = Q(about__in=[f"game:{game}" for game in games])
    of_event = Q(about=f"event:{event.pk}") | Q(about__startswith=f"event:{event.pk}:")
    for notice in Notice.objects.filter(of_tables | of_event, parts__has_key="event"):
        notice.parts["event"] = event.shown_title
        notice.save(update_fields=["parts"])


def _erase_in_notices(action: EventAction) -> None:
    for notice in Notice.objects.filter(about=about_of(action)):
        notice.parts["reason"] = DELETED_TEXT
        notice.save(update_fields=["parts"])
