"""The personal data that events store about a player: their entries, events and actions."""

from common.lazy_import import lazy_import
from common.personal_data import Section, Stays, register
from tournaments.events.models import (
    CalendarFeed,
    DuelOffer,
    Entry,
    Event,
    EventAction,
    Series,
    Suspension,
    Team,
)


def register_sections() -> None:
    register(
        "events_entered",
        export=Section(
            lambda me: Entry.objects.filter(player=me),
            "event joined_at left_at banned_at is_paused is_disqualified no_shows tables place seed played"
            " points wins spread plus x",
            {"title": "event__title", "for_club": "club__name", "for_team": "team__name"},
        ),
        erase=Stays(
            "The other players’ results and places follow from it.",
            also=lazy_import("tournaments.events.manage.withdrawal.withdraw_on_commit"),
        ),
    )
    register(
        "events_made",
        export=Section(
            lambda me: Event.objects.filter(by=me),
            "id kind title created_at starts_at closes_at ended_at state reason",
        ),
        erase=lazy_import("tournaments.events.record.erasing.erase_titles"),
    )
    register(
        "teams_named",
        export=Section(lambda me: Team.objects.filter(event__by=me, club=None), "event number name"),
        erase=lazy_import("tournaments.events.record.erasing.erase_team_names"),
    )
    # Without the player that the action is about.
    register(
        "events_directed",
        export=Section(lambda me: EventAction.objects.filter(by=me), "event kind minutes reason details at"),
        erase=lazy_import("tournaments.events.record.erasing.erase_reasons"),
    )
    register(
        "directed_about_me",
        export=Section(lambda me: EventAction.objects.filter(player=me), "event kind reason at"),
        erase=Stays("It explains an event’s results to the other players."),
    )
    register(
        "suspensions_from_events",
        export=Section(lambda me: Suspension.objects.filter(player=me), "event at until lifted_at"),
    )
    register(
        "duels_offered",
        export=Section(
            lambda me: DuelOffer.objects.filter(by=me),
            "at starts_at games team_size clock answer event",
            {"club_name": "club__name", "rival_name": "rival__name"},
        ),
        erase=Stays("It is an agreement of two clubs."),
    )
    register(
        "events_repeated",
        export=Section(
            lambda me: Series.objects.filter(by=me),
            "created_at ended_at rule starts_at zone settings",
            {"for_club": "club__name"},
        ),
        erase=lambda me: Series.objects.filter(by=me).delete(),
    )
    register("calendar", export=Section(lambda me: CalendarFeed.objects.filter(player=me), "token made_at"))
