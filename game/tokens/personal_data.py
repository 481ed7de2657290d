"""The personal data that tokens store about a player."""

from common.personal_data import Section, register
from game.tokens.models import StoredAnswer, Token


def register_sections() -> None:
    # Without the stored digest, which is for the site only.
    register(
        "tokens",
        export=Section(
            lambda me: Token.objects.filter(player=me), "name scopes created_at expires_at used_on"
        ),
    )
    register(
        "stored_answers",
        export=Section(lambda me: StoredAnswer.objects.filter(player=me), "key answer at"),
    )
