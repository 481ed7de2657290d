"""The games whose players get no advice."""

from functools import reduce
from operator import or_

from django.db.models import Q

# An app adds its own in `AppConfig.ready`: games of events, for example.
games_without_advice = [Q(rated=True)]


def is_without_advice() -> Q:
    """Select the games whose players get no advice."""
    return reduce(or_, games_without_advice)
