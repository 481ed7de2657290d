"""The notification that a followed player is online."""

from datetime import timedelta

from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from people.notices.kinds import BELL, MAIL, PUSH, Kind, name_in

FOLLOWED_HERE = Kind(
    name="followed_here",
    ways=(BELL, PUSH, MAIL),
    default=(BELL,),
    label=_("A player you follow is here"),
    lasts=timedelta(minutes=15),
    describe=lambda parts: gettext("%(name)s is here.") % {"name": name_in(parts)},
    is_worded_by_pages=True,
    path=lambda parts: reverse("profile", args=[parts["by"]]),
)

KINDS = (FOLLOWED_HERE,)
