"""Write the hands of the lesson to where the browser reads them."""

import json
from pathlib import Path
from typing import Any

from django.conf import settings

from common.command import TeachingCommand
from game.learn.exercises import lesson

FILE = Path(settings.BASE_DIR, "static/js/learn/dealt.js")
HEAD = (
    "/** The hands of the lesson: made by `manage.py deal_lesson` from one seed. */\n\nexport const dealt = "
)


class Command(TeachingCommand):
    help = "Deals the hands of the lesson anew, always the same."
    requires_system_checks = []
    teaches = f"""
The cards come from one seed, are kept and thrown as Advanced would, and are chosen to teach; the counts of
throws are those of the discard lab at nought all. Needed when game/learn/exercises.py or the bots' tables have
changed. Writes {FILE.relative_to(settings.BASE_DIR)}.

example:
  manage.py deal_lesson
"""

    def handle(self, *args: Any, **options: Any) -> None:
        FILE.write_text(written())
        self.stdout.write(f"{FILE}\n")


def written() -> str:
    """The script that holds the lesson's hands, a line for each kind of them."""
    kinds = [f'  "{kind}": {json.dumps(hands)},' for kind, hands in lesson().items()]
    return HEAD + "\n".join(["{", *kinds, "};"]) + "\n"
