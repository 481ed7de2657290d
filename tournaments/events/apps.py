"""Events as a Django app."""

from django.apps import AppConfig
from django.db.models import Q

from common.lazy_import import lazy_import


class EventsConfig(AppConfig):
    """Evenings of many games; each result enters in the transaction that ends its game, in every process."""

    name = "tournaments.events"
    label = "events"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from common.page_parts import part_loaders, path_loaders
        from game.accounts.advice_permission import games_without_advice
        from game.bot_accounts.unused import belongings
        from game.lobby.display.banner import banner_loaders
        from game.shared_rounds.on_close import on_close
        from game.web.event_of_game import event_loaders
        from people.clubs.founding import before_close, on_dissolve, on_rename
        from people.moderation.on_ban import on_ban
        from tournaments.events.personal_data import register_sections

        register_sections()
        banner_loaders.append(lazy_import("tournaments.events.show.next_event.load_banner"))
        on_ban.append(lazy_import("tournaments.events.manage.withdrawal.withdraw_player"))
        on_close.append(lazy_import("tournaments.events.run.results.record_round"))
        before_close.append(lazy_import("tournaments.events.run.closing.object_to_close"))
        on_dissolve.append(lazy_import("tournaments.events.run.closing.call_off_events"))
        on_rename.append(lazy_import("tournaments.events.record.changes.show_change_of_club"))
        belongings.append("events.Entry")
        games_without_advice.append(Q(pairing__isnull=False))
        event_loaders.append(lazy_import("tournaments.events.show.of_game.load_event_of"))
        part_loaders["front"].append(lazy_import("tournaments.events.web.page_parts.describe_on_front"))
        part_loaders["profile_details"].append(
            lazy_import("tournaments.events.web.page_parts.describe_in_profile")
        )
        part_loaders["head_to_head"].append(
            lazy_import("tournaments.events.web.page_parts.describe_meetings")
        )
        path_loaders.append(lazy_import("tournaments.events.web.page_parts.list_paths"))
