"""The actions of the admin's pages: who may take them, their forms, and their effects."""

from typing import Any

import pytest
from django.core import mail
from django.test import Client

from common import clock
from game.accounts.sanctions import PERMANENT, is_banned, is_muted
from game.models import Appeal, Chat, Game, Player, Report, Ruling
from game.table.forced_endings import forfeit_live_games
from rng.models import Doubt
from tests.worlds.dealt_games import create_thrown_game
from tests.worlds.people import REASON, in_days, player, reload

pytestmark = pytest.mark.django_db

THE_MODERATORS = {"warn", "mute", "ban", "answer-report", "settle-doubt"}
THE_HOSTS = {"send-reset", "void-game", "answer-appeal"}


@pytest.fixture
def subjects(ann: Player, bob: Player) -> dict[str, str]:
    """Return the page of each action, about Ann, her game with Bob, her line and her appeal."""
    game = create_thrown_game(ann, bob)
    said = Chat.objects.create(game=game, player=ann, seat=0, text="Lucky again!", at=clock.now())
    report = Report.objects.create(said=said, by=bob, why="Rude.", at=clock.now())
    appeal = Appeal.objects.create(player=ann, text="I was not.", at=clock.now())
    about = {"says": "It was KD.", "evidence": {"seen": "KD"}, "fault": "Card 1 is another."}
    doubt, _ = (
        Doubt.objects.create(game=game.pk, number=0, by=by, at=clock.now(), **about) for by in (bob, ann)
    )
    whom = {"void-game": game, "answer-report": report, "answer-appeal": appeal, "settle-doubt": doubt}
    deeds = ("warn", "mute", "unmute", "ban", "unban", "send-reset", *whom)
    return {deed: f"{page(whom.get(deed, ann))}{deed}/" for deed in deeds}


def page(row: Any) -> str:
    return f"/admin/{row._meta.app_label}/{row._meta.model_name}/{row.pk}/"


def as_(one: Player) -> Client:
    client = Client()
    client.force_login(one)
    return client


def until(days: float) -> str:
    return f"{in_days(days):%Y-%m-%dT%H:%M}"


@pytest.mark.slow
def test_unauthorized_staff_do_not_get_the_form(
    subjects: dict[str, str], bob: Player, moderator: Player, host: Player
):
    for deed, path in subjects.items():
        assert as_(bob).post(path, {"reason": REASON}, follow=True).status_code == 403
        assert as_(host).get(path).status_code == 200
        allowed = deed in THE_MODERATORS | {"unmute", "unban"}
        assert as_(moderator).get(path).status_code == (200 if allowed else 403)
        assert as_(moderator).post(path, {}).status_code == (400 if allowed else 403)
    assert not Ruling.objects.exists()


@pytest.mark.slow
def test_action_is_offered_where_it_is_possible(
    subjects: dict[str, str], ann: Player, moderator: Player, host: Player
):
    def offered(by: Player, path: str) -> set[str]:
        shown = as_(by).get(path.rsplit("/", 2)[0] + "/change/").content.decode()
        return {deed for deed, its in subjects.items() if f'href="{its}"' in shown}

    assert offered(moderator, subjects["ban"]) == {"warn", "mute", "ban"}
    assert offered(host, subjects["ban"]) == {"warn", "mute", "ban", "send-reset"}
    for deed in ("answer-report", "settle-doubt"):
        assert offered(moderator, subjects[deed]) == {deed}
    for deed in ("void-game", "answer-appeal"):
        assert offered(moderator, subjects[deed]) == set()
        assert offered(host, subjects[deed]) == {deed}


@pytest.mark.parametrize(
    ("deed", "asked", "says"),
    [
        ("warn", {}, "Please give a reason"),
        ("warn", {"reason": "  "}, "Please give a reason"),
        ("warn", {"reason": "x" * 501}, "at most 500"),
        ("mute", {"reason": REASON}, "Enter an end time, or tick “For good”."),
        ("ban", {"reason": REASON, "until": "tomorrow"}, "Enter a date and time"),
        ("ban", {"reason": REASON, "until": "2001-01-01T00:00"}, "That time is in the past."),
        ("ban", {"reason": REASON, "until": "99999-01-01T00:00"}, "Enter a date and time"),
        (
            "ban",
            {"reason": REASON, "until": "2999-01-01T00:00", "for_good": "on"},
            "Choose either an end time",
        ),
        ("unban", {"reason": REASON}, "Ann isn’t banned."),
        ("unmute", {"reason": REASON}, "Ann isn’t muted."),
    ],
)
def test_bad_input_is_answered_on_its_field(
    subjects: dict[str, str], host: Player, deed: str, asked: dict[str, str], says: str
):
    answer = as_(host).post(subjects[deed], asked)
    assert answer.status_code == 400
    assert says in answer.content.decode()
    assert not Ruling.objects.exists()


@pytest.mark.slow
def test_moderators_rulings_have_a_limited_term(subjects: dict[str, str], ann: Player, moderator: Player):
    client = as_(moderator)
    for term in ({"until": until(31)}, {"for_good": "on"}):
        answer = client.post(subjects["ban"], {"reason": REASON, **term})
        assert answer.status_code == 400
        assert "You can set at most 30 days" in answer.content.decode()
    assert not is_banned(reload(ann))
    assert client.post(subjects["ban"], {"reason": REASON, "until": until(7)}).status_code == 302
    assert is_banned(reload(ann))


def test_hosts_cannot_be_ruled_on(host: Player, moderator: Player):
    answer = as_(moderator).post(f"{page(host)}ban/", {"reason": REASON, "until": until(1)})
    assert answer.status_code == 400
    assert "Hosts cannot be ruled on." in answer.content.decode()


def test_unknown_rows_are_not_found(host: Player):
    for path in (
        "player/999999/ban/",
        "player/nonsense/ban/",
        "game/nonsense/void-game/",
        "report/x/answer-report/",
    ):
        assert as_(host).get(f"/admin/game/{path}").status_code == 404


@pytest.mark.slow
def test_each_action_takes_effect_and_is_recorded(subjects: dict[str, str], ann: Player, host: Player):
    client = as_(host)

    def do(deed: str, **asked: str) -> Ruling:
        answer = client.post(subjects[deed], {"reason": REASON, **asked})
        assert answer.status_code == 302, answer.content.decode()
        assert REASON in client.get(answer.url).content.decode()
        ruling = Ruling.objects.latest("pk")
        assert (ruling.by, ruling.reason) == (host, REASON)
        return ruling

    assert do("warn").player == ann
    do("mute", until=until(3))
    assert is_muted(reload(ann))
    do("unmute")
    assert not is_muted(reload(ann))
    do("send-reset")
    assert mail.outbox[-1].to == [ann.email]
    ruling = do("answer-report")
    assert Report.objects.get().ruling == ruling
    ruling = do("settle-doubt")
    assert [doubt.settled_at for doubt in Doubt.objects.all()] == [ruling.at, ruling.at]
    do("ban", for_good="on")
    assert reload(ann).banned_until == PERMANENT
    do("answer-appeal", lift="on")
    assert not is_banned(reload(ann))
    do("ban", until=until(3))
    do("unban")
    assert not is_banned(reload(ann))


@pytest.mark.slow
def test_answered_report_is_not_offered_again(subjects: dict[str, str], host: Player):
    client = as_(host)
    client.post(subjects["answer-report"], {"reason": REASON})
    report = Report.objects.get()
    assert subjects["answer-report"] not in client.get(f"{page(report)}change/").content.decode()
    again = client.post(subjects["answer-report"], {"reason": REASON})
    assert again.status_code == 400
    assert "This report has already been answered." in again.content.decode()
    client.post(subjects["settle-doubt"], {"reason": REASON})
    again = client.post(subjects["settle-doubt"], {"reason": REASON})
    assert (again.status_code, Ruling.objects.count()) == (400, 2)
    assert "This report has already been settled." in again.content.decode()


@pytest.mark.slow
def test_browsers_evidence_is_shown_when_the_game_is_over(
    subjects: dict[str, str], bob: Player, host: Player
):
    path = subjects["settle-doubt"].replace("settle-doubt", "change")
    sent = "&quot;seen&quot;: &quot;KD&quot;"
    before = as_(host).get(path).content.decode()
    assert "It was KD." in before
    assert "Card 1 is another." in before
    assert sent not in before
    forfeit_live_games(bob)
    assert sent in as_(host).get(path).content.decode()


@pytest.mark.slow
def test_a_game_is_voided_when_it_is_over(subjects: dict[str, str], bob: Player, host: Player):
    early = as_(host).post(subjects["void-game"], {"reason": REASON})
    assert early.status_code == 400
    assert "This game is in progress" in early.content.decode()
    forfeit_live_games(bob)
    assert as_(host).post(subjects["void-game"], {"reason": REASON}).status_code == 302
    game = Game.objects.get()
    assert game.voided_at is not None
    assert Ruling.objects.get().game == game


@pytest.mark.slow
def test_a_name_is_text_wherever_it_is_shown(host: Player):
    evil = player("<script>alert(1)</script>")
    for path in ("/admin/game/player/", f"{page(evil)}change/", f"{page(evil)}ban/"):
        assert "<script>alert" not in as_(host).get(path).content.decode()
