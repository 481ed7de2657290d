"""A short-lived cache of a function's result."""

import pytest

from common import recent
from common.recent import Recent


def test_an_old_result_is_computed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now, worked_out = [100.0], [0]
    monkeypatch.setattr(recent, "monotonic", lambda: now[0])

    def work() -> int:
        worked_out[0] += 1
        return worked_out[0]

    kept = Recent(work, 15)
    assert [kept.get(), kept.get()] == [1, 1]
    now[0] += 14.9
    assert kept.get() == 1
    now[0] += 0.1
    assert [kept.get(), kept.get()] == [2, 2]
    kept.forget()
    assert kept.get() == 3
