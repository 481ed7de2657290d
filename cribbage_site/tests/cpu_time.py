"""Measure the CPU time of each test. Print the ten longest; few may take more than five seconds.

The processes that a test started and waited for are counted with it. Shared fixtures are not.
"""

import os
from collections.abc import Generator
from typing import Any

import pytest

from cribbage_site.tests.repetitions import FULL_PROOF

LIMIT = 5.0  # seconds
SMOKE = "test_smoke.py"
PROPERTY = "cpu seconds"
SHOWN = 10


def cpu_seconds() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    before = cpu_seconds()
    try:
        return (yield)
    finally:
        item.user_properties.append((PROPERTY, cpu_seconds() - before))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    report: pytest.TestReport = yield
    is_campaign = item.path.parent.name == "campaigns"  # not marked, because only `make proof` collects it
    may_be_slow = FULL_PROOF or is_campaign or item.get_closest_marker("slow") or item.path.name == SMOKE
    if call.when == "call" and report.passed and not may_be_slow and (seconds := measured(report)) > LIMIT:
        report.outcome = "failed"
        report.longrepr = f"took {seconds:.1f} s of CPU time: make it quicker, or mark it slow"
    return report


def measured(report: pytest.TestReport) -> float:
    return float(dict(report.user_properties).get(PROPERTY, 0.0))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print the tests with the highest CPU time."""
    run = [report for key in ("passed", "failed") for report in terminalreporter.getreports(key)]
    tests = [report for report in run if report.when == "call"]
    terminalreporter.section(f"the {SHOWN} tests that took most CPU time")
    for report in sorted(tests, key=measured, reverse=True)[:SHOWN]:
        terminalreporter.line(f"{measured(report):6.1f} s  {report.nodeid}")
