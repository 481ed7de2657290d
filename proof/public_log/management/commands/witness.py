"""`manage.py witness`: cosign the public logs of other servers."""

import json
import signal
from argparse import ArgumentParser
from pathlib import Path
from threading import Thread
from typing import Any

from django.core.management.base import CommandError

from common.command import HelpTextCommand
from common.formats.signed_note import NoteError, parse_verifier_key
from proof.public_log.witness import Witness, load_signer
from proof.public_log.witness_server import WitnessServer

HELP_TEXT = """
A log could show different histories to different people if no one compared them. A witness prevents that: it
stores the last checkpoint that it saw of a log, and cosigns the next one only if the log has grown from
there. So everyone sees the same cosigned checkpoint. Run a witness on another machine than the log, ideally
at another host's. It needs no database, only the given folder.

It speaks C2SP's tlog-witness (https://c2sp.org/tlog-witness), so it can cosign other logs too, and other
witnesses can cosign ours. It prints its own key. Give the key to the server whose log it follows, with
LOG_WITNESSES="http://witness.example:8100 KEY", and to all auditors of that log, with --witness KEY.

examples:
  manage.py witness --name witness.example --state /srv/witness --log cards.example/log+13b1657f+AWpq...
  manage.py witness --name witness.example --state /srv/witness --log KEY --log KEY2 --host 0.0.0.0

A log serves its key as /log/key. Stop with Ctrl-C or SIGTERM.
exit status: 0 when stopped, or 1 if it can't start.
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Cosigns other servers' logs as long as they only grow."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--name", required=True, help="the name in its signatures, such as its host name")
        parser.add_argument("--state", required=True, type=Path, help="the folder of its key and its state")
        parser.add_argument("--log", required=True, action="append", metavar="KEY", help="a log to follow")
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1)")
        parser.add_argument("--port", default=8100, type=int, help="the port to listen on (8100)")
        parser.add_argument("--json", action="store_true", help="print its name and key as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            logs = [parse_verifier_key(key) for key in options["log"]]
            witness = Witness(load_signer(options["state"], options["name"]), logs, options["state"])
            server = WitnessServer((options["host"], options["port"]), witness)
        except (NoteError, OSError, ValueError) as fault:
            raise CommandError(f"The witness can't start: {fault}") from None
        about = {"key": witness.signer.verifier_key, "url": f"http://{options['host']}:{server.server_port}"}
        follows = ", ".join(witness.origins)
        says = f"{about['key']}\nfollows {follows} at {about['url']}/add-checkpoint"
        self.stdout.write(json.dumps(about | {"logs": witness.origins}) if options["json"] else says)
        self.stdout.flush()
        serve_until_stopped(server)


def serve_until_stopped(server: WitnessServer) -> None:
    """Serve until SIGTERM or Ctrl-C. `shutdown` waits for the loop, so it runs in another thread."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: Thread(target=server.shutdown).start())
    with server:
        server.serve_forever()
