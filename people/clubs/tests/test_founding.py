"""A club gets a unique name, and closes when its owner types that name."""

from functools import partial

import pytest

from game.accounts.guests import create_guest
from game.models import Player
from people.clubs import founding, names
from people.clubs.founding import MAX_ABOUT, MAX_OWNED, close, describe, found
from people.clubs.lookup import load_club
from people.clubs.models import Club, JoinRequest, Membership
from people.clubs.tests.people import code_of, create_veteran, roles_in
from tests.worlds.accounts import create_account

pytestmark = pytest.mark.django_db


def test_founder_owns_the_club(olga: Player):
    club = found(player=olga, name="  Night   Owls ", about="We play\n\non Tuesdays. ")
    assert (club.name, club.slug, club.about) == ("Night Owls", "night-owls", "We play on Tuesdays.")
    assert roles_in(club) == {"Olga": "owner"}
    assert load_club("night-owls") == club


@pytest.mark.parametrize(
    "name",
    ["", "ab", "x" * 31, "Owls!", "-Owls", "Ôwls", "O\0wls", "New", "The Host", "🦉🦉🦉"],
)
def test_invalid_name_is_refused_with_an_explanation(olga: Player, name: str):
    assert code_of(partial(found, player=olga, name=name, about="")) == "bad_request"
    assert not Club.objects.exists()


@pytest.mark.parametrize("name", ["night owls", "Night-Owls", "NIGHT OWL5", "Nightowls", "N1ght 0wls"])
def test_name_similar_to_another_is_refused(club: Club, olga: Player, name: str):
    assert code_of(partial(found, player=olga, name=name, about="")) == "bad_request"


def test_names_with_any_apostrophe_are_alike(olga: Player):
    assert found(player=olga, name="Ann’s Arms", about="").slug == "ann-s-arms"
    assert names.likeness("Ann's Arms") == names.likeness("Anns Arms")


def test_founder_needs_an_account_with_ten_finished_games(db: None):
    assert code_of(partial(found, player=create_account("Newcomer"), name="Owls", about="")) == "newcomer"
    assert code_of(partial(found, player=create_guest(), name="Owls", about="")) == "no_account"


def test_number_of_owned_clubs_is_limited(olga: Player):
    for number in range(MAX_OWNED):
        found(player=olga, name=f"Club {'ABC'[number]}", about="")
    assert code_of(partial(found, player=olga, name="Club D", about="")) == "too_many"


@pytest.mark.parametrize("about", ["x" * (MAX_ABOUT + 1), "a \u202e b", "a \0 b"])
def test_invalid_description_is_refused(olga: Player, about: str):
    assert code_of(partial(found, player=olga, name="Owls", about=about)) == "bad_request"


def test_only_owners_change_the_description(club: Club, olga: Player, dirk: Player):
    describe(player=olga, club=club, about="On Mondays.")
    assert code_of(partial(describe, player=dirk, club=club, about="Never.")) == "not_yours"
    club.refresh_from_db()
    assert club.about == "On Mondays."


def test_owner_closes_it_by_typing_its_name(club: Club, olga: Player, dirk: Player, nora: Player):
    JoinRequest.objects.create(club=club, player=nora, at=club.created_at)
    assert code_of(partial(close, player=dirk, club=club, name="Night Owls")) == "not_yours"
    assert code_of(partial(close, player=olga, club=club, name="Owls")) == "bad_request"
    close(player=olga, club=club, name="night owls")
    assert code_of(partial(load_club, "night-owls")) == "no_club"
    assert code_of(partial(close, player=olga, club=club, name="night owls")) == "no_club"
    assert not Membership.objects.exists()
    assert not JoinRequest.objects.exists()
    assert found(player=olga, name="Night Owls", about="").pk != club.pk  # the name of a closed club is free


@pytest.mark.parametrize("slug", ["", "nothing", "\0", "night owls", "x" * 500])
def test_unknown_club_is_refused(club: Club, slug: str):
    assert code_of(partial(load_club, slug)) == "no_club"


def test_games_that_were_voided_do_not_count(db: None):
    veteran = create_veteran("Vera")
    veteran.sheets.update(voided=True)
    assert founding.GAMES_BEFORE == 10
    assert code_of(partial(found, player=veteran, name="Owls", about="")) == "newcomer"
