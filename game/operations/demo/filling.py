"""Fills a site with sample players and their games, and removes them again."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from hashlib import sha512

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Upper

from common import clock
from game.accounts.names import likeness
from game.accounts.signup import is_taken
from game.engine.state import Seat, State
from game.engine.tally import Tally
from game.models import Appeal, Game, Player, Report, Ruling
from game.operations.demo import chat
from game.operations.demo.playing import play_game
from game.operations.demo.samples import SamplePlayer, build_samples, sample_names
from game.operations.demo.schedule import BREAK, DAYS, PlannedGame, plan_games
from game.table import bot_accounts, ledger
from game.table.ending import FORFEIT_ENDINGS, build_result
from game.table.entries import Entry, write_entries
from game.table.opening import build_game, save_new_game
from game.table.record import update_tally
from game.table.sealed_secrets import ServerSecrets
from ranking.models import Change, Kind, Standing
from rng import entropy
from rng.commitment import seat_commitment
from rng.twister import Twister, stream

STAND_IN_BRAINS = ("novice", "intermediate")  # the brains that play for sample players, by skill


@dataclass(frozen=True, slots=True)
class FillReport:
    """How much was added to the site."""

    players: int
    games: int
    rated_with_bots: int
    rated_with_people: int
    casual: int
    unfinished: int
    skunks: int
    double_skunks: int
    chat_lines: int
    reports: int
    rulings: int
    in_the_house_list: int
    in_the_people_list: int


class DemoError(Exception):
    """The site cannot be filled, for this reason."""


def fill(*, players: int, games: int, seed: int, progress: Callable[[int], None]) -> FillReport:
    """Add sample players and the games of their last weeks; `progress` gets the number of games so far."""
    if Player.objects.filter(is_sample=True).exists():
        raise DemoError("This site has its sample players already: --remove takes them away first.")
    chance = stream(sha512(f"demo {seed}".encode()).digest()[:32], "demo")
    samples = build_samples(_free_names(players), chance)
    bots = {bot: bot_accounts.get_or_create_account(bot) for bot in bot_accounts.BOTS}
    now = clock.now()
    planned = plan_games(samples, list(bots), games, now, chance)
    accounts = _create_accounts(samples, planned, now)
    finished: list[tuple[PlannedGame, State]] = []
    with shifted_clock() as go_to:
        for done, fixture in enumerate(planned, 1):
            a, b = (bots[one] if isinstance(one, str) else accounts[one] for one in fixture.players)
            finished.append((fixture, _play(fixture, (a, b), samples, go_to, chance)))
            progress(done)
    chat_counts = chat.add_reports_and_rulings(accounts)
    return _build_report(finished, accounts, chat_counts)


def remove() -> int:
    """Remove the sample players with all they did; returns how many games that were."""
    with transaction.atomic():
        samples = Player.objects.filter(is_sample=True)
        games = Game.objects.filter(Q(seat_a__in=samples) | Q(seat_b__in=samples))
        rulings = Ruling.objects.filter(Q(by__in=samples) | Q(player__in=samples) | Q(game__in=games))
        many = games.count()
        # Rows that protect others must go before these.
        for referring in (
            Report.objects.filter(ruling__in=rulings),
            Appeal.objects.filter(ruling__in=rulings),
            rulings,
            Change.objects.filter(player__in=samples, undoes__isnull=False),
            games,
            samples,
        ):
            referring.delete()
    return many


@contextmanager
def shifted_clock() -> Iterator[Callable[[datetime], None]]:
    """The clock, which may be set to any time and is set right again at the end."""
    moved = timedelta()

    def go_to(moment: datetime) -> None:
        nonlocal moved
        shift = moment - clock.now()
        clock.shift(shift)
        moved += shift

    try:
        yield go_to
    finally:
        clock.shift(-moved)


def _free_names(many: int) -> list[str]:
    """Names that no player here has or could be mistaken for."""
    used = set(Player.objects.annotate(upper=Upper("username")).values_list("upper", flat=True))
    free = (name for name in sample_names(2 * many + 100) if name.upper() not in used and not is_taken(name))
    return [name for name, _ in zip(free, range(many), strict=False)]


def _create_accounts(
    samples: Sequence[SamplePlayer], planned: Sequence[PlannedGame], now: datetime
) -> list[Player]:
    """Create accounts that nobody can log in to, dated before their first games."""
    first: dict[int, datetime] = {}
    last: dict[int, datetime] = {}
    for fixture in planned:
        for one in fixture.people:
            first.setdefault(one, fixture.begins)
            first[one] = min(first[one], fixture.begins)
            last[one] = fixture.ends
    accounts = [
        Player(
            username=sample.name,
            likeness=likeness(sample.name),
            password=make_password(None),
            is_sample=True,
            is_private=sample.is_private,
            date_joined=first.get(n, now - timedelta(days=DAYS)) - BREAK,
            seen_at=last.get(n),
        )
        for n, sample in enumerate(samples)
    ]
    return Player.objects.bulk_create(accounts)


def _play(
    fixture: PlannedGame,
    players: tuple[Player, Player],
    samples: Sequence[SamplePlayer],
    go_to: Callable[[datetime], None],
    chance: Twister,
) -> State:
    """Play one game from its opening to its end, as tables write it; nobody sees it before it is over.

    It is played before anything is written: SQLite lets one write at a time, and a site that uses the same
    database would wait for every card.
    """
    settings = fixture.settings
    go_to(fixture.begins)
    game, server_secrets = build_game(
        entropy.game_id(), players, settings.rules(), settings.clock, settings.rated
    )
    _reveal_secrets(game, server_secrets)
    brains = [
        one if isinstance(one, str) else STAND_IN_BRAINS[chance.random() < samples[one].skill]
        for one in fixture.players
    ]
    steps = play_game(ledger.build_row(game, server_secrets), brains, fixture.early_end, chance)
    end = steps[-1].state
    entry = Entry(
        game_id=game.pk,
        ply=0,
        tokens=tuple(step.token for step in steps),
        result=build_result(end, update_tally(Tally(), steps)),
        scores=end.scores,
    )
    with transaction.atomic():
        save_new_game(game, server_secrets)
        chat.add_chat(game, fixture, go_to, chance)
        go_to(fixture.ends)
        [outcome] = write_entries([entry])
        if outcome is not True:
            raise RuntimeError(f"game {game.pk} could not be written") from (outcome or None)
    return end


def _reveal_secrets(game: Game, server_secrets: ServerSecrets) -> None:
    """Let both seats commit to their secrets and reveal them."""
    players = (game.seat_a, game.seat_b)
    secrets = [server_secrets.bot_seat if players[seat].is_bot else entropy.secret() for seat in Seat]
    game.commitment_a, game.commitment_b = (
        seat_commitment(game.pk, seat, secrets[seat]).hex() for seat in Seat
    )
    game.secret_a, game.secret_b = (secret.hex() for secret in secrets)


def _build_report(
    finished: Sequence[tuple[PlannedGame, State]], accounts: Sequence[Player], chat_counts: chat.ChatCounts
) -> FillReport:
    sorts = Counter(_kind_of(fixture) for fixture, _ in finished)
    values = Counter(end.value for _, end in finished)
    listed = Counter(Standing.objects.filter(player__in=accounts, listed=True).values_list("kind", flat=True))
    return FillReport(
        players=len(accounts),
        games=len(finished),
        rated_with_bots=sorts["bots"],
        rated_with_people=sorts["people"],
        casual=sorts["casual"],
        unfinished=sum(end.ended is not None and end.ended.value in FORFEIT_ENDINGS for _, end in finished),
        skunks=values[2],
        double_skunks=values[4],
        in_the_house_list=listed[Kind.HOUSE],
        in_the_people_list=listed[Kind.PEOPLE],
        **asdict(chat_counts),
    )


def _kind_of(fixture: PlannedGame) -> str:
    if not fixture.settings.rated:
        return "casual"
    return "people" if len(fixture.people) > 1 else "bots"
