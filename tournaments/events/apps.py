"""Events as a Django app."""

from django.apps import AppConfig
from django.db.models import Q

from common.loaded_when_called import LoadedWhenCalled


class EventsConfig(AppConfig):
    """Evenings of many games; each result enters in the transaction that ends its game, in every process."""

    name = "tournaments.events"
    label = "events"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from common.page_parts import part_loaders, path_loaders
        from game.bot_accounts.unused import belongings
        from game.lobby.banner import banner_loaders
        from game.lobby.without_advice import games_without_advice
        from game.shared_rounds.on_close import on_close
        from game.web.event_of_game import event_loaders
        from people.clubs.founding import before_close, on_dissolve, on_rename
        from people.moderation.on_ban import on_ban
        from tournaments.events.personal_data import register_sections

        register_sections()
        banner_loaders.append(LoadedWhenCalled("tournaments.events.next_event.load_banner"))
        on_ban.append(LoadedWhenCalled("tournaments.events.withdrawal.withdraw_player"))
        on_close.append(LoadedWhenCalled("tournaments.events.boards_on_record.record_round"))
        before_close.append(LoadedWhenCalled("tournaments.events.closing.object_to_close"))
        on_dissolve.append(LoadedWhenCalled("tournaments.events.closing.call_off_events"))
        on_rename.append(LoadedWhenCalled("tournaments.events.changes.show_change_of_club"))
        belongings.append("events.Entry")
        games_without_advice.append(Q(pairing__isnull=False))
        event_loaders.append(LoadedWhenCalled("tournaments.events.of_game.load_event_of"))
        part_loaders["front"].append(LoadedWhenCalled("tournaments.events.web.page_parts.describe_on_front"))
        part_loaders["profile_details"].append(
            LoadedWhenCalled("tournaments.events.web.page_parts.describe_in_profile")
        )
        part_loaders["head_to_head"].append(
            LoadedWhenCalled("tournaments.events.web.page_parts.describe_meetings")
        )
        path_loaders.append(LoadedWhenCalled("tournaments.events.web.page_parts.list_paths"))
