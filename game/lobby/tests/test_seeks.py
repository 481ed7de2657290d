"""Public seeks, challenges and links."""

from collections.abc import Callable
from typing import Any

import pytest

from common.refusal import Refusal
from game.accounts import blocks
from game.lobby import seeks, upkeep
from game.lobby.pairing import GameSettings
from game.models import Game, Player, Seek

pytestmark = pytest.mark.django_db

QUICK = GameSettings(121, "auto", "quick")
SHORT = GameSettings(61, "auto", "quick")

Later = Callable[..., None]


def code_of(place: seeks.Placement) -> str:
    assert place.invite is not None
    return place.invite.removeprefix("/join/")


def refused(doing: Callable[..., Any], **how: Any) -> tuple[str, str]:
    """Return the code and the sentence of a refusal."""
    with pytest.raises(Refusal) as fault:
        doing(**how)
    return fault.value.code, fault.value.says


def open_ids() -> set[str]:
    return set(upkeep.open_seeks().values_list("pk", flat=True))


class TestAnyone:
    def test_the_first_seek_waits_and_the_second_starts_a_game(self, ann: Player, bob: Player):
        first = seeks.seek_anyone(player=ann, settings=QUICK)
        second = seeks.seek_anyone(player=bob, settings=QUICK)
        assert first.waiting
        assert not second.waiting
        assert second.game == first.game
        game = Game.objects.get()
        assert (game.pk, game.seat_a, game.seat_b, game.clock) == (first.game, ann, bob, "quick")

    def test_both_seeks_know_their_game(self, ann: Player, bob: Player):
        seeks.seek_anyone(player=ann, settings=QUICK)
        seeks.seek_anyone(player=bob, settings=QUICK)
        assert set(Seek.objects.values_list("game", flat=True)) == {Game.objects.get().pk}

    def test_a_player_is_not_paired_with_themselves(self, ann: Player):
        seeks.seek_anyone(player=ann, settings=QUICK)
        seeks.seek_anyone(player=ann, settings=QUICK, quick=True)
        assert not Game.objects.exists()
        assert upkeep.pair_waiting() == 0

    def test_a_repeated_seek_is_one_seek(self, ann: Player):
        assert seeks.seek_anyone(player=ann, settings=QUICK) == seeks.seek_anyone(player=ann, settings=QUICK)

    def test_seeks_with_other_settings_are_not_paired(self, ann: Player, bob: Player):
        seeks.seek_anyone(player=ann, settings=QUICK)
        assert seeks.seek_anyone(player=bob, settings=SHORT).waiting

    def test_a_quick_seek_meets_something_else_after_a_while(self, ann: Player, bob: Player, later: Later):
        placement = seeks.seek_anyone(player=ann, settings=SHORT)
        seeks.seek_anyone(player=bob, settings=QUICK, quick=True)
        assert upkeep.pair_waiting() == 0
        later(seconds=5)
        assert upkeep.pair_waiting() == 1
        assert Game.objects.get().pk == placement.game
        assert '"target":61' in Game.objects.get().params

    @pytest.mark.rows
    def test_the_eldest_comes_first(self, ann: Player, bob: Player, cat: Player, later: Later):
        eldest = seeks.seek_anyone(player=ann, settings=SHORT)
        later(seconds=1)
        seeks.seek_anyone(player=bob, settings=GameSettings(61, "auto", "standard"))
        later(seconds=1)
        seeks.seek_anyone(player=cat, settings=GameSettings(61, "manual", "standard"), quick=True)
        later(seconds=15)
        assert upkeep.pair_waiting() == 1
        assert Game.objects.get().pk == eldest.game

    def test_a_paired_player_has_no_other_open_seek(self, ann: Player, bob: Player):
        seeks.seek_anyone(player=ann, settings=SHORT)
        link = seeks.challenge_by_link(player=ann, settings=QUICK)
        seeks.seek_anyone(player=ann, settings=QUICK)
        seeks.seek_anyone(player=bob, settings=QUICK)
        assert open_ids() == {link.game}, "a link is given away: it stands"

    @pytest.mark.slow
    @pytest.mark.rows
    def test_a_seek_expires_without_its_owner(self, ann: Player, bob: Player, later: Later):
        seeks.seek_anyone(player=ann, settings=QUICK)
        later(seconds=46)
        assert seeks.seek_anyone(player=bob, settings=QUICK).waiting
        assert upkeep.pair_waiting() == 0

    @pytest.mark.rows
    def test_a_seek_stays_open_while_its_owner_is_there(
        self, ann: Player, bob: Player, cat: Player, later: Later
    ):
        at_the_table = seeks.seek_anyone(player=ann, settings=QUICK)
        in_the_lobby = seeks.seek_anyone(player=bob, settings=SHORT)
        seeks.seek_anyone(player=cat, settings=GameSettings(clock="none"))
        for _ in range(5):
            later(seconds=30)
            upkeep.keep_alive(seeks={at_the_table.game}, players={bob.pk})
        assert open_ids() == {at_the_table.game, in_the_lobby.game}

    def test_a_withdrawn_seek_is_not_kept_alive(self, ann: Player):
        place = seeks.seek_anyone(player=ann, settings=QUICK)
        seeks.cancel(seek_id=place.game, player=ann)
        assert upkeep.keep_alive(seeks={place.game}, players={ann.pk}) == 0
        assert not open_ids()

    def test_five_tables_are_enough(self, ann: Player):
        for clock in ("none", "quick", "standard", "relaxed"):
            seeks.seek_anyone(player=ann, settings=GameSettings(clock=clock))
        seeks.challenge_by_link(player=ann, settings=QUICK)
        for asking in (seeks.seek_anyone, seeks.challenge_by_link):
            assert refused(asking, player=ann, settings=SHORT) == (
                "too_many",
                "You’re already waiting at 5 tables. Leave one of them first.",
            )
        assert len(open_ids()) == 5

    @pytest.mark.slow
    @pytest.mark.rows
    def test_unmet_seeks_are_deleted_after_a_day(self, ann: Player, bob: Player, later: Later):
        for player in (ann, bob):
            seeks.seek_anyone(player=player, settings=QUICK)
        seeks.seek_anyone(player=ann, settings=SHORT)
        later(days=2)
        assert upkeep.delete_unmet_seeks() == 1
        assert Seek.objects.exclude(game=None).count() == 2


class TestAccepting:
    @pytest.mark.rows
    def test_an_open_seek_is_accepted_once(self, ann: Player, bob: Player, cat: Player):
        place = seeks.seek_anyone(player=ann, settings=QUICK)
        assert seeks.accept(seek_id=place.game, player=bob).pk == place.game
        assert refused(seeks.accept, seek_id=place.game, player=cat) == (
            "too_late",
            "Another player was faster: that seat is taken.",
        )
        assert Game.objects.count() == 1

    @pytest.mark.rows
    def test_a_repeated_accept_gets_the_same_game(self, ann: Player, bob: Player, later: Later):
        place = seeks.seek_anyone(player=ann, settings=QUICK)
        games = {seeks.accept(seek_id=place.game, player=bob).pk for _ in range(3)}
        blocks.block(player=ann, other=bob)
        later(days=1)
        assert {*games, seeks.accept(seek_id=place.game, player=bob).pk} == {place.game}
        assert Game.objects.count() == 1

    def test_the_owner_cannot_accept_their_own_seek(self, ann: Player):
        place = seeks.seek_anyone(player=ann, settings=QUICK)
        assert refused(seeks.accept, seek_id=place.game, player=ann)[0] == "bad_request"

    def test_a_withdrawn_seek_cannot_be_accepted(self, ann: Player, bob: Player):
        place = seeks.seek_anyone(player=ann, settings=QUICK)
        seeks.cancel(seek_id=place.game, player=ann)
        seeks.cancel(seek_id=place.game, player=ann)
        assert refused(seeks.accept, seek_id=place.game, player=bob) == (
            "too_late",
            "The player there has stopped waiting.",
        )

    def test_an_unknown_seek_cannot_be_accepted(self, ann: Player):
        assert refused(seeks.accept, seek_id="nowhere", player=ann)[0] == "no_seek"

    def test_a_link_is_not_accepted_by_its_id(self, ann: Player, bob: Player):
        place = seeks.challenge_by_link(player=ann, settings=QUICK)
        assert refused(seeks.accept, seek_id=place.game, player=bob)[0] == "not_yours"

    def test_only_its_owner_withdraws_a_seek_and_not_from_a_game(self, ann: Player, bob: Player):
        place = seeks.seek_anyone(player=ann, settings=QUICK)
        assert refused(seeks.cancel, seek_id=place.game, player=bob)[0] == "not_yours"
        seeks.accept(seek_id=place.game, player=bob)
        assert refused(seeks.cancel, seek_id=place.game, player=ann)[0] == "too_late"


class TestChallenging:
    def test_a_challenged_player_can_accept(self, ann: Player, bob: Player, cat: Player):
        place = seeks.challenge(player=ann, to=bob, settings=SHORT)
        assert refused(seeks.accept, seek_id=place.game, player=cat)[0] == "not_yours"
        game = seeks.accept(seek_id=place.game, player=bob)
        assert (game.seat_a, game.seat_b) == (ann, bob)

    def test_a_challenged_player_can_decline_and_the_first_reason_remains(
        self, ann: Player, bob: Player, cat: Player
    ):
        place = seeks.challenge(player=ann, to=bob, settings=SHORT)
        assert refused(seeks.decline, seek_id=place.game, player=cat, reason="no")[0] == "not_yours"
        seeks.decline(seek_id=place.game, player=bob, reason="slower")
        seeks.decline(seek_id=place.game, player=bob, reason="no")
        assert Seek.objects.get().declined == "slower"
        assert refused(seeks.accept, seek_id=place.game, player=bob) == (
            "too_late",
            "This challenge was declined.",
        )

    def test_an_accepted_challenge_cannot_be_declined(self, ann: Player, bob: Player):
        place = seeks.challenge(player=ann, to=bob, settings=SHORT)
        seeks.accept(seek_id=place.game, player=bob)
        assert refused(seeks.decline, seek_id=place.game, player=bob, reason="no")[0] == "too_late"

    def test_mutual_challenges_start_a_game(self, ann: Player, bob: Player):
        placement = seeks.challenge(player=ann, to=bob, settings=SHORT)
        assert seeks.challenge(player=bob, to=ann, settings=SHORT) == seeks.Placement(placement.game)

    @pytest.mark.rows
    def test_the_same_challenge_twice_is_one(self, ann: Player, bob: Player):
        placement = seeks.challenge(player=ann, to=bob, settings=SHORT)
        assert seeks.challenge(player=ann, to=bob, settings=SHORT) == placement

    def test_a_challenge_waits_an_hour_for_its_answer(self, ann: Player, bob: Player, later: Later):
        place = seeks.challenge(player=ann, to=bob, settings=SHORT)
        later(minutes=59)
        assert open_ids() == {place.game}
        later(minutes=2)
        assert refused(seeks.accept, seek_id=place.game, player=bob)[0] == "too_late"

    def test_a_challenge_is_not_for_anyone(self, ann: Player, bob: Player, cat: Player):
        seeks.challenge(player=ann, to=bob, settings=SHORT)
        assert seeks.seek_anyone(player=cat, settings=SHORT).waiting
        assert upkeep.pair_waiting() == 0

    def test_a_player_cannot_challenge_themselves_or_a_closed_account(self, ann: Player, bob: Player):
        bob.is_active = False
        assert refused(seeks.challenge, player=ann, to=ann, settings=SHORT)[0] == "bad_request"
        assert refused(seeks.challenge, player=ann, to=bob, settings=SHORT)[0] == "no_player"


class TestLinks:
    def test_the_first_player_to_follow_a_link_plays(self, ann: Player, bob: Player, cat: Player):
        place = seeks.challenge_by_link(player=ann, settings=QUICK)
        code = code_of(place)
        assert seeks.join(code=code, player=bob).pk == place.game
        assert refused(seeks.join, code=code, player=cat)[0] == "too_late"

    @pytest.mark.rows
    def test_following_a_link_again_leads_to_the_same_game(self, ann: Player, bob: Player, cat: Player):
        place = seeks.challenge_by_link(player=ann, settings=QUICK)
        code = code_of(place)
        assert {seeks.join(code=code, player=bob).pk for _ in range(3)} == {place.game}
        assert refused(seeks.join, code=code, player=cat)[0] == "too_late"

    def test_the_link_does_not_contain_the_game_id(self, ann: Player):
        place = seeks.challenge_by_link(player=ann, settings=QUICK)
        assert code_of(place) != place.game

    def test_a_link_is_open_for_a_week(self, ann: Player, bob: Player, later: Later):
        code = code_of(seeks.challenge_by_link(player=ann, settings=QUICK))
        later(days=8)
        assert refused(seeks.join, code=code, player=bob) == (
            "too_late",
            "The player there has stopped waiting.",
        )

    def test_the_owner_cannot_follow_their_own_link(self, ann: Player):
        code = code_of(seeks.challenge_by_link(player=ann, settings=QUICK))
        assert refused(seeks.join, code=code, player=ann)[1].startswith("This is your own link")

    def test_an_unknown_link_is_refused(self, ann: Player):
        assert refused(seeks.join, code="nosuchlink", player=ann)[0] == "no_seek"

    def test_every_link_is_its_own(self, ann: Player):
        links = {seeks.challenge_by_link(player=ann, settings=QUICK).invite for _ in range(3)}
        assert len(links) == 3


@pytest.mark.parametrize("backwards", [False, True])
class TestBlocked:
    @pytest.fixture(autouse=True)
    def _blocked(self, ann: Player, bob: Player, backwards: bool):
        by, other = (bob, ann) if backwards else (ann, bob)
        blocks.block(player=by, other=other)
        blocks.block(player=by, other=other)

    @pytest.mark.rows
    def test_they_are_not_paired(self, ann: Player, bob: Player, later: Later):
        seeks.seek_anyone(player=ann, settings=QUICK)
        assert seeks.seek_anyone(player=bob, settings=QUICK).waiting
        later(seconds=20)
        assert upkeep.pair_waiting() == 0

    def test_they_meet_others_all_the_same(self, ann: Player, bob: Player, cat: Player):
        seeks.seek_anyone(player=ann, settings=QUICK)
        place = seeks.seek_anyone(player=bob, settings=QUICK)
        seeks.cancel(seek_id=Seek.objects.get(player=ann).pk, player=ann)
        assert seeks.seek_anyone(player=cat, settings=QUICK).game == place.game

    def test_they_cannot_ask_each_other(self, ann: Player, bob: Player):
        sentence = ("blocked", "You can’t play this player.")
        assert refused(seeks.challenge, player=ann, to=bob, settings=QUICK) == sentence
        place, link = (
            seeks.seek_anyone(player=ann, settings=QUICK),
            seeks.challenge_by_link(player=ann, settings=QUICK),
        )
        assert refused(seeks.accept, seek_id=place.game, player=bob) == sentence
        assert refused(seeks.join, code=code_of(link), player=bob) == sentence

    def test_until_it_is_taken_back(self, ann: Player, bob: Player, backwards: bool):
        by, other = (bob, ann) if backwards else (ann, bob)
        blocks.unblock(player=by, other=other)
        assert seeks.challenge(player=ann, to=bob, settings=QUICK).waiting


def test_bots_and_oneself_cannot_be_blocked(ann: Player, novice: Player):
    assert refused(blocks.block, player=ann, other=novice)[0] == "bad_request"
    assert refused(blocks.block, player=ann, other=ann)[0] == "bad_request"
