"""The notification that a day's game is open."""

from datetime import timedelta

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from people.notices.kinds import BELL, MAIL, PUSH, Kind

DAILY_OPEN = Kind(
    name="daily_open",
    ways=(BELL, PUSH, MAIL),
    default=(BELL,),
    label=_("Today’s game is open"),
    hint=_("In the bell only if you’ve played one in the last seven days."),
    lasts=timedelta(hours=12),
    describe=lambda parts: gettext("Today’s game is open."),
    is_worded_by_pages=True,
)

KINDS = (DAILY_OPEN,)
