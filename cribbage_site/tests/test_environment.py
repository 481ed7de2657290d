import pytest
from django.core.exceptions import ImproperlyConfigured

from cribbage_site.environment import postgresql, words


def test_a_database_url_is_taken_apart():
    database = postgresql("postgresql://jack:h%40rt@cards.example:5433/every_other?sslmode=require")
    assert database["USER"] == "jack"
    assert database["PASSWORD"] == "h@rt"
    assert database["HOST"] == "cards.example"
    assert database["PORT"] == "5433"
    assert database["NAME"] == "every_other"
    assert database["OPTIONS"]["sslmode"] == "require"


def test_a_database_of_another_make_is_refused():
    with pytest.raises(ImproperlyConfigured, match="postgresql://"):
        postgresql("mysql://localhost/cards")


def test_words_are_separated_by_commas():
    assert words(" fifteen two, and a pair ,,is four") == ["fifteen two", "and a pair", "is four"]
