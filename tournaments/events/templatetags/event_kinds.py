"""The filter with which templates ask the table of kinds."""

from django import template

from tournaments.events.kinds.base import EventKind
from tournaments.events.kinds.lookup import KINDS

register = template.Library()


@register.filter
def kind_named(name: str) -> EventKind:
    """Return the kind of this name."""
    return KINDS[name]
