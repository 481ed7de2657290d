"""The kinds of notifications. Each app that notifies players defines its own in a module `notice_kinds`.

A kind has its possible ways (bell, push, mail), its default ways, and its sentence.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from functools import cache
from typing import Any

from django.utils.translation import gettext

from common.app_modules import load_app_modules
from people.notices.models import Notice

Parts = Mapping[str, Any]


class Way(StrEnum):
    """A way to deliver a notification."""

    BELL = "bell"
    PUSH = "push"
    MAIL = "mail"


BELL, PUSH, MAIL = Way


def is_unread(notice: Notice) -> bool:
    return notice.read_at is None


def find_none(notices: Collection[Notice]) -> set[int]:
    return set()


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of notification."""

    name: str
    ways: tuple[Way, ...]
    default: tuple[Way, ...]
    # Ways that cannot be switched off: another player waits for an answer, or the player is owed one.
    always: tuple[Way, ...] = ()
    # Whether the bell computes it from the database while it applies, instead of listing stored ones.
    is_computed: bool = False
    # Whether it is mailed separately, instead of in the daily mail.
    has_own_mail: bool = False
    # The kind whose switches apply to it, if not its own.
    group: str = ""
    # The name and explanation on the settings page. They are translated, so equality ignores them.
    label: Any = field(default="", compare=False)
    hint: Any = field(default="", compare=False)
    # The optional app that sends it, if any. The settings page hides it on a site without that app.
    wing: str = ""
    # How long it may be pushed, unless the notification itself has an end.
    lasts: timedelta = timedelta(hours=4)
    # Returns its sentence in the current language.
    describe: Callable[[Parts], str] = field(compare=False)
    # Whether pages build the sentence (static/js/people/notices/notices.js). Otherwise the bell gets it from
    # the server.
    is_worded_by_pages: bool = False
    # The page that it links to, if its parts have neither a game nor a url.
    path: Callable[[Parts], str] | None = field(default=None, compare=False)
    # Whether a notification still deserves a push or a mail.
    stands: Callable[[Notice], bool] = field(default=is_unread, compare=False)
    # Returns the keys of unread notifications that the bell no longer shows as news.
    find_lapsed: Callable[[Collection[Notice]], set[int]] = field(default=find_none, compare=False)

    @property
    def setting(self) -> str:
        """Return the name under which a player's choice is stored."""
        return self.group or self.name


@cache
def load_kinds() -> Mapping[str, Kind]:
    """Return every kind of the installed apps by name, in the order of the settings page."""
    kinds: dict[str, Kind] = {}
    for module in load_app_modules("notice_kinds"):
        for kind in module.KINDS:
            if kind.name in kinds:
                raise ValueError(f"There is already a kind of notification {kind.name}.")
            kinds[kind.name] = kind
    return kinds


def name_in(parts: Parts) -> str:
    """Return the other player's name, with a mark for a guest or a bot."""
    if nickname := parts.get("nickname"):
        return gettext("%(name)s (guest)") % {"name": nickname}
    name = str(parts.get("opponent") or parts.get("by") or "")
    return gettext("%(name)s (bot)") % {"name": name} if parts.get("program") else name
