"""The site as cheaters use it: its lobby, tables and settlement in this process, on a simulated clock.

A script may do everything that the site allows, up to its rate limits. Each action advances the clock.
"""

from collections import defaultdict, deque
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from itertools import count

from bench.cheaters.hands import Observer, Policy
from common import clock
from common.database.thread import on_the_database_thread
from cribbage_site.dashboard.farming import find_farming_signs
from cribbage_site.dashboard.figures import changes_in_force, newest_rows
from game.accounts.places import note_place
from game.accounts.rate_limits import GAMES
from game.engine.state import Seat
from game.engine.view import seats_to_move, view
from game.ladder import audit as games_on_record
from game.lobby import seeks
from game.lobby.matchmaking import play_bot
from game.lobby.pairing import GameSettings
from game.models import Game, Heartbeat, Player, Scoresheet
from game.table.forced_endings import load_live_row_async
from game.table.record.ledger import Ledger
from game.table.table import Table
from ranking import audit
from ranking.models import Change, Kind, Standing
from ranking.standings import OF_PEOPLE
from rng import entropy
from rng.commitment import seat_commitment

DAY_SECONDS = 24 * 60 * 60
SIGN_UP_SECONDS = 3.0  # twenty a minute per address, by allauth's limit
OPENING_SECONDS = 1.0  # to ask, accept, connect and commit
SCRIPT_SECONDS = 0.1  # per move of a script; the limit is ten frames a second
PERSON_SECONDS = 2.5  # per move of a person, as in `manage.py demo`


@dataclass(frozen=True, slots=True)
class Seated:
    """A player at a table, and their policy."""

    player: Player
    policy: Policy


class Site:
    """Accounts, games between them, and the elapsed time."""

    def __init__(self, hour: float) -> None:
        self._hour = hour  # in seconds; tests use a shorter one
        self.ledger = Ledger()
        self.passed = 0.0
        self.games = 0
        self._asked: dict[int, deque[float]] = defaultdict(deque)
        self._numbers = count()

    @property
    def is_over(self) -> bool:
        """Whether the cheater's hour has passed."""
        return self.passed >= self._hour

    @on_the_database_thread
    def create_account(self, name: str, *, days: float = 0, games: int = 0, points: int = 1500) -> Player:
        """Create an account with its own address. An older one gets a history of even games."""
        player = Player.objects.create(
            username=f"{name} {entropy.name_suffix()}{next(self._numbers)}",
            date_joined=clock.now() - timedelta(days=days),
        )
        half = games // 2
        for kind in OF_PEOPLE:
            Standing.objects.create(player=player, kind=kind, points=points, wins=half, losses=games - half)
        note_place(player, f"2001:db8:{next(self._numbers):x}::/64")
        return player

    @on_the_database_thread
    def come_from_one_place(self, *players: Player) -> None:
        network = f"2001:db8:{next(self._numbers):x}::/64"
        for player in players:
            note_place(player, network)

    async def sign_up(self, name: str) -> Player:
        """Sign up a new account, as fast as one address may."""
        self.pass_time(SIGN_UP_SECONDS)
        return await self.create_account(name)

    async def play(
        self, one: Seated, other: Seated, *, seconds_a_move: float = SCRIPT_SECONDS, clock_kind: str = "quick"
    ) -> None:
        """Play a rated game of two people, from the challenge to its end."""
        self._take_turn(one.player)
        self._take_turn(other.player)
        settings = GameSettings(121, "auto", clock_kind, rated=True)
        game = await _challenge(one.player, other.player, settings)
        await self._play_out(game, {Seat.A: one, Seat.B: other}, seconds_a_move)

    async def play_bot(self, one: Seated, bot: str, *, seconds_a_move: float = SCRIPT_SECONDS) -> None:
        """Play a rated game with a bot."""
        self._take_turn(one.player)
        settings = GameSettings(121, "auto", "relaxed", rated=True)
        game = await on_the_database_thread(play_bot)(player=one.player, bot=bot, settings=settings)
        await self._play_out(game, {Seat.A: one}, seconds_a_move)

    async def _play_out(self, game: Game, people: Mapping[Seat, Seated], seconds_a_move: float) -> None:
        self.games += 1
        self.pass_time(OPENING_SECONDS)
        row = await load_live_row_async(game.pk)
        table = Table(row, self.ledger)
        observers = {seat: Observer(row, seat) for seat in people}
        table.bots += observers.values()
        secrets = {seat: entropy.secret() for seat in people}
        for seat, secret in secrets.items():
            await table.commit(seat, seat_commitment(game.pk, seat, secret).hex())
        for seat, secret in secrets.items():
            await table.reveal(seat, secret.hex())
        while not table.state.is_over:
            for bot in table.bots:
                if bot.thinking_task is not None:
                    await bot.thinking_task
            for seat in seats_to_move(table.state):
                if seat in people and not table.state.is_over:
                    self.pass_time(seconds_a_move)
                    move = people[seat].policy(observers[seat], view(table.state, seat))
                    if move is None:
                        await self._run_out(table)
                    else:
                        await table.act(seat, table.ply, move)

    async def _run_out(self, table: Table) -> None:
        """Let the time of the seat to move run out, while the site is up."""
        assert table.deadline is not None
        self.pass_time((table.deadline - clock.milliseconds()) / 1000 + 1)
        await on_the_database_thread(Heartbeat.objects.update_or_create)(
            pk=1, defaults={"at": clock.milliseconds()}
        )
        await table.call_time()

    def pass_time(self, seconds: float) -> None:
        self.passed += seconds
        clock.shift(timedelta(seconds=seconds))

    def _take_turn(self, player: Player) -> None:
        """Ask for a game, and wait as long as the rate limit requires."""
        asked = self._asked[player.pk]
        while asked and asked[0] <= self.passed - GAMES.seconds:
            asked.popleft()
        if len(asked) >= GAMES.limit:
            self.pass_time(asked.popleft() + GAMES.seconds - self.passed)
        asked.append(self.passed)


@on_the_database_thread
def _challenge(one: Player, other: Player, settings: GameSettings) -> Game:
    placement = seeks.challenge(player=one, to=other, settings=settings)
    return seeks.accept(seek_id=placement.game, player=other)


@on_the_database_thread
def load_points(player: Player, kind: Kind) -> int:
    return Standing.objects.get(player=player, kind=kind).points


@on_the_database_thread
def count_unfinished(player: Player) -> int:
    return Change.objects.filter(player=player, unfinished=True).count()


@on_the_database_thread
def find_lists_with(player: Player) -> set[str]:
    """Return the host's lists of unusual accounts that name a player."""
    signs = find_farming_signs(changes_in_force(), newest_rows(Scoresheet))
    named = {
        "gifts": {pk for one in signs.gifts for pk in (one.player.pk, *(giver.pk for giver in one.givers))},
        "circles": {member.pk for one in signs.circles for member in one.members},
        "quick": {one.player.pk for one in signs.quick},
        "one place": {pk for one in signs.one_place for pk in (one.one.pk, one.other.pk)},
    }
    return {title for title, players in named.items() if player.pk in players}


@on_the_database_thread
def find_record_faults() -> int:
    """Return the number of errors that `recompute_ratings` finds. Older accounts have no history."""
    standings = audit.find_differences(mend=False, progress=lambda read: None)
    games = games_on_record.find_differences(progress=lambda read: None)
    return sum(1 for _ in games) + sum(one.is_of_record and one.field == "change" for one in standings)
