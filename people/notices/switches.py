"""What each player wants to be told by which way: only what differs from the default is stored."""

from collections.abc import Collection, Iterator

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from common.wings import is_installed
from game.models import Player
from people.notices.kinds import KINDS, TURN, Kind, Way
from people.notices.models import Switch


def players_wanting(kind: Kind, way: Way, players: Collection[int]) -> set[int]:
    """Which of these players want such notices by this way."""
    if way not in kind.ways:
        return set()
    switches = Switch.objects.filter(player__in=players, kind=kind.setting, way=way)
    if way in kind.default:
        return set(players) - set(switches.filter(is_on=False).values_list("player", flat=True))
    return set(switches.filter(is_on=True).values_list("player", flat=True))


def wants(kind: Kind, way: Way, player: str) -> Exists | Q:
    """The condition, in a query, that the player in this column wants such notices by this way."""
    switches = Switch.objects.filter(player=OuterRef(player), kind=kind.setting, way=way)
    if way in kind.default:
        return Q(~Exists(switches.filter(is_on=False)))
    return Exists(switches.filter(is_on=True))


def is_on(player: Player, kind: Kind, way: Way) -> bool:
    """Whether a player wants such notices by this way."""
    return player.pk in players_wanting(kind, way, {player.pk})


def load_silenced(players: Collection[int]) -> set[tuple[int, str]]:
    """Which settings these players have off by the bell."""
    off = Switch.objects.filter(player__in=players, way=Way.BELL, is_on=False)
    return set(off.values_list("player", "kind"))


@transaction.atomic
def set_switch(player: Player, kind: Kind, way: Way, *, on: bool) -> None:
    """Have such notices come by this way, or not."""
    if way not in kind.ways or way in kind.always:
        return
    if (kind, way) == (TURN, Way.MAIL):  # a process of the release before looks there
        Player.objects.filter(pk=player.pk).update(wants_move_mail=on)
    switch = Switch.objects.filter(player=player, kind=kind.setting, way=way)
    if on == (way in kind.default):
        switch.delete()
    else:
        Switch.objects.update_or_create(player=player, kind=kind.setting, way=way, defaults={"is_on": on})


def settings_of(player: Player) -> Iterator[tuple[Kind, dict[Way, bool]]]:
    """Every setting, with the ways that it has and whether each is on."""
    chosen = {
        (kind, way): is_on
        for kind, way, is_on in Switch.objects.filter(player=player).values_list("kind", "way", "is_on")
    }
    for kind in KINDS.values():
        if not kind.group and is_installed(kind.wing):
            yield kind, {way: chosen.get((kind.name, way), way in kind.default) for way in kind.ways}
