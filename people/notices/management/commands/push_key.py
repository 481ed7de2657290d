"""`manage.py push_key`: make the key pair that identifies the site to push services."""

import json
from argparse import ArgumentParser
from typing import Any

from common.command import HelpTextCommand
from people.notices.push.vapid import make_key_pair

HELP_TEXT = """
Browsers show notifications of this site while none of its pages is open, if a host sets a key and a player
allows it. Make a key once and set it for every process, with an address at which the operators of push
services can reach you:

  VAPID_PRIVATE_KEY=...                  the printed private key: keep it secret
  VAPID_SUBJECT=mailto:you@example.com   or an https address; the default is the site's own

A new key invalidates all subscriptions, and players have to turn notifications on again. The public key
follows from the private one, and pages send it to browsers. Nothing is written or stored.

examples:
  manage.py push_key            print a new key pair
  manage.py push_key --json     print it as JSON
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
