"""Players' choices of notifications by kind and way. Only differences from the default are stored."""

from collections.abc import Collection, Iterator

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from game.models import Player
from people.notices.kinds import Kind, Way, load_kinds
from people.notices.models import Switch
from people.notices.notice_kinds import TURN


def players_wanting(kind: Kind, way: Way, players: Collection[int]) -> set[int]:
    """Return which of these players want such notifications this way."""
    if way not in kind.ways:
        return set()
    switches = Switch.objects.filter(player__in=players, kind=kind.setting, way=way)
    if way in kind.default:
        return set(players) - set(switches.filter(is_on=False).values_list("player", flat=True))
    return set(switches.filter(is_on=True).values_list("player", flat=True))


def wants(kind: Kind, way: Way, player: str) -> Exists | Q:
    """Return the condition, for a query, that the player in this column wants such notifications this way."""
    switches = Switch.objects.filter(player=OuterRef(player), kind=kind.setting, way=way)
    if way in kind.default:
        return Q(~Exists(switches.filter(is_on=False)))
    return Exists(switches.filter(is_on=True))


def is_on(player: Player, kind: Kind, way: Way) -> bool:
    """Return whether a player wants such notifications this way."""
    return player.pk in players_wanting(kind, way, {player.pk})


def load_silenced(players: Collection[int]) -> set[tuple[int, str]]:
    """Return which settings these players have switched off for the bell."""
    off = Switch.objects.filter(player__in=players, way=Way.BELL, is_on=False)
    return set(off.values_list("player", "kind"))


@transaction.atomic
def set_switch(player: Player, kind: Kind, way: Way, *, on: bool) -> None:
    """Switch such notifications this way on or off."""
    if way not in kind.ways or way in kind.always:
        return
    if (kind, way) == (TURN, Way.MAIL):  # a process of the previous release reads this column
        Player.objects.filter(pk=player.pk).update(wants_move_mail=on)
    switch = Switch.objects.filter(player=player, kind=kind.setting, way=way)
    if on == (way in kind.default):
        switch.delete()
    else:
        Switch.objects.update_or_create(player=player, kind=kind.setting, way=way, defaults={"is_on": on})


def settings_of(player: Player) -> Iterator[tuple[Kind, dict[Way, bool]]]:
    """Yield every setting with its ways, and whether each is on."""
    chosen = {
        (kind, way): is_on
        for kind, way, is_on in Switch.objects.filter(player=player).values_list("kind", "way", "is_on")
    }
    for kind in load_kinds().values():
        if not kind.group:
            yield kind, {way: chosen.get((kind.name, way), way in kind.default) for way in kind.ways}
