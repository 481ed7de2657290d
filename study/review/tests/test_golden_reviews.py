"""Three whole reviews are unchanged, however they are computed.

The figures were written by the fourth judge. Another processor may add in another order, so a chance may
differ slightly. A grade may not: no loss here is near a bound.
"""

import json
from pathlib import Path

import pytest

from game.engine.state import Counting, Rules
from study.review.judge.game import judge_game
from tests.worlds.records import build_record

GOLDEN = json.loads(Path(__file__).with_name("golden_reviews.json").read_text(encoding="utf-8"))
GAMES = {
    "muggins to 121": (21, Rules(121, Counting.MUGGINS)),
    "automatic to 121": (22, Rules(121, Counting.AUTO)),
    "by hand to 61": (23, Rules(61, Counting.MANUAL)),
}
STRAY = 40  # millionths


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_golden_review_is_unchanged(name: str):
    golden, judged = GOLDEN[name], judge_game(build_record(*GAMES[name]))
    made = [[one["ply"], one["sort"], one["rank"], one["grade"]] for one in judged["decisions"]]
    assert made == [[ply, sort, rank, grade] for ply, sort, rank, _, grade in golden["decisions"]]
    assert [one["lost"] for one in judged["decisions"]] == pytest.approx(
        [lost for *_, lost, _ in golden["decisions"]], abs=STRAY
    )
    assert [one["ply"] for one in judged["curve"]] == [ply for ply, _ in golden["curve"]]
    assert [one["chance"] for one in judged["curve"]] == pytest.approx(
        [chance for _, chance in golden["curve"]], abs=STRAY
    )
    for deal, parts in zip(judged["deals"], golden["parts"], strict=True):
        assert list(deal["parts"][0].values()) == pytest.approx(parts, abs=STRAY * 10)
