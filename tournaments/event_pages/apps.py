"""The pages of events as a Django app."""

from django.apps import AppConfig

from common.lazy_import import lazy_import


class EventPagesConfig(AppConfig):
    """The pages, calls and streams of events, and what other pages show of them."""

    name = "tournaments.event_pages"
    label = "event_pages"

    def ready(self) -> None:
        from common.page_parts import part_loaders, path_loaders
        from game.web.event_of_game import event_loaders
        from tournaments.event_pages.calendars import calendar_loaders

        calendar_loaders.append(lazy_import("people.appointments.calendar.load_calendar"))
        event_loaders.append(lazy_import("tournaments.events.show.of_game.load_event_of"))
        part_loaders["front"].append(lazy_import("tournaments.event_pages.page_parts.describe_on_front"))
        part_loaders["profile_details"].append(
            lazy_import("tournaments.event_pages.page_parts.describe_in_profile")
        )
        part_loaders["first_times"].append(
            lazy_import("tournaments.event_pages.page_parts.describe_first_event")
        )
        part_loaders["head_to_head"].append(
            lazy_import("tournaments.event_pages.page_parts.describe_meetings")
        )
        path_loaders.append(lazy_import("tournaments.event_pages.page_parts.list_paths"))
