"""The small web server of a witness."""

from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from proof.public_log.witness import NotWitnessed, Witness

LONGEST_REQUEST = 64_000
PATIENCE_SECONDS = 10


class WitnessServer(ThreadingHTTPServer):
    """Answers `POST /add-checkpoint`. The path `/` shows the witness's key and the logs it has seen."""

    daemon_threads = True

    def __init__(self, address: tuple[str, int], witness: Witness) -> None:
        super().__init__(address, _Handler)
        self.witness = witness


class _Handler(BaseHTTPRequestHandler):
    server: WitnessServer
    timeout = PATIENCE_SECONDS

    def do_GET(self) -> None:
        if self.path != "/":
            return self._answer(HTTPStatus.NOT_FOUND, "There is nothing here.\n")
        witness = self.server.witness
        latest = [witness.latest(origin) for origin in witness.origins]
        seen = "".join(f"{one.origin} {one.size} {one.root.hex()}\n" for one in latest)
        self._answer(HTTPStatus.OK, f"{witness.signer.verifier_key}\n\n{seen}")

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        if self.path != "/add-checkpoint":
            return self._answer(HTTPStatus.NOT_FOUND, "There is nothing here.\n")
        if not length.isdecimal() or int(length) > LONGEST_REQUEST:
            return self._answer(HTTPStatus.BAD_REQUEST, "The request has no valid Content-Length.\n")
        try:
            line = self.server.witness.add_checkpoint(self.rfile.read(int(length)).decode())
        except UnicodeDecodeError:
            self._answer(HTTPStatus.BAD_REQUEST, "The request is not valid UTF-8.\n")
        except NotWitnessed as refusal:
            kind = "text/x.tlog.size" if refusal.status is HTTPStatus.CONFLICT else "text/plain"
            self._answer(refusal.status, refusal.says, kind)
        else:
            self._answer(HTTPStatus.OK, line)

    def _answer(self, status: HTTPStatus, says: str, kind: str = "text/plain; charset=utf-8") -> None:
        body = says.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Write no line per request: the command prints what is cosigned."""
