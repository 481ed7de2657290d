"""manage.py arena: the same figures for any number of processes, in a stable JSON format."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from game.arena.cross_table import as_markdown, build_cross_table
from game.arena.process_pool import JobFailed, ProcessPool

ROOT = Path(__file__).resolve().parents[3]
PROMISED = {"games", "win_percent", "low", "high", "elo", "skunks_for", "skunks_against", "per_deal"} | {
    "value",
    "value_low",
    "value_high",
}
BESIDES = {"one", "other", "seed", "seconds"}


def arena(*words: str) -> str:
    out = StringIO()
    call_command("arena", "--processes", "1", *words, "--verbosity", "0", stdout=out)
    return out.getvalue()


def figures(*words: str) -> dict[str, Any]:
    result = json.loads(arena(*words, "--json"))
    assert isinstance(result, dict)
    return result


def pairing(one: str, other: str, percent: float, margin: float = 2, **more: Any) -> dict[str, Any]:
    share = {"win_percent": percent, "low": percent - margin, "high": percent + margin}
    return {"one": one, "other": other, "games": 100, **share, **more}


class TestAMeeting:
    @pytest.mark.slow
    def test_gives_the_same_figures_with_one_process_and_two(self) -> None:
        words = ("intermediate", "novice", "--games", "30", "--seed", "7")
        alone, shared = figures(*words), figures(*words, "--processes", "2")
        assert alone | {"seconds": 0} == shared | {"seconds": 0}

    @pytest.mark.slow
    def test_has_exactly_the_documented_fields(self) -> None:
        result = figures("intermediate", "novice", "--games", "20", "--seed", "7")
        assert set(result) == PROMISED | BESIDES
        assert result["games"] == 20
        assert result["low"] < result["win_percent"] < result["high"]
        assert set(result["per_deal"]) == {"intermediate", "novice", "published"}
        assert all(set(of) == set(result["per_deal"]["published"]) for of in result["per_deal"].values())

    @pytest.mark.slow
    def test_with_itself_is_even_but_four_games_do_not_prove_it(self) -> None:
        result = figures("intermediate", "intermediate", "--games", "4")
        assert (result["win_percent"], result["elo"]) == (50, 0)
        assert (result["low"], result["high"]) == (7.906, 92.094)

    @pytest.mark.slow
    def test_in_match_mode_reports_matches(self) -> None:
        result = figures("intermediate", "novice", "--match", "3", "--matches", "4")
        assert set(result) == PROMISED | BESIDES | {
            "match",
            "matches",
            "match_percent",
            "match_low",
            "match_high",
        }
        assert (result["match"], result["matches"], result["games"]) == (3, 4, 12)

    @pytest.mark.slow
    def test_is_printed_as_a_table(self) -> None:
        result = arena("intermediate", "novice", "--games", "4", "--target", "61", "--counting", "muggins")
        assert result.startswith("intermediate v novice: 4 games, every deck played from both seats")
        assert "published" in result
        assert "to 61" in result

    @pytest.mark.slow
    def test_may_be_of_endgames_or_against_open_cards(self) -> None:
        result = figures("open-pegging", "intermediate", "--games", "4", "--seed", "7", "--endgames")
        assert result["games"] == 4
        assert result["win_percent"] >= 50

    def test_with_open_cards_is_against_a_bot(self) -> None:
        for other in ("open-cards", "open-pegging", "master-exploiter", "/bin/true"):
            with pytest.raises(CommandError, match="with open cards meets bots only"):
                arena("open-pegging", other)

    def test_of_endgames_is_no_match(self) -> None:
        with pytest.raises(CommandError, match="no matches"):
            arena("advanced", "master", "--endgames", "--match", "3")


class TestACrossTable:
    def test_has_every_pairing_from_both_sides(self) -> None:
        cells = build_cross_table(
            [pairing("a", "b", 60), pairing("a", "c", 70), pairing("b", "c", 55, margin=1)]
        )
        assert set(cells) == set(permutations("abc", 2))
        assert all(cells[one, other].percent + cells[other, one].percent == 100 for one, other in cells)
        assert cells["c", "b"] == (45, 44, 46, 100)

    @pytest.mark.slow
    def test_is_played_where_more_than_two_are_named(self) -> None:
        three = ("novice", "intermediate", "halscrib")
        result = figures(*three, "--games", "4", "--seed", "7")
        alone = figures("novice", "halscrib", "--games", "4", "--seed", "7")
        pairings = [(one["one"], one["other"]) for one in result["pairings"]]
        assert pairings == [("novice", "intermediate"), ("novice", "halscrib"), ("intermediate", "halscrib")]
        assert result["pairings"][1] | {"seconds": 0} == alone | {"seconds": 0}
        assert "± half the 95% interval: 4 games" in arena(*three, "--games", "4")

    def test_can_be_built_from_stored_results(self, tmp_path: Path) -> None:
        several, one = tmp_path / "several.json", tmp_path / "one.json"
        several.write_text(json.dumps({"pairings": [pairing("a", "b", 60), pairing("a", "c", 70)]}))
        one.write_text(json.dumps(pairing("b", "c", 55.04)))
        assert arena("--markdown", str(several), str(one)).strip() == (
            "|  | a | b | c |\n"
            "| --- | ---: | ---: | ---: |\n"
            "| a |  | 60.0 ± 2.0 | 70.0 ± 2.0 |\n"
            "| b | 40.0 ± 2.0 |  | 55.0 ± 2.0 |\n"
            "| c | 30.0 ± 2.0 | 45.0 ± 2.0 |  |"
        )

    def test_in_match_mode_counts_matches(self) -> None:
        matches = {"match": 15, "match_percent": 80.0, "match_low": 75.0, "match_high": 85.0}
        assert "| 80.0 ± 5.0 |" in as_markdown(build_cross_table([pairing("a", "b", 60, **matches)]))


class TestNonsense:
    @pytest.mark.parametrize(
        ("words", "says"),
        [
            (["novice", "grandmaster"], "There is no brain called grandmaster; there are: beginner, "),
            (["novice"], "Name two brains"),
            ([], "Name two brains"),
            (["novice", "intermediate", "novice"], "stands once"),
            (["novice", "intermediate", "--all"], "not both"),
            (["novice", "intermediate", "--games", "7"], "an even number from 4 on, not '7'"),
            (["novice", "intermediate", "--games", "2"], "an even number from 4 on, not '2'"),
            (["novice", "intermediate", "--games", "-4"], "an even number from 4 on, not '-4'"),
            (["novice", "intermediate", "--match", "14"], "an odd number from 1 on, not '14'"),
            (["novice", "intermediate", "--match", "15", "--games", "30"], "how many --matches"),
            (["novice", "intermediate", "--matches", "30"], "Say with --match"),
            (["novice", "intermediate", "--processes", "0"], "a whole number from 1 on, not '0'"),
            (["novice", "intermediate", "--target", "100"], "invalid choice: 100"),
            (["novice", "intermediate", "--seed", "x"], "invalid int value: 'x'"),
            (["--markdown", "/nowhere.json"], "/nowhere.json cannot be read: No such file"),
            (["--markdown", __file__], "is not what arena --json has written"),
        ],
    )
    def test_is_refused_with_a_message(self, words: list[str], says: str) -> None:
        with pytest.raises(CommandError, match=re.escape(says)):
            arena(*words)


def fail(number: int) -> int:
    return 1 // number


def end(number: int) -> None:
    os._exit(number)


class TestTheCrew:
    @pytest.mark.slow
    def test_does_every_job_once(self) -> None:
        with ProcessPool(2, abs) as crew:
            assert sorted(crew.results((-number,) for number in range(20))) == list(range(20))

    @pytest.mark.slow
    def test_knows_nothing_of_django(self) -> None:
        code = "import sys, game.arena.campaign; print('django' in sys.modules, 'game.bots' in sys.modules)"
        result = subprocess.check_output([sys.executable, "-c", code], cwd=ROOT, text=True)
        assert result.split() == ["False", "True"]

    @pytest.mark.slow
    @pytest.mark.parametrize(("work", "says"), [(fail, "ZeroDivisionError"), (end, "ended from outside")])
    def test_reports_the_reason_of_a_failure(self, work: Callable[[int], Any], says: str) -> None:
        with pytest.raises(JobFailed, match=says), ProcessPool(1, work) as crew:
            list(crew.results([(0,)]))

    @pytest.mark.slow
    @pytest.mark.parametrize(("ending", "status"), [(signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)])
    def test_leaves_no_process_behind(self, ending: signal.Signals, status: int) -> None:
        command = [sys.executable, "manage.py", "arena", "intermediate", "novice", "--games", "400"]
        running = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, start_new_session=True)
        assert running.stderr is not None
        assert running.stderr.readline().startswith(b"10%")
        running.send_signal(ending)
        # Every process holds this end of the pipe, which closes when the last of them ends.
        running.communicate(timeout=60)
        assert running.returncode == status
