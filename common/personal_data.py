"""Personal data: each app registers what it stores about a player, and how deleting the account erases it.

Sections are exported in the order in which they are registered: that of `INSTALLED_APPS`, and within an app
that of its `register` calls. They are erased in the opposite order.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import F, QuerySet

Erase = Callable[[Any], object]


@dataclass(frozen=True, slots=True)
class Section:
    """Rows about a player, and the fields of them that the export holds."""

    query: Callable[[Any], QuerySet[Any]]
    fields: str
    aliases: Mapping[str, str] = field(default_factory=dict)

    def rows(self, player: object) -> QuerySet[Any]:
        """Return the rows of a player, in the order in which they were stored."""
        names = {name: F(source) for name, source in self.aliases.items()}
        return self.query(player).order_by("pk").values(*self.fields.split(), **names)


@dataclass(frozen=True, slots=True)
class Stays:
    """The reason why rows remain after the account. They refer to it under the name "Deleted-..."."""

    reason: str
    # Deleting the account also calls this, for example to withdraw the player.
    also: Erase | None = None


# By the name of each section in the export.
sections: dict[str, Section] = {}
erasures: dict[str, Erase | Stays] = {}


def register(name: str, *, export: Section, erase: Erase | Stays | None = None) -> None:
    """Add a section to the export. Deleting the account deletes its rows, unless `erase` says otherwise."""
    if name in sections:
        raise ValueError(f"There is a section {name} already.")
    sections[name] = export
    erasures[name] = erase or (lambda player: export.query(player).delete())


def erase_all(player: object) -> None:
    """Erase what every section stores about a player. The caller has begun a transaction."""
    # An app is installed after those whose rows it writes: a club that closes notifies players, for example.
    for rule in reversed(erasures.values()):
        erase = rule.also if isinstance(rule, Stays) else rule
        if erase is not None:
            erase(player)
