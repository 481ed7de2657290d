import pytest
from django.test import Client

from game.models import Game, Player
from game.table.record.ledger import Ledger
from rng.models import Deal
from study.strength.entering import weigh_due
from study.strength.models import PlayerStrength
from study.strength.tests.games import play, resign_late
from tests.worlds.tables import create_game

pytestmark = pytest.mark.django_db(transaction=True)


def page(path: str, player: Player | None = None) -> str:
    client = Client()
    if player is not None:
        client.force_login(player)
    response = client.get(path)
    assert response.status_code == 200
    return response.content.decode()


@pytest.fixture
def strong(ann: Player) -> PlayerStrength:
    return PlayerStrength.objects.create(player=ann, strength=0.041, variance=0.0001377, games=20)


class TestTheList:
    def test_player_is_listed_among_the_bots(self, strong: PlayerStrength):
        text = " ".join(page("/strength").split())
        assert "54.1% ± 2.3" in text
        assert text.index("> Advanced <") < text.index("/@Ann") < text.index("> Intermediate <")

    @pytest.mark.parametrize("about", [{"is_private": True}, {"is_active": False}, {"is_sample": True}])
    def test_private_and_deleted_players_are_not_listed(self, strong: PlayerStrength, about: dict[str, bool]):
        Player.objects.filter(pk=strong.player_id).update(**about)
        assert "/@Ann" not in page("/strength")

    def test_it_begins_with_twenty_games(self, strong: PlayerStrength):
        PlayerStrength.objects.update(games=19)
        assert "/@Ann" not in page("/strength")
        assert "We list you once 20 of your rated games" in page("/strength", strong.player)

    def test_player_with_a_wide_interval_is_not_listed(self, strong: PlayerStrength):
        PlayerStrength.objects.update(variance=0.0144)
        assert "/@Ann" not in page("/strength")

    def test_the_ladder_has_a_link_to_it(self, db: None):
        assert 'href="/strength"' in page("/ladder")


class TestTheLuckOfAGame:
    @pytest.fixture
    def game(self, ledger: Ledger, ann: Player, bob: Player) -> Game:
        return play(ledger, ann, bob)

    @pytest.mark.slow
    def test_is_offered_at_the_table_where_its_page_exists(self, game: Game):
        def is_offered() -> bool:
            return bool(Client().get(f"/api/games/{game.pk}/meaning").json()["luck"])

        assert is_offered()
        page(f"/game/{game.pk}/luck")
        Deal.objects.filter(game=game.pk, number=1).delete()
        assert not is_offered()
        assert Client().get(f"/game/{game.pk}/luck").status_code == 404

    @pytest.mark.slow
    def test_is_shown_from_the_viewers_side(self, game: Game, ann: Player, bob: Player):
        of_ann, of_bob = page(f"/game/{game.pk}/luck", ann), page(f"/game/{game.pk}/luck", bob)
        gave, took = ("Ann", "Bob") if "the cards gave Ann" in of_ann else ("Bob", "Ann")
        assert f"the cards gave {gave}" in of_ann + of_bob
        assert f"of a game from {took}" in of_ann + of_bob

    @pytest.mark.slow
    def test_has_a_row_for_every_deal(self, game: Game):
        assert page(f"/game/{game.pk}/luck").count('class="score"') == game.transcript.count("#") - (
            "#0" in game.transcript
        )

    @pytest.mark.slow
    def test_is_on_the_replay(self, game: Game):
        assert f"/game/{game.pk}/luck" in page(f"/game/{game.pk}")

    def test_live_game_shows_no_luck(self, ann: Player, bob: Player):
        live = create_game("standard", players=(ann, bob))
        assert Client().get(f"/game/{live.pk}/luck")["Location"] == f"/table/{live.pk}"


@pytest.mark.slow
def test_a_profile_has_the_curve_from_twenty_games_on(ledger: Ledger, ann: Player, bob: Player):
    resign_late(ledger, ann, bob)
    weigh_due()
    assert "Shown after 19 more rated games" in page("/@Ann")
    PlayerStrength.objects.update(games=20)
    assert "Shown after more games with bots" in page("/@Ann")
    PlayerStrength.objects.update(variance=0.001)
    text = page("/@Ann")
    assert 'class="band"' in text
    assert "against an average player" in text
