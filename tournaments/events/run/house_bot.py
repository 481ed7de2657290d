"""The house bot that fills a seat where an event says so."""

from common import clock
from game.table import bot_accounts
from tournaments.events.models import Entry, Event

# It is strong enough that to meet it is no gift, and plays as one expects: it learns of nobody.
BRAIN = "advanced"


def seat_house_bot(event: Event) -> None:
    """Enter the house bot, once."""
    bot = bot_accounts.get_or_create_account(BRAIN)
    Entry.objects.get_or_create(event=event, player=bot, defaults={"joined_at": clock.now()})
