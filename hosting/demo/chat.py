"""Write chat of sample players at their tables, and the reports and rulings that follow from it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.models import Group

from common import clock
from game.engine.state import Seat
from game.lobby.reports import file_report
from game.models import Chat, Game, Player, Report, Ruling
from game.models.chat import GESTURES
from hosting.demo.schedule import PlannedGame
from people.moderation import rulings
from people.moderation.impartiality import play_each_other
from people.moderation.rights import MODERATOR_GROUP, update_moderator_group
from rng.twister import Twister

CHATTY_SHARE = 0.35  # share of games between people that get chat
TEXTS = (
    "I only cut fives when they are in your crib.",
    "Nineteen again. Of course.",
    "That go hurt.",
    "One street to the skunk line, hold on...",
    "Twenty-four and still behind!",
    "My grandfather would have thrown the jack.",
    "Who keeps 6 7 8 8 from dealer? Me.",
    "First double skunk in a year, sorry about that.",
)
RUDE = ("Hurry up, you are slower than my dealer's crib.", "You play like a beginner. Go back to Novice.")


@dataclass(frozen=True, slots=True)
class ChatCounts:
    """The number of lines, reports and rulings that were added."""

    chat_lines: int
    reports: int
    rulings: int


def add_chat(game: Game, fixture: PlannedGame, go_to: Callable[[datetime], None], chance: Twister) -> None:
    """Add a few lines of chat, spread over a game between two people."""
    if len(fixture.people) < 2 or chance.random() > CHATTY_SHARE:
        return
    lasts = fixture.ends - fixture.begins
    for moment in sorted(chance.random() for _ in range(chance.randrange(1, 6))):
        go_to(fixture.begins + lasts * moment)
        seat = Seat(chance.randrange(2))
        is_text = chance.random() < 0.3
        Chat.objects.create(
            game=game,
            player=(game.seat_a, game.seat_b)[seat],
            seat=seat,
            phrase="" if is_text else chance.choice(tuple(GESTURES)),
            text=chance.choice(TEXTS) if is_text else "",
            at=clock.now(),
        )


def add_reports_and_rulings(accounts: Sequence[Player]) -> ChatCounts:
    """Report two rude lines and answer one with a warning; ban another player."""
    lines = Chat.objects.filter(player__in=accounts)
    latest = list(
        lines.order_by("-at", "-pk").select_related("game__seat_a", "game__seat_b", "player")[: len(RUDE)]
    )
    for line, text in zip(latest, RUDE, strict=False):
        Chat.objects.filter(pk=line.pk).update(phrase="", text=text)
        other = line.game.seat_b if line.player == line.game.seat_a else line.game.seat_a
        file_report(player=other, line=line, why="This is no way to talk at a table.")
    _add_rulings(accounts, latest)
    made_rulings = Ruling.objects.filter(by__in=accounts)
    return ChatCounts(lines.count(), Report.objects.filter(said__in=lines).count(), made_rulings.count())


def _add_rulings(accounts: Sequence[Player], reported: Sequence[Chat]) -> None:
    """Add the rulings of a moderator, who is also a sample player and has not played these players lately."""
    involved = {line.player_id for line in reported}
    *others, banned = [player for player in accounts if player.pk not in involved]
    subjects = [banned, *(line.player for line in reported[:1])]
    impartial = (one for one in reversed(others) if not any(play_each_other(one, each) for each in subjects))
    moderator = next(impartial, None)
    if moderator is None:
        return
    _make_moderator(moderator)
    until = clock.now() + timedelta(days=20)
    rulings.ban(
        by=moderator, player=banned, reason="Left too many games, and was asked twice not to.", until=until
    )
    if reported:
        line = reported[0]
        report = Report.objects.select_related("said__player", "said__game").get(said=line)
        rulings.warn(by=moderator, player=line.player, reason="Please be kind to the person opposite.")
        rulings.answer_report(by=moderator, report=report, reason="Thank you. The player was warned.")


def _make_moderator(player: Player) -> None:
    update_moderator_group()
    player.is_staff = True
    player.save(update_fields=["is_staff"])
    player.groups.add(Group.objects.get(name=MODERATOR_GROUP))
