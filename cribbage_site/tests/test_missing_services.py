"""A test skips if a server that it would start is not installed, unless skips are forbidden."""

import pytest

from bench.services import ServiceMissing, find_program
from conftest import pytest_runtest_makereport


def report_of(test: pytest.Item, fault: Exception) -> pytest.TestReport:
    """Return the report of a test that raises this during its setup."""

    def fail() -> None:
        raise fault

    call = pytest.CallInfo.from_call(fail, "setup")
    hook = pytest_runtest_makereport(test, call)
    next(hook)
    with pytest.raises(StopIteration) as ended:
        hook.send(pytest.TestReport.from_item_and_call(test, call))
    report: pytest.TestReport = ended.value.value
    return report


def test_a_missing_program_is_a_skip_with_its_name(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FORBID_SKIPS", raising=False)
    with pytest.raises(ServiceMissing) as missing:
        find_program("no-such-server")
    report = report_of(request.node, missing.value)
    assert (report.outcome, report.longrepr[2]) == ("skipped", "Skipped: no-such-server is not installed")
    monkeypatch.setenv("FORBID_SKIPS", "1")
    assert report_of(request.node, missing.value).outcome == "failed"


def test_any_other_fault_is_a_failure(request: pytest.FixtureRequest) -> None:
    assert report_of(request.node, OSError("no space")).outcome == "failed"
