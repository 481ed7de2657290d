"""Chat at a table: allowed lines, and who can read them."""

import asyncio
from typing import Any

import pytest

from game.models import Block, Chat, Game, Player
from game.table import chat
from game.table.chat import LINES_SHOWN, ChatRefused
from tests.worlds.tables import A, B, create_game

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game(ann: Player, bob: Player) -> Game:
    return create_game(players=(ann, bob))


def say(game: Game, player: Player, phrase: str = "", text: str = "", watching: bool = False) -> Any:
    async def said() -> Any:
        seat = None if watching else game.seat_of(player)
        return await chat.post_line(game.pk, seat, player, phrase, text)

    return asyncio.run(said())


def read(game: Game, player: Player | None, watching: bool = False) -> list[Any]:
    seat = None if watching or player is None else game.seat_of(player)
    return list(chat.load_lines(game.pk, seat, player)[0])


def hushed(*args: Any, **named: Any) -> str:
    with pytest.raises(ChatRefused) as why:
        say(*args, **named)
    return str(why.value)


def test_a_phrase_is_a_line_of_its_seat(game: Game, ann: Player):
    line = say(game, ann, phrase="luck")
    assert (line["by"], line["name"], line["phrase"], line["text"]) == (A, "Ann", "luck", None)


def test_an_accounts_text_is_saved_unchanged(game: Game, bob: Player):
    line = say(game, bob, text="<b>15-2 & the rest won't do</b> \u2663")
    assert (line["by"], line["text"]) == (B, "<b>15-2 & the rest won't do</b> \u2663")


def test_a_guest_has_ready_phrases(game: Game, ann: Player):
    Player.objects.filter(pk=ann.pk).update(is_guest=True)
    ann.refresh_from_db()
    assert say(game, ann, phrase="well")["phrase"] == "well"


def test_a_guest_cannot_write_free_text(game: Game, ann: Player):
    Player.objects.filter(pk=ann.pk).update(is_guest=True)
    ann.refresh_from_db()
    assert "With an account" in hushed(game, ann, text="hello")


def test_an_unknown_phrase_is_refused(game: Game, ann: Player):
    assert hushed(game, ann, phrase="drat") == "There’s no such phrase."


def test_an_empty_line_is_refused(game: Game, ann: Player):
    assert hushed(game, ann) == "Your message is empty."


def test_a_phrase_with_a_text_is_refused(game: Game, ann: Player):
    # Regression: a line has a phrase or a text; the other one is null.
    assert hushed(game, ann, phrase="luck", text="and skill")


@pytest.mark.rows
@pytest.mark.parametrize("text", ["a\x00b", "\x00", "a\x1bb"])
def test_a_text_with_control_characters_is_refused(game: Game, ann: Player, text: str):
    # Regression: PostgreSQL can't store NUL in a text, and the socket answered with a server error.
    assert hushed(game, ann, text=text)


def test_a_blocked_player_is_refused(game: Game, ann: Player, bob: Player):
    Block.objects.create(by=bob, blocked=ann)
    assert hushed(game, ann, phrase="luck") == "This player doesn’t want to chat with you."


def test_a_refused_line_is_not_saved(game: Game, ann: Player):
    hushed(game, ann, phrase="drat")
    assert not Chat.objects.exists()


def test_players_and_watchers_read_separate_conversations(game: Game, ann: Player, bob: Player):
    cat = Player.objects.create(username="Cat")
    say(game, ann, phrase="luck")
    say(game, cat, phrase="well", watching=True)
    assert [line["name"] for line in read(game, bob)] == ["Ann"]
    assert [line["name"] for line in read(game, None)] == ["Cat"]


def test_lines_of_blocked_players_are_hidden(game: Game, ann: Player, bob: Player):
    say(game, ann, phrase="luck")
    Block.objects.create(by=bob, blocked=ann)
    assert read(game, bob) == []


@pytest.mark.rows
def test_the_last_lines_are_shown_in_their_order(game: Game, ann: Player):
    for n in range(LINES_SHOWN + 5):
        Chat.objects.create(game=game, player=ann, seat=0, text=str(n), at=game.created_at)
    assert [line["text"] for line in read(game, ann)] == [str(n) for n in range(5, LINES_SHOWN + 5)]


def test_lines_of_another_game_are_not_read_here(game: Game, ann: Player, bob: Player):
    say(create_game(players=(ann, bob)), ann, phrase="luck")
    assert read(game, bob) == []
