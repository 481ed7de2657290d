"""Staff cannot rule on opponents: otherwise one could ban an opponent, keep the points and lift the ban."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from common import clock
from common.refusal import Refusal
from game.accounts.sanctions import is_banned, is_muted
from game.models import Appeal, Chat, Game, Player, Report, Ruling
from game.table.forced_endings import forfeit_live_games
from people.moderation import bans, rulings
from people.moderation.rights import Kind, find_objection
from ranking.models import Change, Standing
from ranking.models import Kind as Standings
from tests.worlds import people
from tests.worlds.dealt_games import create_dealt_game, create_thrown_game
from tests.worlds.people import REASON, in_days, reload

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def colleague(db: None) -> Player:
    """A second host, whom other staff can ask."""
    return people.host("Colleague")


def points(player: Player) -> int:
    return Standing.objects.get(player=player, kind=Standings.PEOPLE).points


# The number of deals after which a resigned game counts.
COUNTING = 4


def every_ruling(by: Player, ann: Player, game: Game) -> dict[str, Callable[[], Ruling]]:
    """Return all rulings on Ann, or on a game of hers."""
    said = Chat.objects.create(game=game, player=ann, seat=0, text="Cheat!", at=clock.now())
    report = Report.objects.create(said=said, by=by, at=clock.now())
    appeal = Appeal.objects.create(player=ann, text="I was not.", at=clock.now())
    about: dict[str, Any] = {"by": by, "reason": REASON}
    term = {"until": in_days(1)}
    return {
        "warn": lambda: rulings.warn(player=ann, **about),
        "mute": lambda: rulings.mute(player=ann, **term, **about),
        "unmute": lambda: rulings.unmute(player=ann, **about),
        "ban": lambda: rulings.ban(player=ann, **term, **about),
        "unban": lambda: rulings.unban(player=ann, **about),
        "void": lambda: rulings.void_game(game=game, **about),
        "answer": lambda: rulings.answer_report(report=report, **about),
        "appeal": lambda: rulings.answer_appeal(appeal=appeal, lift=True, **about),
    }


def refusals(by: Player, ann: Player, game: Game) -> set[str]:
    """Return the rulings that are refused because of a game against Ann.

    None of them may have taken effect.
    """
    refused = set()
    for name, rule in every_ruling(by, ann, game).items():
        before = Ruling.objects.count()
        try:
            rule()
        except Refusal as fault:
            assert Ruling.objects.count() == before
            if "You play Ann" in str(fault.says):
                refused.add(name)
    return refused


THE_MODERATORS = {"warn", "mute", "unmute", "ban", "unban", "answer"}


@pytest.mark.parametrize("rated", [True, False])
def test_moderator_may_not_rule_on_an_opponent(moderator: Player, ann: Player, bob: Player, rated: bool):
    create_thrown_game(moderator, ann, rated=rated)
    assert refusals(moderator, ann, create_dealt_game(ann, bob)) == THE_MODERATORS
    assert not is_banned(reload(ann))
    assert not is_muted(reload(ann))


@pytest.mark.slow
@pytest.mark.rows
def test_moderator_may_not_rule_on_an_opponent_of_the_last_day(
    moderator: Player, ann: Player, bob: Player, later: Callable[..., None]
):
    create_thrown_game(ann, moderator, rated=True)
    forfeit_live_games(ann)
    later(hours=23)
    assert refusals(moderator, ann, create_dealt_game(ann, bob)) == THE_MODERATORS
    later(hours=2)
    rulings.ban(by=moderator, player=ann, reason=REASON, until=in_days(1))
    assert is_banned(reload(ann))


def test_one_of_several_hosts_may_not_rule_on_an_opponent(
    host: Player, colleague: Player, ann: Player, bob: Player
):
    create_dealt_game(host, ann)
    assert refusals(host, ann, create_dealt_game(ann, bob)) == {*THE_MODERATORS, "void", "appeal"}
    rulings.ban(by=colleague, player=ann, reason=REASON, until=in_days(1))


def test_a_password_is_reset_for_an_opponent_too(host: Player, colleague: Player, ann: Player):
    create_dealt_game(host, ann)
    assert find_objection(host, Kind.RESET, ann) is None
    assert find_objection(host, Kind.BAN, ann) is not None


def test_games_with_others_and_against_bots_do_not_matter(host: Player, ann: Player, bob: Player):
    create_dealt_game(ann, bob)
    create_dealt_game(host, bob)
    people.host("Colleague")
    assert rulings.mute(by=host, player=ann, reason=REASON).player == ann


class TestTheOnlyHost:
    """The only host has no colleague to ask. They may rule, but gain nothing."""

    def win_against(self, ann: Player, host: Player) -> Game:
        game = create_thrown_game(host, ann, rated=True, deals=COUNTING)
        forfeit_live_games(ann)
        return game

    @pytest.mark.slow
    @pytest.mark.rows
    def test_may_rule_and_gives_back_their_gains_on_record(self, host: Player, ann: Player):
        game = self.win_against(ann, host)
        assert (points(host), points(ann)) == (1521, 1479)
        rulings.ban(by=host, player=ann, reason=REASON, until=in_days(1))
        assert is_banned(reload(ann))
        assert (points(host), points(ann)) == (1500, 1500)
        entered = Ruling.objects.get(kind=Kind.VOID)
        assert (entered.by, entered.game, "Ann" in entered.reason) == (host, game, True)
        assert Game.objects.get(pk=game.pk).voided_at is not None

    def test_gains_nothing_from_the_games_that_the_ban_ends(self, host: Player, ann: Player):
        game = create_thrown_game(host, ann, rated=True, deals=COUNTING)
        rulings.ban(by=host, player=ann, reason=REASON, until=in_days(1))
        assert Change.objects.filter(game=game.pk).exclude(undoes=None).count() == 2
        assert (points(host), points(ann)) == (1500, 1500)
        rulings.unban(by=host, player=ann, reason=REASON)
        assert (points(host), points(ann)) == (1500, 1500)

    def test_gains_nothing_from_a_game_that_only_the_job_can_end(
        self, host: Player, ann: Player, monkeypatch: pytest.MonkeyPatch
    ):
        create_thrown_game(host, ann, rated=True, deals=COUNTING)
        with monkeypatch.context() as patch:
            patch.setattr(bans, "forfeit_live_games", lambda player: 1 / 0)
            rulings.ban(by=host, player=ann, reason=REASON, until=in_days(1))
        bans.end_banned_players_games()
        assert (points(host), points(ann)) == (1500, 1500)

    def test_keeps_points_won_a_day_ago_and_points_of_others(
        self, host: Player, ann: Player, bob: Player, later: Callable[..., None]
    ):
        self.win_against(ann, host)
        later(hours=25)
        create_thrown_game(bob, ann, rated=True, deals=COUNTING)
        rulings.ban(by=host, player=ann, reason=REASON, until=in_days(1))
        assert points(host) == 1521
        assert points(bob) > 1500
        assert not Ruling.objects.filter(kind=Kind.VOID).exists()

    def test_lost_game_still_counts(self, host: Player, ann: Player):
        create_thrown_game(host, ann, rated=True, deals=COUNTING)
        forfeit_live_games(host)
        rulings.mute(by=host, player=ann, reason=REASON)
        assert (points(host), points(ann)) == (1479, 1521)

    def test_banned_colleague_does_not_count(self, host: Player, colleague: Player, ann: Player):
        Player.objects.filter(pk=colleague.pk).update(banned_until=in_days(1))
        create_dealt_game(host, ann)
        assert rulings.mute(by=host, player=ann, reason=REASON).player == ann


class TestPages:
    def open(self, by: Player) -> Client:
        client = Client()
        client.force_login(by)
        return client

    def test_page_and_form_explain_the_refusal(self, moderator: Player, ann: Player):
        create_dealt_game(moderator, ann)
        client = self.open(moderator)
        path = f"/admin/game/player/{ann.pk}/ban/"
        assert client.get(path).content.decode().count("Ask another host or moderator.") == 1
        term = f"{in_days(2):%Y-%m-%dT%H:%M}"
        answer = client.post(path, {"reason": REASON, "until": term})
        assert answer.status_code == 400
        assert answer.content.decode().count("Ask another host or moderator.") == 1
        assert not is_banned(reload(ann))

    def test_game_of_an_opponent_may_not_be_voided(
        self, host: Player, colleague: Player, ann: Player, bob: Player
    ):
        create_dealt_game(host, ann)
        path = f"/admin/game/game/{create_dealt_game(ann, bob).pk}/void-game/"
        assert "Ask another host or moderator." in self.open(host).get(path).content.decode()
        answer = self.open(host).post(path, {"reason": REASON})
        assert (answer.status_code, "Ask another host" in answer.content.decode()) == (400, True)

    def test_page_warns_the_only_host_about_reverted_points(self, host: Player, ann: Player):
        create_dealt_game(host, ann)
        shown = self.open(host).get(f"/admin/game/player/{ann.pk}/mute/").content.decode()
        assert "the points that you gained from them in that time are given back" in shown

    @pytest.mark.parametrize("model", ["player", "game", "report", "appeal"])
    def test_lists_have_no_bulk_rulings(self, host: Player, ann: Player, model: str):
        """Every ruling on one player goes through the page that asks for a reason."""
        chosen = {"action": "ban", "_selected_action": [ann.pk], "reason": REASON, "for_good": "on"}
        answer = self.open(host).post(f"/admin/game/{model}/", chosen)
        assert answer.status_code in (200, 302, 403, 405)
        assert not Ruling.objects.exists()
