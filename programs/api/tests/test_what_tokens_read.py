"""A token opens what docs/explanation/security.md lists, and a token for playing reads public data only."""

import re

import pytest

from common import clock
from cribbage_site.tests.server_process import ROOT
from game.models import Player
from game.tokens.models import Token
from game.tokens.scopes import Scope
from people.clubs.models import Club, Membership
from programs.api.registry import CALLS
from tests.worlds.api import World, bearer, get, make_text
from tests.worlds.people import player
from tests.worlds.sockets import SOCKETS
from tests.worlds.tables import create_game

FOR_PLAYING = ((Scope.BOT,), (Scope.ENGINE,), (Scope.BOT, Scope.ENGINE))
PAGE = ROOT / "docs" / "explanation" / "security.md"
# The tokens that docs/explanation/security.md lists: their scopes, and whether the account is a bot.
ROWS = {
    "none": ("", False),
    "`play`": ("play", False),
    "`challenge`": ("challenge", False),
    "`follow`": ("follow", False),
    "`review`": ("review", False),
    "`bot`, of a bot": ("bot", True),
    "`bot`, of a person": ("bot", False),
    "`engine`": ("engine", False),
}


SECTION = PAGE.read_text().partition("### What a token opens")[2].partition("\n#")[0]


def tokens_on_the_page() -> dict[str, str]:
    """Return the entries of the list of tokens, by what begins them."""
    listed = SECTION.split("\n- ", 1)[1].split("\n\n")[0].split("\n- ")
    return {head: " ".join(rest.split()) for head, _, rest in (one.partition(": ") for one in listed)}


def names_of(token_of: str) -> set[str]:
    """Return the names in a token's entry, and those of the entry that it continues."""
    entry, _, without = tokens_on_the_page()[token_of].partition(", without ")
    names = {*re.findall(r"`([\w/]+)`", entry)}
    if also := re.match(r"as (\S+), and", entry):
        names = (names - {also[1].strip("`")}) | names_of(also[1])
    if only := re.search(r"only `(ws/\w+)`", without):
        names = {name for name in names if "/" not in name} | {only[1]}
    return names - {*re.findall(r"`(\w+)`", without)}


def calls_of_every_token() -> set[str]:
    sentence = re.search(r"Every token opens ([^.]*)\.", SECTION)
    assert sentence
    return {*re.findall(r"`(\w+)`", sentence[1])}


@pytest.mark.parametrize("token_of", tokens_on_the_page())
def test_security_page_lists_the_calls_of_every_token(token_of: str) -> None:
    names = names_of(token_of)
    scopes, is_bot = ROWS[token_of]
    token = Token(scopes=scopes, player=Player(is_api_bot=is_bot))
    opened = {
        call.name
        for call in CALLS
        if call.scopes is not None
        and token.allows(frozenset(call.scopes), before_upgrade=call.is_before_upgrade)
        and (token.reads_as_owner or not call.is_private)
    }
    assert {name for name in names if "/" not in name} | calls_of_every_token() == opened
    open_sockets = {route.split("/")[1] for route, socket in SOCKETS.items() if socket.opens_to(token)}
    assert {name.removeprefix("ws/") for name in names if "/" in name} == open_sockets
    assert tokens_on_the_page()[token_of].endswith(
        "; its owner's" if token.reads_as_owner else "; everyone's"
    )


def test_the_page_leaves_no_scope_out() -> None:
    assert {*tokens_on_the_page()} == {*ROWS}
    assert {scope for scopes, _ in ROWS.values() for scope in scopes.split()} == {*Scope.values}


@pytest.mark.django_db
@pytest.mark.parametrize("scopes", FOR_PLAYING)
class TestAProgramThatOnlyPlays:
    @pytest.mark.slow
    def test_does_not_see_the_players_its_owner_follows(
        self, world: World, scopes: tuple[Scope, ...]
    ) -> None:
        answer = get("/following", **bearer(make_text(world.ann, *scopes)))
        assert (answer.status_code, answer.json()["code"]) == (403, "no_scope")

    @pytest.mark.slow
    def test_sees_no_private_profile_of_its_owner(self, world: World, scopes: tuple[Scope, ...]) -> None:
        Player.objects.filter(pk=world.ann.pk).update(is_private=True)
        assert get("/players/Ann/curve", **bearer(make_text(world.ann, *scopes))).json()["code"] == "private"
        assert get("/players/Ann/curve", **bearer(make_text(world.ann))).status_code == 200

    @pytest.mark.slow
    def test_sees_no_member_that_only_the_club_sees(self, world: World, scopes: tuple[Scope, ...]) -> None:
        shy = player("Shy")
        Player.objects.filter(pk=shy.pk).update(is_private=True)
        Membership.objects.create(club=Club.objects.get(slug="owls"), player=shy, since=clock.now())
        by_program = get("/clubs/owls", **bearer(make_text(world.ann, *scopes))).json()
        by_owner = get("/clubs/owls", **bearer(make_text(world.ann))).json()
        assert [len(page["members"]) for page in (by_program, by_owner)] == [1, 2]

    @pytest.mark.slow
    def test_gets_no_advice_while_its_owner_is_in_a_rated_game(
        self, world: World, scopes: tuple[Scope, ...]
    ) -> None:
        create_game(players=(world.ann, world.bob), rated=True)
        own = bearer(make_text(world.ann, *scopes))
        for path in (
            "/lab?cards=5H+5S+6C+JD+KD+2C&crib=own",
            "/chances?dealer=90&pone=80",
            f"/games/{world.game.pk}/review",
        ):
            assert get(path, **own).json()["code"] == "rated_game"
