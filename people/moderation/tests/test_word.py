"""Players are notified of rulings about them, and reporters of answers."""

from typing import Any

import pytest

from common import clock
from game.models import Appeal, Chat, Player, Report
from people.moderation import rulings
from people.notices.listing import load_notices
from people.notices.models import Notice
from rng.models import Doubt
from tests.worlds.dealt_games import create_dealt_game
from tests.worlds.people import REASON

pytestmark = pytest.mark.django_db(transaction=True)


def listed(player: Player) -> list[tuple[str, str]]:
    return [
        (notice["kind"], notice.get("ruling", ""))
        for notice in load_notices({player.pk})[0].get(player.pk, [])
    ]


def kept(player: Player) -> list[tuple[str, dict[str, Any]]]:
    return list(Notice.objects.filter(player=player).order_by("pk").values_list("kind", "parts"))


def test_warning_is_stored_for_mail_and_listed_as_a_warning(host: Player, ann: Player):
    rulings.warn(by=host, player=ann, reason=REASON)
    assert kept(ann) == [("warning", {"ruling": "warn", "reason": REASON})]
    assert listed(ann) == [("warned", "")]


def test_ban_appeal_and_unban_are_notified(host: Player, ann: Player):
    rulings.ban(by=host, player=ann, reason=REASON)
    appeal = Appeal.objects.create(player=ann, text="Please.", at=clock.now())
    rulings.answer_appeal(by=host, appeal=appeal, reason="Not yet.", lift=False)
    rulings.unban(by=host, player=ann, reason="Now.")
    assert listed(ann) == [("ruling", "unban"), ("ruling", "appeal"), ("ruling", "ban")]


def test_both_players_are_notified_of_a_voided_game_with_the_opponents_name(
    host: Player, ann: Player, bob: Player
):
    game = create_dealt_game(ann, bob)
    rulings.void_game(by=host, game=game, reason=REASON)
    for player, opponent in ((ann, bob), (bob, ann)):
        ((kind, parts),) = kept(player)
        assert kind == "ruling"
        expected = {"by": opponent.username, "url": f"/game/{game.pk}", "reason": REASON}
        assert parts.items() >= expected.items()


def test_reporters_are_notified_and_the_reported_player_is_not(
    host: Player, ann: Player, bob: Player, cat: Player
):
    game = create_dealt_game(ann, bob)
    line = Chat.objects.create(game=game, player=ann, seat=0, text="Cheat!", at=clock.now())
    for reporter in (bob, cat):
        Report.objects.create(said=line, by=reporter, at=clock.now())
    rulings.answer_report(by=host, report=Report.objects.all()[0], reason="Seen.")
    assert [kept(player) for player in (ann, bob, cat)] == [
        [],
        [("report_answered", {})],
        [("report_answered", {})],
    ]


def test_player_who_doubted_a_deal_is_notified(host: Player, ann: Player, bob: Player):
    game = create_dealt_game(ann, bob)
    doubt = Doubt.objects.create(game=game.pk, number=1, by=ann, at=clock.now(), says="Hm.", evidence={})
    rulings.settle_doubt(by=host, doubt=doubt, reason="It is true.")
    assert listed(ann) == [("report_answered", "")]


def test_refused_ruling_sends_no_notification(ann: Player, bob: Player):
    with pytest.raises(rulings.Refusal):
        rulings.warn(by=bob, player=ann, reason=REASON)
    assert kept(ann) == []
