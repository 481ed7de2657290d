"""The kinds of notices: each app that notifies players names its own in a module `notice_kinds`.

A kind says by which ways its notices may come, by which they come unless the player chooses otherwise, and
its sentence.
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
    """How a notice comes to a player."""

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
    """A kind of notice."""

    name: str
    ways: tuple[Way, ...]
    default: tuple[Way, ...]
    # Ways that cannot be switched off: another player waits for an answer, or the player is owed one.
    always: tuple[Way, ...] = ()
    # Whether the bell computes it from the database until it is done, rather than list what was stored.
    is_computed: bool = False
    # Whether mail of it goes by itself, and does not wait for the others of the day.
    has_own_mail: bool = False
    # The kind whose switches it goes by, if not its own.
    group: str = ""
    # Name and explanation on the page of settings. They are translated, so kinds are compared without them.
    label: Any = field(default="", compare=False)
    hint: Any = field(default="", compare=False)
    # The optional wing that sends it, if any: a site without it does not ask which way it shall come.
    wing: str = ""
    # How long it is of use by push, unless the notice itself says until when.
    lasts: timedelta = timedelta(hours=4)
    # Its sentence, in the language of the moment.
    describe: Callable[[Parts], str] = field(compare=False)
    # Whether pages make the sentence (static/js/people/notices/notices.js). Otherwise the bell is sent it.
    is_worded_by_pages: bool = False
    # The page that it leads to, where its parts name neither a game nor a url.
    path: Callable[[Parts], str] | None = field(default=None, compare=False)
    # Whether a notice is still worth a push or a mail.
    stands: Callable[[Notice], bool] = field(default=is_unread, compare=False)
    # The keys of those unread notices that the bell no longer shows as news.
    find_lapsed: Callable[[Collection[Notice]], set[int]] = field(default=find_none, compare=False)

    @property
    def setting(self) -> str:
        """The name under which a player's choice is kept."""
        return self.group or self.name


@cache
def load_kinds() -> Mapping[str, Kind]:
    """Return every kind of the installed apps by its name, in the order of the settings page."""
    kinds: dict[str, Kind] = {}
    for module in load_app_modules("notice_kinds"):
        for kind in module.KINDS:
            if kind.name in kinds:
                raise ValueError(f"There is a kind of notice {kind.name} already.")
            kinds[kind.name] = kind
    return kinds


def name_in(parts: Parts) -> str:
    """Return the other player's name; that of a guest or a program says so."""
    if nickname := parts.get("nickname"):
        return gettext("%(name)s (guest)") % {"name": nickname}
    name = str(parts.get("opponent") or parts.get("by") or "")
    return gettext("%(name)s (bot)") % {"name": name} if parts.get("program") else name
