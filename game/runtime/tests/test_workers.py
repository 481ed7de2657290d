"""Worker processes: their results, and their failures."""

import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial

import pytest
from django.conf import settings

from cribbage_site.logs.setup import JsonFormatter
from game.bots.registry import choose
from game.runtime import cpu_budget
from game.runtime.cpu_budget import OutOfTime, run_with_cpu_limit
from game.runtime.tests.dear_question import build_dear_question
from game.runtime.worker_pool import JobFailed, WorkerPool
from rng.twister import twister
from tests.worlds import worker_tasks


@pytest.fixture(scope="module")
def pool() -> Iterator[WorkerPool]:
    one = WorkerPool(1, timeout=60)
    yield one
    one.stop()


@pytest.mark.slow
def test_a_worker_is_another_process_and_stays_for_the_next_job(pool: WorkerPool):
    first, second = (pool.submit(worker_tasks.worker_pid).result() for _ in range(2))
    assert first == second != os.getpid()


def test_a_function_gets_all_its_arguments(pool: WorkerPool):
    assert pool.submit(sorted, (3, 1, 2), reverse=True).result() == [3, 2, 1]
    assert pool.submit(partial(sorted, reverse=True), (3, 1, 2)).result() == [3, 2, 1]


@pytest.mark.slow
def test_a_worker_has_no_settings_of_the_site(pool: WorkerPool, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SECRET_KEY", "the crib is mine")
    pool.submit(os._exit, 0).exception()
    loaded = pool.submit(worker_tasks.loaded_modules).result()
    assert "game.bots" in loaded
    assert not {name for name in loaded if name.split(".")[0] in ("django", "channels", "cribbage_site")}
    assert "the crib is mine" not in pool.submit(worker_tasks.environment).result().values()
    with pytest.raises(JobFailed, match=r"ModuleNotFoundError in .*game/models/"):
        pool.submit(worker_tasks.import_models).result()


def test_a_worker_that_has_played_with_every_brain_is_small(pool: WorkerPool):
    assert pool.submit(worker_tasks.peak_memory_mb).result() < 100


def test_an_error_is_reported_by_type_and_place_without_cards(pool: WorkerPool):
    with pytest.raises(JobFailed) as failure:
        pool.submit(worker_tasks.raise_with_cards, ["5H", "JD"]).result()
    line = worker_tasks.raise_with_cards.__code__.co_firstlineno + 2
    assert str(failure.value) == f"ValueError in raise_with_cards, tests/worlds/worker_tasks.py:{line}"
    assert pool.submit(worker_tasks.print_much).result() == "said"


def test_a_job_over_its_limit_is_aborted_and_the_worker_stays(pool: WorkerPool):
    before = pool.submit(worker_tasks.worker_pid).result()
    with pytest.raises(JobFailed, match="OutOfTime"):
        pool.submit(run_with_cpu_limit, 0.02, worker_tasks.spin_forever).result()
    assert pool.submit(run_with_cpu_limit, 5.0, worker_tasks.worker_pid).result() == before


def test_time_limits_do_not_carry_over(pool: WorkerPool):
    """The alarm of one job does not go off in the next."""
    assert [pool.submit(run_with_cpu_limit, 0.02, sum, range(1000)).result() for _ in range(200)] == [
        499500
    ] * 200
    with pytest.raises(OutOfTime):
        run_with_cpu_limit(0.01, worker_tasks.spin_forever)


@pytest.mark.slow
def test_a_slow_core_gets_more_time_for_the_same_work(monkeypatch: pytest.MonkeyPatch):
    units, slow = 30, cpu_budget.UNIT_SECONDS / 10
    seconds = units * cpu_budget._unit_seconds(0) / 4
    monkeypatch.setattr(cpu_budget, "UNIT_SECONDS", slow)
    assert run_with_cpu_limit(seconds, sum, map(cpu_budget._unit_seconds, range(units))) > seconds
    with pytest.raises(OutOfTime):
        run_with_cpu_limit(0.01, worker_tasks.spin_forever)


@pytest.mark.slow
@pytest.mark.parametrize("is_core_shared", [False, True], ids=["cold", "beside a busy process"])
def test_master_answers_its_most_expensive_first_question(is_core_shared: bool):
    shown, memory = build_dear_question()
    question = ("master", shown, memory, twister(bytes(64)))
    busy = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    pool = WorkerPool(1, timeout=60)
    try:
        worker = pool.submit(worker_tasks.worker_pid).result()
        core = {min(os.sched_getaffinity(0))}
        os.sched_setaffinity(worker, core)
        os.sched_setaffinity(busy.pid, core)
        if not is_core_shared:
            busy.kill()
        found = pool.submit(run_with_cpu_limit, settings.BOT_BUDGET_MS / 1000, choose, *question).result()
    finally:
        busy.kill()
        busy.wait()
        pool.stop()
    assert found == choose(*question)


@pytest.mark.slow
def test_a_dying_workers_output_goes_only_to_the_log(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
):
    """Regression: it was written past the log, with whatever the message contained."""
    pool = WorkerPool(1, timeout=60)
    with pytest.raises(JobFailed, match="its worker was lost"):
        pool.submit(worker_tasks.crash_with_cards, ["5H", "JD"]).result()
    pool.stop()
    (record,) = caplog.records
    line = JsonFormatter().format(record)
    assert "worker_tasks.UncaughtFailure: cannot play" in line
    assert "5H" not in line
    assert capfd.readouterr().err == ""


@pytest.mark.slow
@pytest.mark.parametrize("killed", [worker_tasks.kill_self, partial(os._exit, 0)])
def test_after_a_worker_that_died_there_is_a_new_one(pool: WorkerPool, killed):
    before = pool.submit(worker_tasks.worker_pid).result()
    with pytest.raises(JobFailed, match="its worker was lost"):
        pool.submit(killed).result()
    assert pool.submit(worker_tasks.worker_pid).result() != before


@pytest.mark.slow
def test_an_idle_worker_that_died_fails_no_job(pool: WorkerPool):
    before = pool.submit(worker_tasks.worker_pid).result()
    os.kill(before, signal.SIGKILL)
    os.waitid(os.P_PID, before, os.WEXITED | os.WNOWAIT)
    assert pool.submit(worker_tasks.worker_pid).result() != before


@pytest.mark.slow
def test_a_worker_that_never_returns_is_killed_after_the_timeout():
    pool = WorkerPool(1, timeout=0.1)
    with pytest.raises(JobFailed, match=r"came to no end in 0\.1 seconds"):
        pool.submit(worker_tasks.sleep_forever).result()
    pool._timeout = 60  # a new worker needs more than a moment to start
    assert pool.submit(worker_tasks.worker_pid).result()
    pool.stop()


@pytest.mark.slow
def test_no_worker_outlives_a_server_that_is_killed():
    """This includes a worker in the middle of an endless job."""
    server = """
import django
django.setup()
from game.runtime.worker_pool import WorkerPool
from tests.worlds import worker_tasks
workers = WorkerPool(1, timeout=60)
print(workers.submit(worker_tasks.worker_pid).result(), flush=True)
workers.submit(worker_tasks.spin_forever).result()
"""
    env = os.environ | {"DJANGO_SETTINGS_MODULE": "cribbage_site.settings"}
    with subprocess.Popen(
        [sys.executable, "-c", server], cwd=settings.BASE_DIR, env=env, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        worker = int(process.stdout.readline())
        ended = os.pidfd_open(worker)
        process.kill()
    assert select.select([ended], [], [], 30)[0]
