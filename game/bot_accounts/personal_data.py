"""The personal data that API bots store about their owner and about themselves."""

from common.lazy_import import lazy_import
from common.personal_data import Section, register
from game.bot_accounts.models import BotAccount, Trial


def register_sections() -> None:
    register(
        "bots_owned",
        export=Section(
            lambda me: BotAccount.objects.filter(owner=me),
            "engine version source since version_since",
            {"name": "account__username"},
        ),
        erase=lazy_import("people.settings.deletion.delete_bots"),
    )
    register(
        "is_a_bot_of",
        export=Section(
            lambda me: BotAccount.objects.filter(account=me),
            "engine version source since version_since",
            {"of": "owner__username"},
        ),
    )
    register(
        "trials_of_this_bot",
        export=Section(
            lambda me: Trial.objects.filter(bot=me), "id against pairs engine version begun_at ended_at"
        ),
    )
