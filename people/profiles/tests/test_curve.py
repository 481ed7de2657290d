"""Points over time, read and drawn."""

from datetime import timedelta

import pytest

from common.chart_frame import BOTTOM, LEFT, RIGHT, TOP
from game.models import Player
from people.profiles import curve
from people.profiles.charts import LABEL_SPACING, build_points_chart
from people.profiles.curve import PointsLine, PointsMoment, points_lines
from ranking.models import Kind
from ranking.standings import OF_PEOPLE
from tests.worlds.scoresheets import NOON, create_change


def after(days: int) -> dict[str, object]:
    return {"at": NOON + timedelta(days=days)}


@pytest.mark.rows
@pytest.mark.django_db
class TestRead:
    def test_a_line_begins_with_the_points_before_the_first_game(self, ann: Player):
        create_change(ann, 1500, 21)
        create_change(ann, 1521, -19, **after(1))
        [line] = points_lines(ann.pk)
        assert [moment.points for moment in line.moments] == [1500, 1521, 1502]
        assert line.now == 1502

    def test_the_two_standings_are_two_lines(self, ann: Player, bob: Player):
        create_change(ann, 1500, 21)
        create_change(ann, 1500, 41, kind=Kind.HOUSE)
        create_change(bob, 1500, -21)
        assert [(line.kind, line.now) for line in points_lines(ann.pk)] == [("people", 1521), ("house", 1541)]

    def test_player_without_rated_games_has_no_line(self, ann: Player):
        assert points_lines(ann.pk) == ()

    def test_many_changes_are_thinned_and_the_first_and_the_last_stay(
        self, ann: Player, monkeypatch: pytest.MonkeyPatch
    ):
        monkeypatch.setattr(curve, "MAX_MOMENTS", 10)
        for n in range(95):
            create_change(ann, 1500 + n, 1, **after(n))
        [line] = points_lines(ann.pk)
        points = [moment.points for moment in line.moments]
        assert points[:2] == [1500, 1501]
        assert points[-1] == 1595
        assert 10 <= len(points) <= 13
        assert points == sorted(points)


class TestDrawn:
    def test_a_line_goes_from_its_first_day_to_now_and_higher_is_more(self):
        line = PointsLine(
            Kind.PEOPLE, (PointsMoment(NOON, 1500), PointsMoment(NOON + timedelta(days=5), 1700))
        )
        picture = build_points_chart([line], NOON + timedelta(days=10))
        assert picture is not None
        (x0, y0), (x1, y1), (x2, y2) = [map(float, at.split(",")) for at in picture.lines[0].path.split()]
        assert (x0, x1, x2) == (LEFT, (LEFT + RIGHT) / 2, RIGHT)
        assert BOTTOM >= y0 > y1 == y2 >= TOP

    def test_every_grid_line_is_at_its_points(self):
        line = PointsLine(Kind.HOUSE, (PointsMoment(NOON, 1480), PointsMoment(NOON, 1930)))
        rules = build_points_chart([line], NOON + timedelta(days=1)).grid_lines
        assert [rule.value for rule in rules] == [1400, 1600, 1800, 2000]
        assert [rules[0].y, rules[-1].y] == [BOTTOM, TOP]

    def test_the_names_of_two_lines_that_end_together_do_not_cover_each_other(self):
        lines = [PointsLine(kind, (PointsMoment(NOON, 1500), PointsMoment(NOON, 1600))) for kind in OF_PEOPLE]
        one, other = build_points_chart(lines, NOON + timedelta(days=1)).lines
        assert abs(one.label_y - other.label_y) == LABEL_SPACING

    def test_text_alternative_has_a_few_points_including_first_and_last(self):
        moments = tuple(PointsMoment(NOON + timedelta(days=n), 1500 + n) for n in range(200))
        [line] = build_points_chart([PointsLine(Kind.PEOPLE, moments)], NOON + timedelta(days=300)).lines
        assert (line.table_rows[0], line.table_rows[-1]) == (moments[0], moments[-1])
        assert len(line.table_rows) == 12

    def test_a_picture_an_hour_later_is_drawn_from_the_same_cached_parts(self):
        line = PointsLine(
            Kind.PEOPLE, (PointsMoment(NOON, 1500), PointsMoment(NOON + timedelta(days=5), 1700))
        )
        one, later = (build_points_chart([line], NOON + timedelta(days=10, hours=n)) for n in range(2))
        assert one.lines[0].path != later.lines[0].path
        assert (one, hash(one)) == (later, hash(later))

    def test_without_a_line_there_is_no_picture(self):
        assert build_points_chart([], NOON) is None
