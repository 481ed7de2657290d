"""Measures what ten thousand players of one daily cost beyond their games."""

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from subprocess import PIPE, run
from time import process_time
from typing import TYPE_CHECKING, Any

import django
import msgspec
from django.core.management import call_command

from bench.admin.measure import temporary_sqlite_path
from bench.figure import Figure
from bench.measurement import BenchOptions, MeasurementFailed
from common.progress import QUIET_SECONDS, Progress

if TYPE_CHECKING:
    from game.models import Player
    from study.daily.models import Daily

PLAYERS, FEW_PLAYERS = 10_000, 500
MOST_SECONDS = 60.0
ONE_BY_ONE, GROUPS = 500, 25  # players whose calls are measured, and pages that are drawn
KINDS_OF_GAME = 48  # games that are really played; all others are copies of them
BATCH_SIZE = 500
PAR_AT_ONCE, STEPS_AFTER_PAR = 8, 9  # pieces of work after each of which it says how far it is


def measure(wanted: BenchOptions) -> Iterator[Figure]:
    """CPU time of one process on SQLite, where all that the database does is done by us."""
    players = FEW_PLAYERS if wanted.quick else PLAYERS
    with temporary_sqlite_path() as path:
        command = [sys.executable, "-m", "bench.daily", str(players)]
        own = {"DATABASE_PATH": path, "LOG_ROOT": str(Path(path).with_name("log"))}
        inside = run(command, env=os.environ | own, stdout=PIPE, check=False)
    if inside.returncode:
        raise MeasurementFailed("the daily game could not be measured; why stands above.")
    yield from msgspec.json.decode(inside.stdout, type=list[Figure])


def measure_here(players: int) -> Iterator[Figure]:
    """A day from its announcement to its field, in this process, with word on stderr of how far it is."""
    from django.urls import reverse

    from common import clock
    from game.shared_rounds.par import play_for_par
    from game.shared_rounds.rounds import _close_due_rounds
    from study.daily import running
    from study.daily.models import Daily
    from study.daily.scoring import PAR_GAMES

    progress = Progress(sys.stderr, PAR_GAMES // PAR_AT_ONCE + STEPS_AFTER_PAR, QUIET_SECONDS)
    reverse("daily")  # all addresses are loaded with the first one
    running.announce_if_none_waits()
    day = clock.now().date()
    running.fix(day)
    decks = running._load_decks(day)
    margins: list[int] = []
    par = 0.0
    for first in range(1, PAR_GAMES + 1, PAR_AT_ONCE):
        par += cpu(lambda: margins.extend(play_for_par(decks, range(first, first + PAR_AT_ONCE))))  # noqa: B023
        progress.step("par")
    running.open_daily(day, margins)
    daily = Daily.objects.get(day=day)
    people = create_players(players)
    few = people[:ONE_BY_ONE]
    opened = least_cpu(open_plain_games, few) * players
    progress.step("usual games opened")
    enter = least_cpu(enter_all, few) * players - opened
    progress.step("players let in")
    finish_all(daily, people)
    progress.step("games finished")
    tomorrow = day + running.DAY
    give = least_cpu(partial(give_secrets, tomorrow), few) * players
    fill_secrets(tomorrow, people)
    progress.step("secrets given")
    clock.shift(running.DAY)
    close = cpu(_close_due_rounds)
    progress.step("round closed")
    fix = cpu(lambda: running.fix(tomorrow))
    tell = cpu(lambda: running.open_daily(tomorrow, margins))
    count = cpu(lambda: count_field(daily))
    progress.step("field counted")
    again = cpu(lambda: rank_again(daily))
    progress.step("ties broken")
    page = draw_pages(f"/daily/{day}", few) * players
    progress.step("its page drawn")
    frame = draw_pages("/privacy", few) * players
    progress.step("a usual page drawn")
    named = {
        "the par of a day": par,
        f"{players} players let in, beyond opening their games": enter,
        f"{players} commitments and secrets taken": give,
        "the root of the next day fixed": fix,
        f"the next day opened, {players} players told": tell,
        "the round closed": close,
        "the field counted and ranked, the month worked out": count,
        "ties broken once more": again,
        f"the field's page drawn {players} times": page,
    }
    yield Figure("daily", f"a game with a bot opened {players} times", opened, "s of CPU")
    yield Figure("daily", f"a page of plain text drawn {players} times", frame, "s of CPU")
    for what, seconds in named.items():
        yield Figure("daily", what, seconds, "s of CPU")
    yield Figure(
        "daily", f"{players} players beyond their games", sum(named.values()), "s of CPU", MOST_SECONDS
    )


def cpu(work: Callable[[], object]) -> float:
    """The CPU time of this process for some work."""
    begun = process_time()
    work()
    return process_time() - begun


def least_cpu(work: Callable[[Any], object], each: Sequence[Any]) -> float:
    """The CPU time of work for one, in the group that was least disturbed by what else runs here."""
    groups = [each[first::GROUPS] for first in range(GROUPS)]
    return min(cpu(partial(work, group)) / len(group) for group in groups)


def create_players(number: int) -> "list[Player]":
    from common import clock
    from game.models import Player
    from study.daily.running import DAY

    names, joined = [f"player{n:05}" for n in range(number)], clock.now() - DAY
    made = [Player(username=name, likeness=name, date_joined=joined) for name in names]
    return Player.objects.bulk_create(made, batch_size=BATCH_SIZE)


def enter_all(people: "list[Player]") -> None:
    from game.accounts.places import hash_place
    from study.daily.playing import play_today

    for player in people:
        play_today(player, [hash_place(player.username), hash_place(f"browser {player.username}")])


def open_plain_games(people: "list[Player]") -> None:
    """What opening their games costs anyway."""
    from game.engine.state import Rules
    from game.table.opening import open_bot_game

    for player in people:
        open_bot_game(player, "advanced", Rules())


def give_secrets(day: Any, people: "list[Player]") -> None:
    """What the call of each player's page does: it commits, and shows the secret with it."""
    from game.runtime.player_ids import player_id
    from game.shared_rounds import announcing
    from rng import entropy
    from rng.shared_decks import entrant_commitment
    from study.daily.models import Daily

    decks = Daily.objects.get(day=day).deck_set_id
    for player in people:
        secret = entropy.secret()
        committed = entrant_commitment(decks, player_id(player.pk), secret)
        announcing.commit(decks, player, committed.hex(), secret.hex())


def fill_secrets(day: Any, people: "list[Player]") -> None:
    """All the others' secrets, as those calls leave them."""
    from game.runtime.player_ids import player_id
    from game.shared_decks.models import Entrant
    from rng import entropy
    from rng.shared_decks import entrant_commitment
    from study.daily.models import Daily

    decks = Daily.objects.get(day=day).deck_set_id
    rows = []
    for player in people[ONE_BY_ONE:]:
        secret, number = entropy.secret(), player_id(player.pk)
        committed = entrant_commitment(decks, number, secret).hex()
        rows.append(
            Entrant(
                deck_set_id=decks, player=player, number=number, commitment=committed, secret=secret.hex()
            )
        )
    Entrant.objects.bulk_create(rows, batch_size=BATCH_SIZE)


def finish_all(daily: "Daily", people: "list[Player]") -> None:
    """Everybody has played to the end: who was let in one by one, and all others in bulk."""
    from common import clock
    from game.engine.state import Ended
    from game.models import Game, Secrets
    from game.shared_decks.models import Round, SharedGame
    from game.shared_rounds.par import rules_of
    from game.table import bot_accounts
    from game.table.opening import build_game
    from game.table.round_of_game import load_set_decks
    from game.table.sealed_secrets import seal_secrets
    from rng import entropy
    from study.daily.models import DailyEntry

    round_ = Round.objects.get(deck_set=daily.deck_set_id)
    decks = load_set_decks(round_.pk)
    bot = bot_accounts.get_or_create_account("advanced")
    played = [play_by_seed(decks, seed) for seed in range(KINDS_OF_GAME)]

    def end(game: Game, number: int) -> Game:
        game.transcript, scores = played[number % KINDS_OF_GAME]
        game.score_a, game.score_b = scores
        game.winner, game.value, game.ended = int(scores[1] > scores[0]), 1, Ended.PLAYED.value
        game.finished_at = clock.now()
        game.commitment_a = game.commitment_b = game.secret_a = game.secret_b = "0" * 64
        return game

    for number, game in enumerate(Game.objects.filter(shared__round=round_)):
        end(game, number).save()
    games, secrets = [], []
    for number, player in enumerate(people[ONE_BY_ONE:]):
        game, own = build_game(
            entropy.game_id(), (player, bot), rules_of(decks), "none", rated=False, decks=decks
        )
        games.append(end(game, number))
        secrets.append(Secrets(game=game, sealed=seal_secrets(own, game.pk)))
    shared = [SharedGame(game=game, round=round_) for game in games]
    tries = [DailyEntry(daily=daily, player=game.seat_a, game=game) for game in games]
    Game.objects.bulk_create(games, batch_size=BATCH_SIZE)
    Secrets.objects.bulk_create(secrets, batch_size=BATCH_SIZE)
    SharedGame.objects.bulk_create(shared, batch_size=BATCH_SIZE)
    DailyEntry.objects.bulk_create(tries, batch_size=BATCH_SIZE)


def play_by_seed(decks: Any, seed: int) -> tuple[str, tuple[int, int]]:
    """A whole game in which both sides play as Novice, the player by a seed."""
    from game.bots import Memory, choose
    from game.engine.moves import Deal
    from game.engine.play import act, start
    from game.engine.transcript import dump
    from game.engine.view import seats_to_move, view
    from game.shared_rounds.par import rules_of
    from rng.deal import deck
    from rng.twister import stream

    memory: Memory = ()
    state = start(rules_of(decks))
    while not state.is_over:
        if waiting := seats_to_move(state):
            seat = waiting[0]
            chance = stream(bytes(32), f"bench {seed} {seat}", str(len(state.record)))
            state, events = act(state, seat, choose("novice", view(state, seat), memory, chance))
        else:
            state, events = act(state, None, Deal(state.deal + 1, deck(decks.key(state.deal + 1))))
        memory += events
    return dump(state), state.scores


def count_field(daily: "Daily") -> None:
    """The steps of the counting job, those of its worker in this process too."""
    from study.daily import running
    from study.daily.alike import mark_alike
    from study.daily.field import Throws, build_field, count_throws

    counts: Throws = Counter()
    entries = running._load_played(daily.day)
    for first in range(0, len(entries), running.TRANSCRIPTS_AT_ONCE):
        batch = entries[first : first + running.TRANSCRIPTS_AT_ONCE]
        counts += count_throws(running._load_transcripts(batch))
    mark_alike(daily.day)
    running.keep_field(daily.day, build_field(*_in_order(running._load_margins(daily.day), counts)))


def _in_order(loaded: Any, counts: Any) -> Any:
    decks, margins, middle = loaded
    return decks, counts, margins, middle


def rank_again(daily: "Daily") -> None:
    """As after every review has come: all rows change."""
    from django.db.models import F

    from game.models import Scoresheet
    from study.daily import running

    Scoresheet.objects.filter(game__daily_entry__daily=daily).update(lost_by_play=F("pk") * 1e-6)
    running.rank_again(daily.day)


def draw_pages(path: str, people: "list[Player]") -> float:
    """The CPU time of a page that a player sees."""
    from django.conf import settings
    from django.core.cache import cache
    from django.test import Client

    settings.ALLOWED_HOSTS = ["testserver"]
    cache.clear()  # nobody here is one too many
    clients = []
    for player in people:
        client = Client()
        client.force_login(player)
        clients.append(client)
    clients[0].get(path)
    answers: set[int] = set()
    seconds = least_cpu(lambda group: answers.update(each.get(path).status_code for each in group), clients)
    if answers != {200}:
        raise MeasurementFailed(f"{path} answers {answers}.")
    return seconds


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "bench.live.settings"
    django.setup()
    call_command("migrate", verbosity=0)
    sys.stdout.buffer.write(msgspec.json.encode(list(measure_here(int(sys.argv[1])))))
