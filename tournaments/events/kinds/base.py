"""The interface that all kinds of events implement: each kind is one subclass with one instance."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext

from common.formats.json import Json
from common.refusal import Refusal
from game.models import Player
from people.clubs.models import Club
from tournaments.events.kinds.settings import EventSettings
from tournaments.events.models import Entry, Event, Pairing
from tournaments.events.record.lines import Entrant, club_sides, order_entrants, order_json
from tournaments.events.record.load_encounters import Seated, encounter_of, load_encounters
from tournaments.events.record.open_boards import Table
from tournaments.events.record.tables import Sitting
from tournaments.formats.boards import BoardLine
from tournaments.formats.encounters import cards
from tournaments.formats.format import NIGHT_GAMES, WAIT_MINUTES
from tournaments.formats.pairing import Draw
from tournaments.formats.scoring import Score
from tournaments.formats.standings import Line, standings
from tournaments.formats.swiss import SwissDraw

MOST_ENTRIES = 400
BOARD_COLUMNS = ("round", "seat", "name", "opponent", "game", "ending", "score", "points", "x")
PAGE_TRAITS = ("counts_down_to_close", "ends_after_games", "allows_corrections")
SUMS = ("played", "points", "wins", "spread", "plus")


@dataclass(frozen=True)
class Task:
    """A pairing that has to be computed: its event, the event's version, and the input."""

    event: str
    version: int
    draw: Draw | SwissDraw
    root: bytes = field(repr=False)


class EventKind(ABC):
    """A kind of event. Code outside this folder calls its methods and never compares kinds."""

    name: ClassVar[Event.Kind]

    # Creation.
    is_made_by_offer: ClassVar[bool] = False  # one club invites another; hosts cannot make it
    allows_bots: ClassVar[bool] = False
    allows_hints: ClassVar[bool] = True
    follows_a_night: ClassVar[bool] = False
    feeds_a_bracket: ClassVar[bool] = False
    has_team_links: ClassVar[bool] = False
    length_fields: ClassVar[tuple[str, ...]] = ()  # the settings that determine its length
    form_parts: ClassVar[tuple[str, ...]] = ()  # parts of the form for a new event

    # Scoring.
    pays_skunks: ClassVar[bool] = True
    counts_no_shows: ClassVar[bool] = True
    adds_up_at_once: ClassVar[bool] = True  # otherwise a result counts once its round closes
    has_standings: ClassVar[bool] = True  # otherwise a player who loses is out
    allows_corrections: ClassVar[bool] = True  # otherwise later rounds depend on a result
    most_entries: ClassVar[int] = MOST_ENTRIES

    # Display.
    title: ClassVar[Promise]
    lede: ClassVar[Promise]  # one sentence: how it is played
    meetings: ClassVar[Promise]  # one sentence: the opponents of a player
    counts_down_to_close: ClassVar[bool] = True
    ends_after_games: ClassVar[bool] = True  # a player is done after the number of games that count
    columns: ClassVar[tuple[str, ...]] = ()  # extra columns of the exported standings
    board_columns: ClassVar[tuple[str, ...]] = BOARD_COLUMNS

    @property
    def page_traits(self) -> str:
        """Return the names of the facts that the script of an event's page needs to know."""
        return " ".join(name for name in PAGE_TRAITS if getattr(self, name))

    # Creation.

    def check_settings(self, settings: EventSettings) -> None:
        """Refuse settings that are invalid for this kind."""
        if settings.games not in NIGHT_GAMES:
            raise Refusal("bad_request", gettext("A night has 5, 9, 12, 18 or 22 games."))

    def complete_form(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Return the settings that follow from what a host chose in the form for a new event."""
        return {"round_days": 0}

    def length(self, settings: EventSettings) -> tuple[int, int]:
        """Return how many games count, and for how many minutes new ones begin.

        Both are 0 until it starts.
        """
        return 0, 0

    def adapt(self, event: Event, settings: EventSettings) -> None:
        """Set the fields that only this kind takes from its settings."""
        return

    def prepare(self, event: Event) -> None:
        """Create what has to exist before the event is stored."""
        return

    def make_teams(self, event: Event, by: Player, settings: EventSettings) -> None:
        """Make the teams of a new event."""
        return

    # Entering.

    @abstractmethod
    def joins_until(self, event: Event) -> datetime:
        """Return until when players may join. If a host moves the close, this moves with it."""

    def can_be_joined(self, event: Event, now: datetime) -> bool:
        """Return whether players may still join an announced or running event."""
        return now <= self.joins_until(event)

    def says_too_late(self) -> str:
        """Return the refusal for a player who comes too late to join."""
        return gettext("It’s too late to join this event.")

    def check_is_qualified(self, event: Event) -> None:
        """Refuse an event that only qualified players may enter."""
        return

    def check_is_invited(self, event: Event, player: Player, club: Club | None) -> None:
        """Refuse a player who may enter neither team."""
        return

    def choose_team(
        self, event: Event, entry: Entry, player: Player, *, club: Club | None, token: str
    ) -> None:
        """Assign a player to their team, or refuse them."""
        return

    # The flow of a running event.

    def begin(self, event: Event, entries: Sequence[Entry]) -> bool:
        """Prepare the first tables when the event starts.

        Return False if the event was called off instead.
        """
        return True

    @abstractmethod
    def next_step(self, event: Event, now: datetime) -> Task | datetime | None:
        """Open the tables that are due.

        Return a pairing that has to be computed first, or the time of the next check. Return None after
        tables were opened.
        """

    @abstractmethod
    def has_been_played(self, event: Event, now: datetime) -> bool:
        """Return whether all games are played, or no two players can be paired any more."""

    def waits_for_paused(self, event: Event) -> timedelta:
        """Return how long an event without any possible table waits for paused players."""
        return timedelta(minutes=WAIT_MINUTES)

    def possible_ends(self, event: Event) -> Sequence[datetime]:
        """Return the moments at which a running event may have to end without any change to it."""
        ends = [event.closes_at, self.joins_until(event)]
        return ends if event.idle_since is None else [*ends, event.idle_since + self.waits_for_paused(event)]

    def sittings_among(
        self, event: Event, entries: Sequence[Entry], pairings: Sequence[Pairing], now: datetime
    ) -> tuple[str, Sequence[Sitting]]:
        """Return the tables that can be opened, computed from loaded rows, and a record of that computation.

        Raise NotImplementedError for kinds whose tables depend on more than rows.
        """
        raise NotImplementedError(f"the tables of this kind depend on more than rows: {self.name}")

    # Results.

    def has_games_left(self, entry: Entry, event: Event) -> bool:
        """Return whether a player who is at no table waits for another game."""
        return True

    def record_boards(self, event: Event) -> None:
        """Store the totals from all closed rounds, for kinds that compare tables."""
        return

    def sums(
        self, event: Event, entries: Iterable[int], pairings: Iterable[Pairing]
    ) -> dict[int, dict[str, Any]]:
        """Return the totals of each entry, computed from the games that count."""
        ended = [encounter_of(one) for one in pairings if one.ending]
        return {key: sum_columns(card.score) for key, card in cards(entries, ended).items()}

    def final_places(self, event: Event) -> dict[int, int]:
        """Return the places of all players who played, without disqualified players and house bots."""
        ranked = load_ranked(event)
        people = {entry.pk for entry in ranked if not entry.player.brain}
        lines = self.order(event, [entry.pk for entry in ranked])
        placed = [line for line in lines if line.player in people]
        return {line.player: 1 + sum(other.place < line.place for other in placed) for line in placed}

    def order(self, event: Event, keys: Sequence[int]) -> Sequence[Line | BoardLine]:
        """Return the standings of these entries."""
        return standings(keys, load_encounters(event))

    # Display.

    def standings(
        self, event: Event, entrants: Sequence[Entrant], seated: Sequence[Seated], sides: Sequence[Json]
    ) -> list[Json]:
        """Return the rows of the standings. Disqualified players come last, without a place."""
        listed = [entrant for entrant in entrants if not entrant.is_disqualified]
        return order_json(entrants, order_entrants(listed, seated))

    def uses_stored_places(self, event: Event) -> bool:
        """Return whether the standings use the stored places instead of the totals."""
        return False

    def sides(self, event: Event, entrants: Sequence[Entrant], seated: Sequence[Seated]) -> list[Json]:
        """Return the two clubs or teams of a duel, the better first."""
        return club_sides(event, entrants, seated)

    def plan(self, event: Event) -> Json | None:
        """Return the planned rounds by entry, for kinds whose tables follow from a plan."""
        return None

    def plan_rounds(self, plan: Json, names: Mapping[int | None, str], tables: Sequence[Json]) -> list[Json]:
        """Return the matches of each round of a plan, with names and scores."""
        return []

    def sides_at(self, event: Event, seeds: Sequence[int], stage: int, place: int) -> set[Any]:
        """Return the players who meet at a place of a plan."""
        return set()

    def hide_open_boards(self, event: Event, tables: Iterable[Table]) -> list[Table]:
        """Return the tables as far as they may be shown while a round is open."""
        return list(tables)

    def load_boards_view(self, event: Event, viewer: Player | None) -> list[Json]:
        """Return the closed boards, newest first."""
        return []

    def load_board_rows(self, event: Event) -> Iterator[Json]:
        """Yield every seat of every closed board, in order."""
        yield from ()


def load_ranked(event: Event) -> list[Entry]:
    """Return the entries that have played and were not disqualified."""
    ranked = Entry.objects.filter(event=event, is_disqualified=False, played__gt=0)
    return list(ranked.select_related("player").order_by("pk"))


def sum_columns(score: Score) -> dict[str, Any]:
    """Return a score as the columns of an entry."""
    return dict(zip(SUMS, (score.games, score.points, score.wins, score.spread, score.plus), strict=True))
