"""Demo data: every game is real, and all sums match the games played."""

import json
from collections import Counter
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client
from msgspec import to_builtins

from common import clock
from game.engine.events import Counted, Pegged
from game.engine.play import start
from game.engine.state import Seat
from game.engine.transcript import parse_transcript
from game.models import Chat, Game, Player, Report, Review, Ruling, Scoresheet
from game.table.record.ledger import load_row
from game.table.record.steps import Step, parse_steps
from game.table.shuffle.fairness import Fairness
from hosting.demo import samples
from people.profiles.record import CountedGames, compute_record
from ranking.models import Change, Standing
from rng.commitment import Chain, parse_record, verify
from study.review import queue

pytestmark = pytest.mark.django_db


def demo(**options: Any) -> dict[str, Any]:
    """Run the command, without a club, evenings and daily games unless the test asks for them."""
    output = StringIO()
    call_command("demo", json=True, stdout=output, stderr=StringIO(), **{"evenings": 0, "days": 0, **options})
    return json.loads(output.getvalue())


@pytest.fixture(scope="class")
def made(django_db_setup: None, django_db_blocker: Any) -> Iterator[dict[str, Any]]:
    """Make a small site whose players leave more games than on a larger one."""
    with django_db_blocker.unblock(), transaction.atomic():
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(samples, "USUAL_LEAVE_RATE", 0.25)
            made = demo(players=6, games=24, seed=3)
        yield made
        transaction.set_rollback(True)


def replayed() -> Iterator[tuple[Game, list[Step], Fairness]]:
    """Yield every game, replayed from its record."""
    for game in Game.objects.select_related("seat_a", "seat_b"):
        on_record = load_row(game.pk)
        fairness = Fairness(on_record, Chain(game.pk, on_record.server_secrets.chain))
        rules, words = parse_transcript(game.transcript)
        yield game, parse_steps(start(rules), words, fairness.deck), fairness


class TestASmallSite:
    def test_the_report_matches_the_rows(self, made: dict[str, Any]):
        assert made["players"] == Player.objects.filter(is_sample=True).count() == 6
        assert made["games"] == Game.objects.exclude(finished_at=None).count() == 24
        assert made["rated_with_bots"] + made["rated_with_people"] + made["casual"] == 24
        assert made["unfinished"] == Game.objects.filter(ended__in=("flag", "left")).count() > 0
        assert made["skunks"] == Game.objects.filter(value=2).count()
        assert made["chat_lines"] == Chat.objects.count()
        assert made["reports"] == Report.objects.count()
        assert made["rulings"] == Ruling.objects.count() >= 1
        assert Scoresheet.objects.count() == 48
        assert not Game.objects.unfinished().exists()

    def test_every_game_verifies_and_was_played_by_the_rules(self, made: dict[str, Any]):
        for game, taken, fairness in replayed():
            end = taken[-1].state
            record = parse_record(
                to_builtins(fairness.to_json(None, end)),
                {number: fairness.deck(number) for number in range(end.deal + 1)},
            )
            assert verify(record) is None
            assert end.ended is not None
            assert (end.ended.value, end.winner, end.value) == (game.ended, game.winner, game.value)
            assert end.scores == (game.score_a, game.score_b)
            assert len(taken) == game.ply
            assert [step.token for step in taken] == list(parse_transcript(game.transcript)[1])

    def test_results_are_published_like_all_results(self, made: dict[str, Any]):
        rated = made["rated_with_bots"] + 2 * made["rated_with_people"]
        assert Change.objects.count() == rated
        assert sum(s.wins + s.losses for s in Standing.objects.all()) == rated
        for standing in Standing.objects.all():
            last = Change.objects.filter(player=standing.player, kind=standing.kind).order_by("-pk").first()
            assert standing.points == (last.after if last else 1500)

    def test_no_row_is_dated_in_the_future(self, made: dict[str, Any]):
        now = clock.now()
        assert not Game.objects.filter(finished_at__gt=now).exists()
        assert not Chat.objects.filter(at__gt=now).exists()
        assert Change.objects.order_by("pk").last().at <= now
        times = list(Change.objects.order_by("pk").values_list("at", flat=True))
        assert times == sorted(times)

    @pytest.mark.slow
    def test_a_profile_sums_up_the_games_played(self, made: dict[str, Any]):
        """Compare the averages with another computation: replay every game and add up."""
        seen: dict[int, Counter[str]] = {}
        for game, taken, _ in replayed():
            if game.winner is None:
                continue
            for seat, player in zip(Seat, (game.seat_a_id, game.seat_b_id), strict=True):
                mine = seen.setdefault(player, Counter())
                mine["played"] += 1
                mine["won"] += game.winner == seat
                events = [event for step in taken for event in step.events]
                mine["hands"] += sum(
                    isinstance(e, Counted) and e.seat is seat and e.what == "hand" for e in events
                )
                mine["hand_points"] += sum(
                    e.points for e in events if isinstance(e, Pegged) and e.seat is seat and e.kind == "hand"
                )
        for player, mine in seen.items():
            found = compute_record(CountedGames.of(player))
            assert (found.all.played, found.all.won) == (mine["played"], mine["won"])
            assert found.averages.hand == mine["hand_points"] / mine["hands"]

    @pytest.mark.slow
    def test_every_page_of_the_demo_opens(self, made: dict[str, Any], client: Client):
        players = Player.objects.all()
        assert players
        for player in players:
            assert client.get(f"/@{player.username}").status_code == 200

    def test_it_does_not_fill_a_site_twice(self, made: dict[str, Any]):
        with pytest.raises(CommandError, match="has sample players already"):
            demo(players=6, games=10)
        assert Game.objects.count() == 24

    def test_demo_data_can_be_removed_without_touching_other_players(self, made: dict[str, Any]):
        ann = Player.objects.create(username="Ann")
        assert demo(remove=True) == {"games_removed": 24}
        brains = Player.objects.exclude(brain="").values_list("brain", flat=True)
        assert {"novice", "intermediate"} <= set(brains)
        assert list(Player.objects.filter(brain="")) == [ann]
        for kind in (Game, Scoresheet, Change, Standing, Chat, Report, Ruling):
            assert not kind.objects.exists()


@pytest.mark.slow
def test_names_that_players_have_are_not_taken():
    ann = Player.objects.create(username="marigold", likeness="rnarlgolcl")
    demo(players=4, games=4)
    assert list(Player.objects.filter(username__iexact="marigold")) == [ann]
    assert Player.objects.filter(is_sample=True).count() == 4


@pytest.mark.slow
def test_production_requires_an_explicit_flag(settings: Any):
    settings.PRODUCTION = True
    with pytest.raises(CommandError, match="--yes"):
        demo(players=4, games=4)
    assert demo(players=4, games=4, yes=True)["games"] == 4


@pytest.mark.parametrize("players", [1, 3, 501])
def test_too_few_or_too_many_players_are_refused(players: int):
    with pytest.raises(CommandError, match="Choose 4 to 500"):
        demo(players=players)


@pytest.mark.slow
def test_its_games_are_reviewed_only_on_request(settings: Any, client: Client):
    settings.REVIEW_GAMES = True
    demo(players=4, games=4)
    assert not Review.objects.exists()
    game = Game.objects.filter(ended="played").first()
    assert game
    answer = client.post(f"/api/games/{game.pk}/review", "{}", content_type="application/json")
    assert answer.json()["state"] == "waiting"
    assert queue.claim_next() == game.pk
    assert queue.load_record(game.pk).deals == Review.objects.get().deals
