"""`manage.py deal_lesson`: write the hands of the lesson to the browser's script."""

import json
from pathlib import Path
from typing import Any

from django.conf import settings

from common.command import HelpTextCommand
from study.learn.exercises import lesson

FILE = Path(settings.BASE_DIR, "static/js/study/learn/dealt.js")
HEAD = (
    "/** The hands of the lesson: made by `manage.py deal_lesson` from one seed. */\n\nexport const dealt = "
)


class Command(HelpTextCommand):
    help = "Generates the hands of the lesson. The result is always the same."
    requires_system_checks = []
    help_text = f"""
The cards come from one seed. They are played like Advanced would play them, and chosen for teaching. The
values of discards are those of the discard lab at 0-0. Run this command after changes of
study/learn/exercises.py or the bots' tables. It writes {FILE.relative_to(settings.BASE_DIR)}.

example:
  manage.py deal_lesson
"""

    def handle(self, *args: Any, **options: Any) -> None:
        FILE.write_text(build_script())
        self.stdout.write(f"{FILE}\n")


def build_script() -> str:
    """Return the script with the lesson's hands, one line for each kind."""
    kinds = [f'  "{kind}": {json.dumps(hands)},' for kind, hands in lesson().items()]
    return HEAD + "\n".join(["{", *kinds, "};"]) + "\n"
