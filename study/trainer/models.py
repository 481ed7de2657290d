"""Exercises: each mistake is a row, which waits in a box until its day."""

from django.db import models
from django.db.models import Q

from game.models import Game, Player


class Trainee(models.Model):
    """How far a player's reviews were searched for mistakes."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, primary_key=True, related_name="+")
    searched_until = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.player_id} until {self.searched_until}"


class Exercise(models.Model):
    """A decision of a player that a review calls a mistake."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="exercises")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    ply = models.PositiveIntegerField()
    added_at = models.DateTimeField()

    # Judged again before it is shown. The time of the claim identifies the process.
    taken_at = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    judged_at = models.DateTimeField(null=True)
    # It was no mistake after all, or cannot be judged. The row stays, so that it is not added again.
    is_dropped = models.BooleanField(default=False)
    # The seat's view, and every choice, best first; nothing that the seat could not see.
    seat = models.PositiveSmallIntegerField(null=True)
    view = models.JSONField(null=True)
    lines = models.JSONField(null=True)
    made = models.JSONField(null=True)
    tags = models.JSONField(default=list)

    # 0: never answered right. After a right answer in the last box it is learnt, and no longer due.
    box = models.PositiveSmallIntegerField(default=0)
    due_on = models.DateField(null=True)
    tried = models.PositiveIntegerField(default=0)
    right = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "game", "ply"], name="one_exercise_a_mistake")
        ]
        indexes = [
            models.Index(fields=["added_at"], name="exercises_to_judge", condition=Q(judged_at=None)),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} at {self.ply}"
