"""The house bot that fills a seat in events that allow it."""

from common import clock
from game.table import bot_accounts
from tournaments.events.models import Entry, Event

# Strong enough to be a real opponent, and predictable: it does not adapt to its opponents.
BRAIN = "advanced"


def seat_house_bot(event: Event) -> None:
    """Enter the house bot, once."""
    bot = bot_accounts.get_or_create_account(BRAIN)
    Entry.objects.get_or_create(event=event, player=bot, defaults={"joined_at": clock.now()})
