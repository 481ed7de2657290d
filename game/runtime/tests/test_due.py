"""Jobs that run only when due: their conditions, the common query, and their timing."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

import pytest

from common import clock
from cribbage_site.tests.patience import PATIENCE
from game.bot_accounts.models import Trial
from game.models import Game, HalscribGame, Leaf, Player, Review, Seek, Vacation
from game.runtime.background import load_jobs
from game.runtime.due import DueConditions
from game.runtime.scheduler import Job, Scheduler
from game.shared_decks.models import DeckSet, Round, SharedGame
from game.table.clocks.time_control import DAY
from people.appointments.models import Appointment
from people.notices.models import Notice, PushSubscription
from programs.board_games.models import BoardGame
from rng.models import Deal
from study.strength.models import WeighedGame
from study.strength.rating import FORMULA
from study.trainer.models import Exercise
from tests.worlds.stepped_evenings import announce
from tests.worlds.tables import create_game
from tournaments.events.models import Entry, Event

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.rows]

CONDITIONS = {job.work.__name__: job.due for job in load_jobs() if job.due}


def ask(*conditions: str) -> list[bool]:
    async def ask_all() -> list[bool]:
        due = DueConditions(conditions)
        return await asyncio.gather(*map(due.is_met, conditions))

    return asyncio.run(ask_all())


def offer(player: Player, **changes: object) -> None:
    now = clock.now()
    times = {"created_at": now, "expires_at": now + timedelta(minutes=1)}
    settings = {"target": 121, "counting": "auto", "clock": "none"}
    Seek.objects.create(id=f"of-{player.username}", player=player, **settings | times | changes)


def two_offers(**changes: object) -> None:
    for name in ("Cat", "Dan"):
        offer(Player.objects.create(username=name), **changes)


def overdue_game(by: int = 1_000, **changes: object) -> None:
    game = create_game()
    Game.objects.filter(pk=game.pk).update(deadline=clock.milliseconds() - by, **changes)


def review(**changes: object) -> None:
    Review.objects.create(game=create_game(), asked_at=clock.now(), deals=1, **changes)


def board_game(**changes: object) -> None:
    now = clock.now()
    owner = Player.objects.create(username="Cat")
    BoardGame.objects.create(id="b", owner=owner, **{"created_at": now, "asked_at": now, **changes})


def deal(**changes: object) -> None:
    Deal.objects.create(game="g", number=1, at=clock.now(), deck=bytes(range(52)), **changes)


def game_with_halscrib(**changes: object) -> None:
    HalscribGame.objects.create(game=create_game(), brain="halscrib", **changes)


def challenge(*, has_device: bool = True, **changes: object) -> None:
    eve = Player.objects.create(username="Eve")
    if has_device:
        PushSubscription.objects.create(player=eve, endpoint="https://push.example/1", at=clock.now())
    offer(Player.objects.create(username="Cat"), to=eve, **changes)


def push(**changes: object) -> None:
    now = clock.now()
    told = {"player": Player.objects.create(username="Eve"), "kind": "paired", "about": "event:1", "at": now}
    Notice.objects.create(**{"push_due_at": now, **told, **changes})


def appointment(**changes: object) -> None:
    now = clock.now()
    cat = Player.objects.create(username="Cat")
    Appointment.objects.create(id="a", by=cat, settings={}, starts_at=now, created_at=now, **changes)


def game_of_somebody_on_vacation(
    clock_kind: str = "relaxed", begins_in: int = -1_000, ends_in: int = DAY, **changes: object
) -> None:
    """Create a game that waits for both players to begin; the first is on vacation."""
    game = create_game(clock_kind, begun=False)
    Game.objects.filter(pk=game.pk).update(**changes)
    now = clock.milliseconds()
    Vacation.objects.create(player=game.seat_a, begins_at=now + begins_in, ends_at=now + ends_in)


def event(entered: bool | None = None, due_at: datetime | None = None) -> None:
    """Create an event for the day after tomorrow. `entered` says whether a player has just entered."""
    coming = announce(minutes_ahead=48 * 60)
    Event.objects.filter(pk=coming.pk).update(due_at=due_at)
    if entered is not None:
        cat = Player.objects.create(username="Cat")
        Entry.objects.create(event=coming, player=cat, joined_at=clock.now(), has_changed=entered)


def event_by(*, is_sample: bool, due_at: datetime | None = None) -> None:
    """Create a running event by a sample player or by another one."""
    made = announce(by=Player.objects.create(username="Cat", is_sample=is_sample))
    Event.objects.filter(pk=made.pk).update(due_at=due_at)


def deck_set(**changes: object) -> DeckSet:
    fields = {"params": "{}", "rounds": 1, "tip": "", "sealed": "", **changes}
    return DeckSet.objects.create(id="decks", announced_at=clock.now(), **fields)


def shared_round(*, is_played: bool = False, **changes: object) -> None:
    """Create a round of shared decks. `is_played` says whether one of its tables is live."""
    now = clock.now()
    decks = deck_set()
    made = Round.objects.create(deck_set=decks, number=1, opened_at=now, **changes)
    game = create_game()
    Game.objects.filter(pk=game.pk).update(finished_at=None if is_played else now)
    SharedGame.objects.create(game=game, round=made)


def weighed_game(**changes: object) -> None:
    WeighedGame.objects.create(game=create_game(), noted_at=clock.now(), **changes)


def trial(**changes: object) -> None:
    bot = Player.objects.create(username="Deep", is_api_bot=True)
    facts = {"against": "novice", "pairs": 10, "deck_set": deck_set(), "begun_at": clock.now()}
    Trial.objects.create(id="t", bot=bot, **facts | changes)


def exercise(**changes: object) -> None:
    game = create_game()
    Exercise.objects.create(player=game.seat_a, game=game, ply=5, added_at=clock.now(), **changes)


WORK: dict[str, list[Callable[[], None]]] = {
    "pair_waiting_seeks": [two_offers],
    "call_overdue_flags": [overdue_game],
    "rest_all_games": [
        game_of_somebody_on_vacation,
        lambda: game_of_somebody_on_vacation(ply=9, turn="a"),
        lambda: game_of_somebody_on_vacation(ply=9, turn=None),
    ],
    "run_queue": [review],
    "review_board_games": [board_game],
    "learn_from_finished_games": [lambda: game_with_halscrib(ended_at=clock.now(), won=True)],
    "publish_waiting": [lambda: Leaf.objects.create(kind="open", game="g", body="")],
    "monitor_shuffle": [deal],
    "note_challenges": [challenge],
    "send_due_pushes": [push],
    "remind_players": [lambda: appointment(remind_at=clock.now())],
    "run_due_events": [lambda: event(due_at=clock.now()), lambda: event(entered=True)],
    "weigh_due_games": [
        weighed_game,
        lambda: weighed_game(number=1, formula=FORMULA, is_void=True),
        lambda: weighed_game(number=1, formula=FORMULA - 1),
    ],
    "judge_waiting": [exercise],
    "take_trials_further": [trial],
    "start_due_delays": [lambda: deck_set(stage="delaying")],
    "close_due_rounds": [
        lambda: shared_round(is_full=True),
        lambda: shared_round(is_played=True, closes_at=clock.now()),
    ],
    "play_sample_tables": [lambda: event_by(is_sample=True, due_at=clock.now() + timedelta(seconds=30))],
}
NO_WORK: dict[str, list[Callable[[], None]]] = {
    "pair_waiting_seeks": [
        lambda: offer(Player.objects.create(username="Cat")),
        lambda: two_offers(expires_at=clock.now() - timedelta(seconds=1)),
        lambda: two_offers(declined="busy"),
        lambda: two_offers(to=Player.objects.create(username="Eve")),
        lambda: two_offers(game=create_game()),
    ],
    "call_overdue_flags": [lambda: overdue_game(-60_000), lambda: overdue_game(finished_at=clock.now())],
    "rest_all_games": [
        lambda: game_of_somebody_on_vacation("quick"),
        lambda: game_of_somebody_on_vacation(begins_in=60_000),
        lambda: game_of_somebody_on_vacation(ends_in=0),
        lambda: game_of_somebody_on_vacation(finished_at=clock.now()),
        lambda: game_of_somebody_on_vacation(secret_a="0" * 64),
        lambda: game_of_somebody_on_vacation(ply=9, turn="b"),
        lambda: game_of_somebody_on_vacation(deadline=None),
        lambda: game_of_somebody_on_vacation(deadline=1),
    ],
    "run_queue": [lambda: review(done_at=clock.now())],
    "review_board_games": [
        lambda: board_game(done_at=clock.now()),
        lambda: board_game(asked_at=None),
    ],
    "learn_from_finished_games": [
        game_with_halscrib,
        lambda: game_with_halscrib(ended_at=clock.now(), is_learnt=True),
    ],
    "publish_waiting": [lambda: Leaf.objects.create(kind="open", game="g", body="", number=1)],
    "monitor_shuffle": [lambda: deal(watched=True)],
    "note_challenges": [
        lambda: challenge(has_device=False),
        lambda: challenge(expires_at=clock.now() - timedelta(seconds=1)),
        lambda: challenge(declined="later"),
        lambda: challenge(game=create_game()),
    ],
    "send_due_pushes": [
        lambda: push(push_due_at=None),
        lambda: push(push_due_at=clock.now() + timedelta(seconds=30)),
    ],
    "remind_players": [
        lambda: appointment(remind_at=None),
        lambda: appointment(remind_at=clock.now() + timedelta(seconds=30)),
    ],
    "weigh_due_games": [lambda: weighed_game(number=1, formula=FORMULA)],
    "judge_waiting": [lambda: exercise(judged_at=clock.now())],
    "take_trials_further": [lambda: trial(ended_at=clock.now())],
    "start_due_delays": [deck_set, lambda: deck_set(stage="started")],
    "close_due_rounds": [
        shared_round,
        lambda: shared_round(is_played=True, is_full=True),
        lambda: shared_round(closes_at=clock.now() + timedelta(seconds=30)),
        lambda: shared_round(is_full=True, closed_at=clock.now()),
    ],
    "play_sample_tables": [
        lambda: event_by(is_sample=True),
        lambda: event_by(is_sample=False, due_at=clock.now()),
    ],
    "run_due_events": [
        event,
        lambda: event(due_at=clock.now() + timedelta(seconds=30)),
        lambda: event(entered=False),
    ],
}


def cases(made: dict[str, list[Callable[[], None]]]) -> list[tuple[str, Callable[[], None]]]:
    return [(name, make) for name, ways in made.items() for make in ways]


def test_there_is_a_case_for_each_condition() -> None:
    assert CONDITIONS.keys() == WORK.keys() == NO_WORK.keys()


@pytest.mark.parametrize(("job", "make"), cases(WORK))
def test_work_is_due_and_only_its_own(job: str, make: Callable[[], None]) -> None:
    before = dict(zip(CONDITIONS, ask(*CONDITIONS.values()), strict=True))
    make()
    assert dict(zip(CONDITIONS, ask(*CONDITIONS.values()), strict=True)) == before | {job: True}
    assert not before[job]


@pytest.mark.parametrize(("job", "make"), cases(NO_WORK))
def test_finished_or_future_work_is_not_due(job: str, make: Callable[[], None]) -> None:
    make()
    assert ask(CONDITIONS[job]) == [False]


def test_all_conditions_are_one_question(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, bool]] = []
    load = DueConditions._load

    def load_and_count(conditions: DueConditions) -> dict[str, bool]:
        asked.append(load(conditions))
        return asked[-1]

    monkeypatch.setattr(DueConditions, "_load", load_and_count)
    assert not any(ask(*CONDITIONS.values()))
    assert len(asked) == 1


def test_a_job_works_only_when_it_is_due() -> None:
    async def run() -> int:
        due, not_due = asyncio.Queue[bool](), asyncio.Queue[bool]()
        scheduler = Scheduler()
        scheduler.schedule(Job(0.05, partial(not_due.put, True), due="SELECT 1 WHERE 1 = 0"))
        scheduler.schedule(Job(0.05, partial(due.put, True), due="SELECT 1"))
        scheduler.start()
        async with asyncio.timeout(PATIENCE):
            for _ in range(3):
                await due.get()
        return not_due.qsize()

    assert asyncio.run(run()) == 0
