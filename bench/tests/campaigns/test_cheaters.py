"""In an hour of cheating, only a prepared ring climbs beyond the goal."""

import json
from io import StringIO

from django.core.management import call_command

from bench.cheaters.registry import STRATEGIES
from bench.cheaters.report import GOAL


def test_in_an_hour_only_a_prepared_ring_climbs_beyond_the_goal() -> None:
    out = StringIO()
    call_command("cheaters", "--json", "--quiet", stdout=out, stderr=StringIO())
    told = json.loads(out.getvalue())
    assert told["record_faults"] == 0
    by_name = {one["strategy"]: one for one in told["strategies"]}
    assert by_name.keys() == STRATEGIES.keys()
    for name in ("puppets", "puppets-late", "puppets-played", "ring", "one-place"):
        assert by_name[name]["points_an_hour"] <= GOAL
