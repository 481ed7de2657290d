"""What a notice says where no page makes the sentence: on a device's screen, and in a mail."""

from collections.abc import Callable, Mapping
from typing import Any

from django.conf import settings
from django.urls import is_valid_path, reverse
from django.utils.translation import gettext

from common.wings import OPTIONAL_WINGS
from game.models import Ruling
from people.notices.kinds import KINDS
from people.notices.models import Notice

Parts = Mapping[str, Any]


def describe(notice: Notice) -> str:
    """The sentence of a notice, in the language of the moment."""
    return SENTENCES[notice.kind](notice.parts)


def path_of(notice: Notice) -> str:
    """The page that a notice is about."""
    parts = notice.parts
    if "url" in parts and has_page(notice):
        return str(parts["url"])
    if "game" in parts:
        return reverse("table", args=[parts["game"]])
    if notice.kind == "followed_here":
        return reverse("profile", args=[parts["by"]])
    return reverse("front")


def has_page(notice: Notice) -> bool:
    """Return whether the page of a notice is there: its wing may have been left out since it was written."""
    has_all = len(settings.WINGS) == len(OPTIONAL_WINGS)
    return has_all or "url" not in notice.parts or bool(is_valid_path(notice.parts["url"]))


def _name(parts: Parts) -> str:
    """What the other player is called: a guest with a nickname is marked as one, and a bot of a player."""
    if nickname := parts.get("nickname"):
        return gettext("%(name)s (guest)") % {"name": nickname}
    name = str(parts.get("opponent") or parts.get("by") or "")
    return gettext("%(name)s (bot)") % {"name": name} if parts.get("program") else name


def _invitation(parts: Parts) -> str:
    """An invitation, or what has become of a request to join a club."""
    said = {
        "asked": gettext("%(name)s asks to join %(title)s."),
        "accepted": gettext("%(title)s let you in: you’re a member now."),
        "declined": gettext("%(title)s declined your request to join."),
        "final": gettext("You’ve qualified: %(title)s"),
        "owner": gettext("The owner of %(title)s is gone. It’s yours now."),
        "boards": gettext("%(name)s has played your cards: both boards are open."),
    }
    sentence = said.get(parts.get("what", ""), gettext("%(name)s invites you: %(title)s"))
    return sentence % {"name": _name(parts), "title": parts.get("title", "")}


def _event_changed(parts: Parts) -> str:
    sentences = {
        "called_off": gettext("%(event)s is called off: %(reason)s"),
        "extended": gettext("%(event)s lasts %(minutes)s minutes longer: %(reason)s"),
        "ended": gettext("%(event)s ends early: %(reason)s"),
        "disqualified": gettext("You’re disqualified from %(event)s: %(reason)s"),
    }
    return sentences[parts["what"]] % parts


def _ruling(parts: Parts) -> str:
    said = {
        Ruling.Kind.WARN: gettext("A warning from the host: %(reason)s"),
        Ruling.Kind.MUTE: gettext("You can’t chat for a while: %(reason)s"),
        Ruling.Kind.UNMUTE: gettext("You can chat again: %(reason)s"),
        Ruling.Kind.BAN: gettext("You’re banned: %(reason)s"),
        Ruling.Kind.UNBAN: gettext("Your ban is lifted: %(reason)s"),
        Ruling.Kind.VOID: gettext("The host voided your game against %(name)s: %(reason)s"),
        Ruling.Kind.APPEAL: gettext("The host answered your appeal: %(reason)s"),
        Ruling.Kind.READMIT: gettext("You can enter events again: %(reason)s"),
        "club_rename": gettext("The host changed the name or description of %(title)s: %(reason)s"),
        "club_close": gettext("The host closed %(title)s: %(reason)s"),
    }
    about = {"reason": parts.get("reason", ""), "name": _name(parts), "title": parts.get("title", "")}
    return said.get(parts.get("ruling", ""), gettext("The host decided: %(reason)s")) % about


SENTENCES: Mapping[str, Callable[[Parts], str]] = {
    "turn": lambda parts: gettext("Your move against %(name)s") % {"name": _name(parts)},
    "turn_ending": lambda parts: (
        gettext("Six hours left for your move against %(name)s") % {"name": _name(parts)}
    ),
    "challenge": lambda parts: gettext("%(name)s challenges you") % {"name": _name(parts)},
    "rematch": lambda parts: gettext("%(name)s wants a rematch") % {"name": _name(parts)},
    "invitation": _invitation,
    "event_soon": lambda parts: gettext("%(event)s begins in ten minutes.") % parts,
    "event_changed": _event_changed,
    "paired": lambda parts: (
        gettext("%(event)s: you play %(name)s now.") % {"event": parts["event"], "name": _name(parts)}
    ),
    "daily_open": lambda parts: gettext("Today’s game is open."),
    "followed_here": lambda parts: gettext("%(name)s is here.") % {"name": _name(parts)},
    "ruling": _ruling,
    "warning": _ruling,
    "report_answered": lambda parts: gettext("Your report was answered. Thank you."),
}
assert SENTENCES.keys() == KINDS.keys()
