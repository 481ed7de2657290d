"""`manage.py push_key`: makes the key pair by which push services know the site."""

import json
from argparse import ArgumentParser
from typing import Any

from common.command import HelpTextCommand
from people.notices.push.vapid import make_key_pair

HELP_TEXT = """
Browsers show notices of this site while no page of it is open, if a host sets a key and a player allows
it. Make a key once, and set it for every process, beside an address at which the makers of browsers can
reach you:

  VAPID_PRIVATE_KEY=...                  the private key that this prints: keep it secret
  VAPID_SUBJECT=mailto:you@example.com   or an address of https; without it, the site's own

With another key all subscriptions are void, and players have to turn notices on again. The public key
follows from the private one, and pages give it to browsers by themselves. Nothing is written or stored.

examples:
  manage.py push_key            print a new key pair
  manage.py push_key --json     the same, for a program
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Makes a key pair for web push (VAPID)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print the pair as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        pair = make_key_pair()
        if options["json"]:
            self.stdout.write(json.dumps({"private": pair.private, "public": pair.public}))
        else:
            self.stdout.write(f"VAPID_PRIVATE_KEY={pair.private}\n# the public key: {pair.public}")
