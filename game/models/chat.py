"""Chat at a table."""

from django.db import models
from django.utils.translation import gettext_lazy

from game.models.games import Game
from game.models.players import Player

# A table offers these to its players.
GESTURES = {
    "knock": gettext_lazy("Knock"),
    "hat": gettext_lazy("Tip of the hat"),
    "groan": gettext_lazy("Groan"),
    "laugh": gettext_lazy("Laugh"),
    "cards": gettext_lazy("Good cards"),
}
# Programs may still send these.
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
# For an opponent who is not there yet.
NOTES = {
    "here": gettext_lazy("I’m here"),
    "tonight": gettext_lazy("Tonight at eight?"),
    "tomorrow": gettext_lazy("Tomorrow?"),
    "ready": gettext_lazy("Your move, my friend"),
}
PHRASES = GESTURES | SAYINGS | NOTES


class Chat(models.Model):
    """A chat line: between the seats, or among the watchers if `seat` is None."""

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
        """The text of the line: typed by the player, or the name of a gesture or phrase."""
        return self.text or str(PHRASES.get(self.phrase, self.phrase))
