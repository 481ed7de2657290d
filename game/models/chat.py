"""What players say at a table."""

from django.db import models
from django.utils.translation import gettext_lazy

from game.models.games import Game
from game.models.players import Player

SAYINGS = {
    "luck": gettext_lazy("Good luck"),
    "well": gettext_lazy("Well played"),
    "hand": gettext_lazy("Nice hand"),
    "thanks": gettext_lazy("Thanks"),
    "sorry": gettext_lazy("Sorry"),
    "game": gettext_lazy("Good game"),
    "moment": gettext_lazy("One moment"),
    "bye": gettext_lazy("Bye"),
}
# For a player who has yet to come.
NOTES = {
    "here": gettext_lazy("I’m here"),
    "tonight": gettext_lazy("Tonight at eight?"),
    "tomorrow": gettext_lazy("Tomorrow?"),
    "ready": gettext_lazy("Your move, my friend"),
}
PHRASES = SAYINGS | NOTES


class Chat(models.Model):
    """A line said at a table: by a seat to the other, or (without a seat) among the watchers."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="said")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    seat = models.PositiveSmallIntegerField(null=True)
    phrase = models.CharField(max_length=16, blank=True)
    text = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.player}: {self.words}"

    @property
    def words(self) -> str:
        """What was said: typed by the player, or a ready phrase."""
        return self.text or str(PHRASES.get(self.phrase, self.phrase))
