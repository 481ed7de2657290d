"""Games played through calls alone, against a bot and between two programs."""

import json
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from cribbage_site.tests.server_process import Server
from game.tokens.scopes import Scope
from programs.api.registry import CALLS
from tests.worlds.programs import Player, Program, Stream, new_program

EVERY = (Scope.PLAY, Scope.CHALLENGE)


@pytest.fixture(scope="module")
def ann(server: Server) -> Program:
    return new_program(server.url, *EVERY)


@pytest.fixture(scope="module")
def bob(server: Server) -> Program:
    return new_program(server.url, *EVERY)


@pytest.fixture
def seated(ann: Program, bob: Program) -> Iterator[tuple[Player, Stream, Player, Stream]]:
    """Return Ann and Bob at a table, with open streams, before the first card."""
    game = meet(ann, bob)
    with ExitStack() as open_streams:
        hers = open_streams.enter_context(ann.stream(f"/play/{game}"))
        his = open_streams.enter_context(bob.stream(f"/play/{game}"))
        yield Player(ann, game), hers, Player(bob, game), his


def meet(one: Program, other: Program) -> str:
    """Begin a game of two programs by a challenge."""
    asked = one.call_ok("POST", "/challenges", {"against": other.name, "target": 61})
    assert asked["waiting"]
    (challenge,) = [
        each for each in other.call_ok("GET", "/challenges")["to_me"] if each["id"] == asked["game"]
    ]
    assert challenge["by"] == one.name
    return str(other.call_ok("POST", f"/challenges/{challenge['id']}/accept")["game"])


def begin(players: tuple[Player, Stream, Player, Stream]) -> None:
    """Both commit and show their secrets, until both have cards to discard."""
    ann, hers, bob, his = players
    both = ((ann, hers), (bob, his))
    for owed in ("commit", "reveal"):
        for player, stream in both:
            player.give(owed, stream)
    for player, stream in both:
        player.listen(stream, lambda seat: bool(seat.view) and seat.view["phase"] == "throw")


@pytest.mark.slow
def test_stream_brings_the_receipts_that_a_seat_lacks(
    seated: tuple[Player, Stream, Player, Stream],
) -> None:
    begin(seated)
    ann = seated[0]

    def receipts(query: str) -> list[str]:
        with ann.program.stream(f"/play/{ann.game}{query}") as stream:
            frame = stream.until("receipts")
        return [note.split("\nstep ")[1].split("\n")[0] for note in frame["notes"]]

    assert receipts("")[:3] == ["promise", "both-stand", "opened"]
    assert receipts("?receipts=2")[0] == "opened"
    assert receipts("?receipts=1000") == []
    status, answer = ann.program.call("GET", f"/play/{ann.game}?receipts=-1")
    assert (status, answer["code"]) == (400, "bad_request")


@pytest.mark.slow
def test_stream_of_a_game_that_waits_has_no_refusal(ann: Program) -> None:
    game = ann.call_ok("POST", "/challenges", {"against": "link"})["game"]
    with ann.stream(f"/play/{game}") as stream:
        assert stream.next()["t"] == "waiting"
        assert stream.next() == {"t": "receipts", "since": 0, "notes": []}
    ann.call_ok("POST", f"/challenges/{game}/cancel")


@pytest.mark.slow
def test_a_game_with_a_bot_is_played_to_its_end(ann: Program) -> None:
    game = ann.call_ok("POST", "/challenges", {"against": "novice", "target": 61})["game"]
    with ann.stream(f"/play/{game}") as stream:
        assert (stream.status, stream.headers["X-Accel-Buffering"]) == (200, "no")
        assert stream.headers["Content-Type"] == "application/x-ndjson"
        view = Player(ann, game).play(stream)
    assert max(view["scores"]) == 61
    told = ann.call_ok("GET", f"/games/{game}")
    assert (told["ended"], sorted(told["scores"])) == ("played", sorted(view["scores"]))


class TestASeat:
    @pytest.mark.slow
    def test_it_sees_its_own_cards_and_no_others(self, seated: tuple[Player, Stream, Player, Stream]) -> None:
        begin(seated)
        ann, _, bob, _ = seated
        assert not {*ann.view["hand"]} & {*bob.view["hand"]}

    @pytest.mark.slow
    def test_a_move_sent_twice_is_made_once(self, seated: tuple[Player, Stream, Player, Stream]) -> None:
        begin(seated)
        ann, hers, *_ = seated
        move = ann.plain_move()
        assert move is not None
        first, second = ann.move(move), ann.move(move)
        assert first == second == (200, {"ply": ann.ply + 1})
        assert hers.until("event")["ply"] == ann.ply + 1

    def test_illegal_moves_are_refused(self, seated: tuple[Player, Stream, Player, Stream]) -> None:
        begin(seated)
        ann, _, bob, _ = seated
        status, answer = ann.move({"kind": "throw", "cards": bob.view["hand"][:2]})
        assert (status, answer["code"]) == (409, "illegal")
        assert ann.program.call("POST", f"/play/{ann.game}/claim_win")[1]["code"] == "not_away"

    @pytest.mark.slow
    def test_other_accounts_may_not_act_or_listen(
        self, server: Server, seated: tuple[Player, Stream, Player, Stream]
    ) -> None:
        begin(seated)
        game, carl = seated[0].game, new_program(server.url, *EVERY)
        for path, body in (
            (f"/play/{game}/move", {"ply": 3, "move": {"kind": "go"}}),
            (f"/play/{game}/resign", None),
            (f"/play/{game}/say", {"phrase": "luck"}),
        ):
            assert carl.call("POST", path, body)[1]["code"] == "not_yours"
        assert carl.call("GET", f"/play/{game}")[1]["code"] == "not_yours"

    @pytest.mark.slow
    def test_spectators_see_no_hand(
        self, server: Server, seated: tuple[Player, Stream, Player, Stream]
    ) -> None:
        begin(seated)
        # Neither a visitor nor, through this call, a token of one of the seats.
        for who in (Program(server.url), seated[0].program):
            with who.stream(f"/games/{seated[0].game}/watch") as stream:
                table = stream.until("table")
            assert (table["you"], table["view"]["hand"]) == (None, [])

    @pytest.mark.slow
    def test_boards_by_ids_have_no_hidden_card_and_no_secret(
        self, server: Server, seated: tuple[Player, Stream, Player, Stream]
    ) -> None:
        begin(seated)
        ann, _, bob, _ = seated
        with Program(server.url).stream(f"/games/{ann.game}/watch") as stream:
            assert stream.headers["RateLimit-Limit"] == "300"
            watched = stream.until("table")["view"]
        hidden = {*ann.view["hand"], *bob.view["hand"]}
        for caller in (Program(server.url), ann.program, bob.program):
            (board,) = caller.call_ok("POST", "/boards", {"games": [ann.game]})["boards"]
            assert board["view"].items() <= watched.items()
            assert (board["view"]["phase"], board["game"]["finished"]) == ("throw", None)
            shown = board | {"view": board["view"] | {"cut": []}}  # the cut for deal is of another deck
            assert not [card for card in hidden if f'"{card}"' in json.dumps(shown)]
            assert not {"hand", "playable", "seed", "secret", "commitment"} & {*board["view"], *board["game"]}
        (current,) = [
            one for one in ann.program.call_ok("GET", "/me/games")["games"] if one["game"] == ann.game
        ]
        assert (current["opponent"], current["my_turn"]) == (bob.program.name, True)

    def test_chat_line_reaches_the_opponent(self, seated: tuple[Player, Stream, Player, Stream]) -> None:
        ann, _, _, his = seated
        his.until("table")
        said = ann.program.call_ok("POST", f"/play/{ann.game}/say", {"phrase": "luck"})
        heard = his.until("said")
        assert (heard["id"], heard["phrase"]) == (said["id"], "luck")

    def test_it_resigns_once(self, seated: tuple[Player, Stream, Player, Stream]) -> None:
        begin(seated)
        ann, _, _, his = seated
        done = ann.program.call_ok("POST", f"/play/{ann.game}/resign")
        while (event := his.until("event"))["view"]["winner"] is None:
            pass
        assert event["view"]["ended"] == "resigned"
        assert ann.program.call_ok("POST", f"/play/{ann.game}/resign") == done


def test_every_call_of_a_seat_is_tried_here() -> None:
    tried = {"stream_game", "commit", "reveal", "make_move", "say", "resign", "claim_win"}
    assert tried == {call.name for call in CALLS if call.path.startswith("/play/")}
