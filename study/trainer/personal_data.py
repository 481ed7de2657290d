"""The personal data that the trainer stores about a player."""

from common.personal_data import Section, register
from study.trainer.models import Exercise, Trainee


def register_sections() -> None:
    register(
        "trained",
        export=Section(
            lambda me: Exercise.objects.filter(player=me),
            "game ply added_at judged_at is_dropped seat view lines made tags box due_on tried right",
        ),
    )
    register("trained_until", export=Section(lambda me: Trainee.objects.filter(player=me), "searched_until"))
