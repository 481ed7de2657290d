"""Evenings for the tests of the desk."""

from django.test import Client

from game.models import Player
from tournaments.desk import actions
from tournaments.desk.models import Board, Evening

NAMES = ("Ann", "Bob", "Cid", "Dot")


def create_evening(names=NAMES, games=3):
    director = Player.objects.create_user("Dora", password="every other hand")
    made = actions.create(director=director, name="Tuesday", games=games, best_of=3)
    actions.add_players(made.pk, names)
    return made


def client_of(player):
    client = Client()
    client.force_login(player)
    return client


def open_boards(made: Evening):
    return list(Board.objects.filter(evening=made, ending=None).select_related("first", "second"))


def hand_in(sitter, number, won, loser_has, client=None, **extra):
    """Hand in a card as a phone does."""
    form = {"number": number, "won": "me" if won else "other", "loser_has": loser_has}
    return (client or Client()).post(f"/desk/card/{sitter.code}", form, **extra)
