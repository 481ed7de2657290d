"""Events whose tables follow from a plan: a bracket's tree, or the Berger table of a round robin."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from game.table.opening import NO_MATCH, MatchPlace
from rng.commitment import canonical_json
from tournaments.events.models import Entry, Event, EventAction, Pairing
from tournaments.events.record.load_encounters import encounter_of
from tournaments.events.record.root import open_root
from tournaments.events.record.rules import FORFEIT_AFTER, NEXT_FORFEIT_AFTER
from tournaments.events.run.tables import Sitting
from tournaments.formats import lots
from tournaments.formats.berger import berger_table
from tournaments.formats.bracket import Bracket, Match, Unknown
from tournaments.formats.encounters import Encounter
from tournaments.formats.scoring import Ending

VERSION = "plan/1"
HOURS_A_ROUND = 1.5  # of people, rests and games that take long
DAYS_TO_FINISH = 30  # after the last week of a round robin with a week a round


def load_seeds(event: Event) -> list[Entry]:
    """Who plays in an event with a plan, the best seed first."""
    return list(Entry.objects.filter(event=event).exclude(seed=None).order_by("seed"))


def load_bracket(event: Event, seeds: Sequence[Entry], pairings: Sequence[Pairing]) -> Bracket:
    """The tree as it stands."""
    games: dict[Match, list[Encounter]] = defaultdict(list)
    for pairing in pairings:
        assert pairing.stage is not None
        assert pairing.place is not None
        games[Match(pairing.stage, pairing.place)].append(encounter_of(pairing))
    return Bracket(tuple(entry.pk for entry in seeds), event.best_of, games, _load_out(event, seeds))


def _load_out(event: Event, seeds: Sequence[Entry]) -> tuple[int, ...]:
    """Return the seeds who have left or were disqualified, in the order in which they went."""
    out = [entry for entry in seeds if _is_out(entry)]
    disqualified = EventAction.objects.filter(event=event, kind=EventAction.Kind.DISQUALIFY)
    is_asked = any(entry.left_at is None for entry in out)
    ruled_at = dict(disqualified.values_list("player", "at")) if is_asked else {}
    went = {entry.pk: entry.left_at or ruled_at.get(entry.player_id, event.starts_at) for entry in out}
    return tuple(sorted(went, key=lambda key: (went[key], key)))


def find_sittings(event: Event, now: datetime) -> tuple[str, list[Sitting]]:
    """The tables that can be opened now, and what they follow from; both players of each are free."""
    return sittings_among(
        event, load_seeds(event), list(Pairing.objects.filter(event=event).order_by("pk")), now
    )


def sittings_among(
    event: Event, seeds: Sequence[Entry], pairings: Sequence[Pairing], now: datetime
) -> tuple[str, list[Sitting]]:
    """The same from seeds and pairings that are known already."""
    free = {entry.pk for entry in seeds if entry.free_since is not None and not _is_out(entry)}
    of_kind = _bracket_sittings if event.kind == Event.Kind.BRACKET else _robin_sittings
    sittings: list[Sitting] = []
    busy: set[int] = set()
    for sitting in of_kind(event, seeds, pairings, now):
        two = {sitting.first, sitting.second}
        if two <= free and not two & busy:
            busy |= two
            sittings.append(sitting)
    out = sorted(entry.pk for entry in seeds if _is_out(entry))
    places = [[one.stage, one.place] for one in sittings]
    seeded = [entry.pk for entry in seeds]
    return canonical_json({"version": VERSION, "seeds": seeded, "out": out, "places": places}), sittings


def is_decided(event: Event) -> bool:
    """Whether nothing is left to play: there is a champion, or all have met who could."""
    seeds = load_seeds(event)
    pairings = list(Pairing.objects.filter(event=event).order_by("pk"))
    if event.kind == Event.Kind.BRACKET:
        return load_bracket(event, seeds, pairings).champion is not Unknown.PENDING
    under_way = any(not pairing.ending for pairing in pairings)
    return not under_way and not any(_unplayed(seeds, pairings, berger_table(len(seeds))))


def can_be_opened(event: Event) -> bool:
    """Whether a table is being played, or two players who are not paused still have to meet, in any round."""
    seeds, pairings = load_seeds(event), list(Pairing.objects.filter(event=event).order_by("pk"))
    if any(not pairing.ending for pairing in pairings):
        return True
    paused = {entry.pk for entry in seeds if entry.is_paused}
    return any(paused.isdisjoint(two) for two in _pairs_left(event, seeds, pairings))


def _pairs_left(event: Event, seeds: Sequence[Entry], pairings: Sequence[Pairing]) -> Iterator[set[int]]:
    if event.kind == Event.Kind.BRACKET:
        bracket = load_bracket(event, seeds, pairings)
        for match in bracket.to_play():
            yield {side for side in bracket.sides(match) if isinstance(side, int)}
    else:
        for _, _, first, second in _unplayed(seeds, pairings, berger_table(len(seeds))):
            yield {first, second}


def bracket_places(event: Event) -> dict[int, int]:
    """The place of each in a bracket: the champion's is 1, that of who lost the final 2, then 3, 5, 9 ..."""
    seeds = load_seeds(event)
    bracket = load_bracket(event, seeds, list(Pairing.objects.filter(event=event).order_by("pk")))
    place = {}
    for number in range(bracket.rounds):
        for match in bracket.matches(number):
            winner = bracket.winner(match)
            for side in bracket.sides(match):
                if isinstance(side, int) and side != winner:
                    place[side] = 1 + (1 << (bracket.rounds - 1 - number))
    if isinstance(bracket.champion, int):
        place[bracket.champion] = 1
    return {entry.pk: place[entry.pk] for entry in seeds if entry.pk in place and not entry.is_disqualified}


def closes_at(event: Event, players: int) -> datetime:
    """When a plan for so many players has to be through."""
    if event.kind == Event.Kind.BRACKET:
        return event.starts_at + timedelta(hours=HOURS_A_ROUND * event.best_of * max(1, players).bit_length())
    rounds = len(berger_table(players))
    if event.round_days:
        return event.starts_at + timedelta(days=event.round_days * rounds + DAYS_TO_FINISH)
    return event.starts_at + timedelta(hours=HOURS_A_ROUND * rounds)


def games_of_each(event: Event, players: int) -> int:
    """The most games that one player can have in a plan."""
    if event.kind == Event.Kind.BRACKET:
        return event.best_of * (players - 1).bit_length()
    return players - 1


def _bracket_sittings(
    event: Event, seeds: Sequence[Entry], pairings: Sequence[Pairing], now: datetime
) -> Iterator[Sitting]:
    bracket, root = load_bracket(event, seeds, pairings), open_root(event)
    for match in bracket.to_play():
        one, other = bracket.sides(match)
        assert isinstance(one, int)
        assert isinstance(other, int)
        number = match.round * 1000 + match.number
        first = bracket.first_deal(match, lots.cut(event.pk, root, number, (one, other)))
        earlier = [pairing for pairing in pairings if (pairing.stage, pairing.place) == match]
        came_late = any(pairing.ending == Ending.NO_SHOW.value for pairing in earlier)
        yield Sitting(
            first,
            other if first == one else one,
            match.round,
            match.number,
            NEXT_FORFEIT_AFTER if came_late else FORFEIT_AFTER,
            MatchPlace(earlier[0].game_id if earlier else "", event.best_of),
        )


def _robin_sittings(
    event: Event, seeds: Sequence[Entry], pairings: Sequence[Pairing], now: datetime
) -> Iterator[Sitting]:
    """The games of the rounds that have begun: all of them, or of one more each week."""
    rounds = berger_table(len(seeds))
    if event.round_days:
        rounds = rounds[: 1 + (now - event.starts_at) // timedelta(days=event.round_days)]
    for stage, place, first, second in _unplayed(seeds, pairings, rounds):
        within = timedelta(days=event.round_days) if event.round_days else FORFEIT_AFTER
        yield Sitting(first, second, stage, place, within, NO_MATCH)


def _unplayed(
    seeds: Sequence[Entry], pairings: Sequence[Pairing], rounds: Sequence[Sequence[tuple[int, int]]]
) -> Iterator[tuple[int, int, int, int]]:
    """The games that are still to be played: of two who are both in, and not taken back."""
    played = {(pairing.stage, pairing.place) for pairing in pairings if pairing.ending != Ending.VOID.value}
    for stage, each in enumerate(rounds):
        for place, (first, second) in enumerate(each):
            one, other = seeds[first - 1], seeds[second - 1]
            if (stage, place) not in played and not (_is_out(one) or _is_out(other)):
                yield stage, place, one.pk, other.pk


def _is_out(entry: Entry) -> bool:
    return entry.left_at is not None or entry.is_disqualified
