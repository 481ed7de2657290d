"""The standings of a season, computed from its nights. Nights that were called off do not count."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from game.accounts.sanctions import is_banned
from game.models import Player
from tournaments.events.models import Entry, Event, counts_for_honours
from tournaments.formats.lots import lot
from tournaments.formats.scoring import Score
from tournaments.formats.season import Night, SeasonLine, season_standings
from tournaments.seasons.models import Season

State = Event.State


@dataclass(frozen=True, slots=True)
class Standing:
    """A player in the standings of a season. The place is None while they have too few nights."""

    place: int | None
    player: Player
    points: int
    nights: int
    score: Score


def nights_of(season: Season) -> QuerySet[Event]:
    """Return the nights of a season in any state. Hours and duels do not count."""
    whose = Q(club=season.club) if season.club_id else Q(club=None, slot__isnull=False)
    in_time = Q(starts_at__gte=season.starts_at, starts_at__lt=season.ends_at)
    return Event.objects.filter(whose, in_time, counts_for_honours(), kind=Event.Kind.NIGHT)


def load_nights(season: Season) -> list[Night]:
    """Return each player's scores in the nights that are over, without house bots."""
    ranked = Entry.objects.filter(event__in=nights_of(season).filter(state=State.OVER), player__brain="")
    scores: dict[str, dict[int, Score]] = defaultdict(dict)
    games: dict[str, int] = {}
    columns = ("event", "event__games", "player", "points", "wins", "spread", "plus", "played")
    listed = ranked.exclude(place=None).order_by("event__starts_at", "event", "pk")
    for event, length, player, *score in listed.values_list(*columns):
        games[event] = length
        scores[event][player] = Score(*score)
    return [Night(games[event], scores[event]) for event in games]


def load_lines(season: Season) -> tuple[SeasonLine, ...]:
    """Return the standings of the players with enough nights."""
    return season_standings(load_nights(season))


def draw_lots(season: Season, lines: Sequence[SeasonLine]) -> list[SeasonLine]:
    """Return the lines with players who share a place in the order of their lots.

    The lots come from the root of the season's last night. The site committed to it before the night, and
    revealed it afterwards. So it could not be chosen, and anyone can draw the lots again.
    """
    last = nights_of(season).filter(state=State.OVER).order_by("-starts_at", "-pk").first()
    if last is None:
        return list(lines)
    root = bytes.fromhex(last.root)
    return sorted(lines, key=lambda line: (line.place, lot(last.pk, root, line.player)))


def load_standings(season: Season) -> list[Standing]:
    """Return the standings of a season, then the players with too few nights so far."""
    nights = load_nights(season)
    listed = season_standings(nights)
    there = {line.player for line in listed}
    others = [line for line in season_standings(nights, fewest=1) if line.player not in there]
    players = Player.objects.in_bulk([line.player for line in (*listed, *others)])
    return [_standing(line, line.place, players) for line in listed] + [
        _standing(line, None, players) for line in others
    ]


def find_finalists(season: Season) -> list[Player]:
    """Return the players of a final, best first. The next player replaces one who is gone or banned."""
    lines = draw_lots(season, load_lines(season))
    players = Player.objects.in_bulk([line.player for line in lines])
    ordered = [players[line.player] for line in lines]
    return [player for player in ordered if player.is_active and not is_banned(player)]


def _standing(line: SeasonLine, place: int | None, players: dict[int, Player]) -> Standing:
    return Standing(place, players[line.player], line.points, line.nights, line.score)


def seeds_follow(seeds: Sequence[int], lines: Sequence[SeasonLine]) -> bool:
    """Return whether these players are in the order of the standings."""
    place = {line.player: at for at, line in enumerate(lines)}
    found = [place.get(player, -1) for player in seeds]
    return -1 not in found and found == sorted(found)
