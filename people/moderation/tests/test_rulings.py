"""The effect of each ruling, and that it is recorded with its reason."""

from collections.abc import Callable
from typing import Any

import pytest
from allauth.core import context
from django.core import mail
from django.db import transaction
from django.test import Client, RequestFactory

from common import clock
from common.refusal import Refusal
from game.accounts.sanctions import PERMANENT
from game.engine.state import Seat
from game.lobby import reports
from game.models import Appeal, Chat, Game, Player, Report, Ruling, Scoresheet
from game.table.forced_endings import forfeit_live_games
from game.table.record.ending import Result
from game.table.record.game_over import write_results
from people.moderation import rulings
from people.moderation.rights import Kind
from ranking.models import Change, Standing
from ranking.models import Kind as Standings
from tests.worlds.dealt_games import create_dealt_game, create_thrown_game
from tests.worlds.people import REASON, in_days, reload

pytestmark = pytest.mark.django_db(transaction=True)


def refused(do: Callable[..., Any], **how: Any) -> str:
    """Return the code of a refusal that has left no record."""
    before = Ruling.objects.count()
    with pytest.raises(Refusal) as fault:
        do(**how)
    assert Ruling.objects.count() == before
    return fault.value.code


@pytest.fixture
def said(ann: Player, bob: Player) -> Chat:
    """Return a line that Ann has said to Bob."""
    return Chat.objects.create(
        game=create_dealt_game(ann, bob), player=ann, seat=0, text="Cheat!", at=clock.now()
    )


class TestOnRecord:
    def test_ruling_records_who_what_why_and_when(self, moderator: Player, ann: Player):
        until = in_days(3)
        ruling = rulings.mute(by=moderator, player=ann, reason=f" {REASON}\n", until=until)
        kept = Ruling.objects.get(pk=ruling.pk)
        assert (kept.by, kept.kind, kept.player, kept.reason) == (moderator, Kind.MUTE, ann, REASON)
        assert (kept.until, kept.game, abs((clock.now() - kept.at).total_seconds()) < 60) == (
            until,
            None,
            True,
        )

    @pytest.mark.rows
    @pytest.mark.parametrize("reason", ["", " \n", "x" * 501, "No\x00thing", "Left \u202eto right"])
    def test_without_a_reason_that_can_be_read_nothing_happens(self, host: Player, ann: Player, reason: str):
        for do in (rulings.warn, rulings.mute, rulings.ban, rulings.send_reset):
            assert refused(do, by=host, player=ann, reason=reason) == "reason"
        assert (reload(ann).muted_until, reload(ann).banned_until, mail.outbox) == (None, None, [])

    def test_reason_of_the_greatest_length_is_accepted(self, host: Player, ann: Player):
        assert len(rulings.warn(by=host, player=ann, reason="x" * 500).reason) == 500

    def test_ruling_without_the_right_is_refused(
        self, ann: Player, bob: Player, host: Player, moderator: Player
    ):
        game = create_dealt_game(ann, bob)
        for do in (rulings.warn, rulings.mute, rulings.ban, rulings.send_reset):
            assert refused(do, by=ann, player=bob, reason=REASON) == "not_yours"
            assert refused(do, by=moderator, player=host, reason=REASON) == "not_yours"
        assert refused(rulings.void_game, by=moderator, game=game, reason=REASON) == "not_yours"
        assert refused(rulings.send_reset, by=moderator, player=ann, reason=REASON) == "not_yours"

    def test_host_cannot_void_their_own_game(self, host: Player, ann: Player):
        assert (
            refused(rulings.void_game, by=host, game=create_dealt_game(ann, host), reason=REASON)
            == "not_yours"
        )


class TestTerms:
    @pytest.mark.rows
    def test_permanent_ruling_lasts_to_the_last_year(self, host: Player, ann: Player):
        rulings.mute(by=host, player=ann, reason=REASON)
        rulings.ban(by=host, player=ann, reason=REASON)
        assert reload(ann).muted_until == reload(ann).banned_until == PERMANENT

    @pytest.mark.parametrize("do", [rulings.mute, rulings.ban])
    def test_a_moderator_decides_for_thirty_days(self, do: Any, moderator: Player, ann: Player):
        assert refused(do, by=moderator, player=ann, reason=REASON) == "until"
        assert refused(do, by=moderator, player=ann, reason=REASON, until=in_days(30.01)) == "until"
        do(by=moderator, player=ann, reason=REASON, until=in_days(29.99))

    @pytest.mark.parametrize("do", [rulings.mute, rulings.ban])
    def test_end_in_the_past_is_refused(self, do: Any, host: Player, ann: Player):
        assert refused(do, by=host, player=ann, reason=REASON, until=in_days(-0.01)) == "until"

    @pytest.mark.parametrize(("do", "undo"), [(rulings.mute, rulings.unmute), (rulings.ban, rulings.unban)])
    def test_moderator_cannot_change_a_longer_decision_of_a_host(
        self, do: Any, undo: Any, host: Player, moderator: Player, ann: Player
    ):
        do(by=host, player=ann, reason=REASON)
        assert refused(do, by=moderator, player=ann, reason=REASON, until=in_days(1)) == "not_yours"
        assert refused(undo, by=moderator, player=ann, reason=REASON) == "not_yours"
        do(by=host, player=ann, reason=REASON, until=in_days(1))
        undo(by=moderator, player=ann, reason=REASON)
        assert (reload(ann).muted_until, reload(ann).banned_until) == (None, None)

    @pytest.mark.parametrize("undo", [rulings.unmute, rulings.unban])
    def test_lifting_what_is_not_in_force_is_refused(
        self, undo: Any, host: Player, ann: Player, later: Callable[..., None]
    ):
        assert refused(undo, by=host, player=ann, reason=REASON) == "too_late"
        rulings.mute(by=host, player=ann, reason=REASON, until=in_days(1))
        rulings.ban(by=host, player=ann, reason=REASON, until=in_days(1))
        later(days=1)
        assert refused(undo, by=host, player=ann, reason=REASON) == "too_late"


@pytest.mark.rows
class TestVoid:
    def points(self, *players: Player) -> list[int]:
        return [Standing.objects.get(player=player, kind=Standings.PEOPLE).points for player in players]

    @pytest.mark.slow
    def test_calling_off_a_rated_game_reverts_points_and_scoresheets(
        self, host: Player, ann: Player, bob: Player
    ):
        game = create_thrown_game(ann, bob, rated=True)
        with transaction.atomic():
            write_results({game.pk: Result(Seat.A, 1, "played")})
        assert self.points(ann, bob) == [1521, 1479]
        ruling = rulings.void_game(by=host, game=game, reason=REASON)
        assert (ruling.game, ruling.kind, ruling.player) == (game, Kind.VOID, None)
        assert self.points(ann, bob) == [1500, 1500]
        assert Change.objects.filter(game=game.pk).exclude(undoes=None).count() == 2
        assert Game.objects.get(pk=game.pk).voided_at is not None
        assert [sheet.voided for sheet in Scoresheet.objects.filter(game=game)] == [True, True]

    @pytest.mark.slow
    def test_it_is_voided_once(self, host: Player, ann: Player, bob: Player):
        game = create_thrown_game(ann, bob, rated=True)
        forfeit_live_games(bob)
        rulings.void_game(by=host, game=game, reason=REASON)
        assert refused(rulings.void_game, by=host, game=game, reason=REASON) == "too_late"
        assert self.points(ann, bob) == [1500, 1500]

    def test_calling_off_a_casual_game_changes_no_points(self, host: Player, ann: Player, bob: Player):
        game = create_thrown_game(ann, bob)
        forfeit_live_games(bob)
        rulings.void_game(by=host, game=game, reason=REASON)
        assert Game.objects.get(pk=game.pk).voided_at is not None
        assert not Change.objects.exists()

    def test_voiding_a_live_game_without_a_discard_ends_it(self, host: Player, ann: Player, bob: Player):
        game = create_dealt_game(ann, bob, rated=True)
        rulings.void_game(by=host, game=game, reason=REASON)
        ended = Game.objects.get(pk=game.pk)
        assert (ended.ended, ended.winner, ended.voided_at is not None) == ("void", None, True)
        assert not Change.objects.exists()

    def test_live_game_that_has_begun_is_not_voided_until_it_ends(
        self, host: Player, ann: Player, bob: Player
    ):
        game = create_thrown_game(ann, bob)
        assert refused(rulings.void_game, by=host, game=game, reason=REASON) == "too_late"
        assert Game.objects.get(pk=game.pk).finished_at is None


class TestReset:
    def test_the_link_that_is_mailed_sets_a_password(self, host: Player, ann: Player, client: Client):
        with context.request_context(RequestFactory().get("/", headers={"host": "localhost"})):
            ruling = rulings.send_reset(by=host, player=ann, reason=REASON)
        assert (ruling.kind, ruling.player) == (Kind.RESET, ann)
        (letter,) = mail.outbox
        assert letter.to == ["ann@cribbage.example"]
        (link,) = [word for word in letter.body.split() if "/password/reset/key/" in word]
        form = client.get(link.removeprefix("http://localhost"), follow=True)
        new = {"password1": "a pair is eight", "password2": "a pair is eight"}
        client.post(form.redirect_chain[-1][0], new)
        assert reload(ann).check_password("a pair is eight")

    def test_player_without_an_address_cannot_be_sent_a_reset(self, host: Player, bob: Player):
        assert refused(rulings.send_reset, by=host, player=bob, reason=REASON) == "no_address"
        assert mail.outbox == []


@pytest.mark.rows
class TestAnswers:
    def test_all_reporters_of_a_line_are_answered_at_once(
        self, moderator: Player, said: Chat, bob: Player, host: Player
    ):
        for by in (bob, host):
            reports.file_report(player=by, line=said, why="")
        ruling = rulings.answer_report(by=moderator, report=Report.objects.first(), reason="He was told.")
        assert (ruling.kind, ruling.player, ruling.game) == (Kind.ANSWER, said.player, said.game)
        assert [report.ruling for report in Report.objects.all()] == [ruling, ruling]

    def test_a_report_is_answered_once(self, moderator: Player, said: Chat, bob: Player):
        reports.file_report(player=bob, line=said, why="")
        report = Report.objects.get()
        rulings.answer_report(by=moderator, report=report, reason="He was told.")
        assert refused(rulings.answer_report, by=moderator, report=report, reason=REASON) == "too_late"

    @pytest.mark.parametrize(("lift", "kind"), [(True, Kind.UNBAN), (False, Kind.APPEAL)])
    def test_an_appeal_is_answered_once_and_the_ban_lifted_or_not(
        self, host: Player, ann: Player, lift: bool, kind: Kind
    ):
        rulings.ban(by=host, player=ann, reason=REASON)
        appeal = Appeal.objects.create(player=ann, text="It was a joke.", at=clock.now())
        ruling = rulings.answer_appeal(by=host, appeal=appeal, reason="So it was.", lift=lift)
        assert (ruling.kind, ruling.player, Appeal.objects.get().ruling) == (kind, ann, ruling)
        assert (reload(ann).banned_until is None) is lift
        assert refused(rulings.answer_appeal, by=host, appeal=appeal, reason=REASON, lift=True) == "too_late"
        assert (reload(ann).banned_until is None) is lift

    def test_unbanning_answers_an_open_appeal(self, host: Player, ann: Player):
        rulings.ban(by=host, player=ann, reason=REASON)
        Appeal.objects.create(player=ann, text="It was a joke.", at=clock.now())
        ruling = rulings.unban(by=host, player=ann, reason="So it was.")
        assert Appeal.objects.get().ruling == ruling

    def test_appeals_are_the_hosts_to_answer(self, host: Player, moderator: Player, ann: Player):
        rulings.ban(by=host, player=ann, reason=REASON, until=in_days(1))
        appeal = Appeal.objects.create(player=ann, text="It was a joke.", at=clock.now())
        how = {"by": moderator, "appeal": appeal, "reason": REASON, "lift": True}
        assert refused(rulings.answer_appeal, **how) == "not_yours"
