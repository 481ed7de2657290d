"""`manage.py deal_lesson`: writes the hands of the lesson to where the browser reads them."""

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
    help = "Deals the hands of the lesson anew, always the same."
    requires_system_checks = []
    help_text = f"""
The cards come from one seed, are kept and thrown as Advanced would, and are chosen to teach; the counts of
throws are those of the discard lab at 0-0. Needed when study/learn/exercises.py or the bots' tables
have changed. Writes {FILE.relative_to(settings.BASE_DIR)}.

example:
  manage.py deal_lesson
"""

    def handle(self, *args: Any, **options: Any) -> None:
        FILE.write_text(build_script())
        self.stdout.write(f"{FILE}\n")


def build_script() -> str:
    """The script that holds the lesson's hands, one line for each kind."""
    kinds = [f'  "{kind}": {json.dumps(hands)},' for kind, hands in lesson().items()]
    return HEAD + "\n".join(["{", *kinds, "};"]) + "\n"
