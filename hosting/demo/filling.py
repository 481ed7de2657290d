"""Fill a site with sample players and their games, and remove them again."""

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
from common.wings import optional
from game.accounts.names import likeness
from game.accounts.signup import is_taken
from game.decisions.versions import newest_brain
from game.engine.state import State
from game.models import Appeal, Game, Player, Report, Ruling
from game.table import bot_accounts
from game.table.opening import build_game, save_new_game
from game.table.record.ending import FORFEIT_ENDINGS
from hosting.demo import chat
from hosting.demo.club_counts import ClubCounts
from hosting.demo.daily_counts import DailyCounts
from hosting.demo.playing import play_to_end, stand_in, write_played
from hosting.demo.samples import SamplePlayer, build_samples, sample_names
from hosting.demo.schedule import BREAK, DAYS, PlannedGame, plan_games
from ranking.models import Change, Kind, Standing
from rng import entropy
from rng.twister import Twister, stream


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
    clubs: int
    club_members: int
    evenings_over: int
    evenings_running: int
    duels_running: int
    evening_games: int
    seasons_decided: int
    daily_days: int
    daily_games: int


class DemoError(Exception):
    """The site cannot be filled, for this reason."""


def fill(
    *, players: int, games: int, evenings: int, days: int, seed: int, progress: Callable[[str], None]
) -> FillReport:
    """Add sample players and their activity of the last weeks. Report progress with `progress`."""
    if Player.objects.filter(is_sample=True).exists():
        raise DemoError("This site has sample players already: remove them first with --remove.")
    chance = stream(sha512(f"demo {seed}".encode()).digest()[:32], "demo")
    samples = build_samples(_free_names(players), chance)
    bots = {bot: bot_accounts.get_or_create_account(bot) for bot in bot_accounts.HOUSE_BOTS}
    now = clock.now()
    planned = plan_games(samples, list(bots), games, now, chance)
    accounts = _create_accounts(samples, planned, now)
    finished: list[tuple[PlannedGame, State]] = []
    with shifted_clock() as go_to:
        for done, fixture in enumerate(planned, 1):
            a, b = (bots[one] if isinstance(one, str) else accounts[one] for one in fixture.players)
            finished.append((fixture, _play(fixture, (a, b), samples, go_to, chance)))
            progress(f"{done} of {games} games")
    chat_counts = chat.add_reports_and_rulings(accounts)
    keenest = sorted(zip(samples, accounts, strict=True), key=lambda one: -one[0].keenness)
    in_order, skills = [account for _, account in keenest], {one.pk: each.skill for each, one in keenest}
    daily_counts, club_counts = DailyCounts(), ClubCounts()
    if days and (add_past_days := optional("hosting.dailies.past_days.add_past_days")):
        with shifted_clock() as go_to:
            daily_counts = add_past_days(in_order, skills, days, go_to, chance, progress)
    if evenings and (add_club := optional("hosting.evenings.club.add_club")):
        with shifted_clock() as go_to:
            club_counts = add_club(in_order, skills, evenings, go_to, chance, progress)
    return _build_report(finished, accounts, chat_counts, club_counts, daily_counts)


def remove() -> int:
    """Remove the sample players with everything they did. Return the number of games removed."""
    with transaction.atomic():
        samples = Player.objects.filter(is_sample=True)
        games = Game.objects.filter(Q(seat_a__in=samples) | Q(seat_b__in=samples))
        if remove_clubs := optional("hosting.evenings.club.remove_clubs"):
            remove_clubs(list(samples.values_list("pk", flat=True)))
        rulings = Ruling.objects.filter(Q(by__in=samples) | Q(player__in=samples) | Q(game__in=games))
        many = games.count()
        # Delete the rows with protected references first.
        for referring in (
            Report.objects.filter(ruling__in=rulings),
            Appeal.objects.filter(ruling__in=rulings),
            rulings,
            Change.objects.filter(player__in=samples, undoes__isnull=False),
            games,
            samples,
        ):
            referring.delete()
        if remove_past_days := optional("hosting.dailies.past_days.remove_past_days"):
            remove_past_days()
    return many


@contextmanager
def shifted_clock() -> Iterator[Callable[[datetime], None]]:
    """Yield a function that sets the clock to any time. Restore the clock at the end."""
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
    """Return names that no player has, and that cannot be mistaken for a player's name."""
    used = set(Player.objects.annotate(upper=Upper("username")).values_list("upper", flat=True))
    free = (name for name in sample_names(2 * many + 100) if name.upper() not in used and not is_taken(name))
    return [name for name, _ in zip(free, range(many), strict=False)]


def _create_accounts(
    samples: Sequence[SamplePlayer], planned: Sequence[PlannedGame], now: datetime
) -> list[Player]:
    """Create accounts that no visitor can log in to, dated before their first games."""
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
    """Play one game from start to end, written as tables write it. It is visible only when it is over.

    The game is played before anything is written. SQLite allows one write at a time, so a site on the same
    database would otherwise wait for every card.
    """
    settings = fixture.settings
    go_to(fixture.begins)
    game, server_secrets = build_game(
        entropy.game_id(), players, settings.rules(), settings.clock, settings.rated
    )
    brains = [
        newest_brain(one) if isinstance(one, str) else stand_in(samples[one].skill, chance)
        for one in fixture.players
    ]
    played = play_to_end(game, server_secrets, brains, fixture.early_end, chance)
    with transaction.atomic():
        save_new_game(game, server_secrets)
        chat.add_chat(game, fixture, go_to, chance)
        go_to(fixture.ends)
        write_played(played)
    return played.end


def _build_report(
    finished: Sequence[tuple[PlannedGame, State]],
    accounts: Sequence[Player],
    chat_counts: chat.ChatCounts,
    club_counts: ClubCounts,
    daily_counts: DailyCounts,
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
        **asdict(club_counts),
        **asdict(daily_counts),
    )


def _kind_of(fixture: PlannedGame) -> str:
    if not fixture.settings.rated:
        return "casual"
    return "people" if len(fixture.people) > 1 else "bots"
