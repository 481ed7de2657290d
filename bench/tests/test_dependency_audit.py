"""The audit of installed packages, with a fake package index."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatch
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import version
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from packaging.version import Version
from pip_audit._service import PyPIService, ResolvedDependency
from requests import PreparedRequest, Response
from requests.adapters import HTTPAdapter

from bench.dependency_audit import audit, installed_packages, probe
from bench.services import free_port

HOLE = {
    "id": "PYSEC-1-1",
    "aliases": ["CVE-1-1"],
    "summary": "The dealer sees\npone's hand.",
    "fixed_in": ["99.1"],
}
WITHDRAWN = HOLE | {"id": "PYSEC-1-2", "withdrawn": "2026-01-01T00:00:00Z"}

FOUND = f"Twisted {version('twisted')}: PYSEC-1-1, fixed in 99.1. The dealer sees pone's hand.\n"
SILENT = "The advisory service does not answer: "
HINT = "If the advisory service cannot be reached, run: OFFLINE=1 make check\n"
ALL, ONE = (f"NOT AUDITED: {count} of 3 packages.\n" for count in (3, 1))


@contextmanager
def index(knows: dict[str, Any]) -> Iterator[int]:
    """Serve an index that answers with vulnerabilities or a status for each package. Yield its port."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            _, pypi, name, run_audit, _ = self.path.split("/")
            assert (pypi, run_audit) == ("pypi", version(name))  # otherwise no answer
            says = knows.get(name, [])
            self.send_response(says if isinstance(says, int) else 200)
            self.end_headers()
            if not isinstance(says, int):
                self.wfile.write(json.dumps({"vulnerabilities": says}).encode())

        def log_message(self, *_: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        Thread(target=server.serve_forever, args=(0.05,)).start()
        yield server.server_port
        server.shutdown()


class Here(HTTPAdapter):
    """Redirects requests for the index to a port of this machine."""

    def __init__(self, port: int) -> None:
        super().__init__()
        self.port = port

    def send(self, request: PreparedRequest, *args: Any, **how: Any) -> Response:
        request.url = str(request.url).replace("https://pypi.org", f"http://127.0.0.1:{self.port}")
        return super().send(request, *args, **how | {"proxies": {}})


PACKAGES = [ResolvedDependency(name, Version(version(name))) for name in ("Django", "Twisted", "uvicorn")]


def service_at(port: int, cache: Path) -> PyPIService:
    service = PyPIService(cache_dir=cache, timeout=10)
    service.session.mount("https://pypi.org/", Here(port))
    return service


@pytest.mark.parametrize(
    ("knows", "code", "code_offline", "out", "err"),
    [
        ({"twisted": [HOLE, WITHDRAWN]}, 1, 1, f"{FOUND}1 known vulnerabilities in the 3", ""),
        ({"django": [WITHDRAWN]}, 0, 0, "0 known vulnerabilities in the 3", ""),
        (dict.fromkeys(("django", "twisted", "uvicorn"), 404), 1, 0, "0 known vulnerabilities in the 0", ALL),
        ({"django": 503}, 1, 0, "0 known vulnerabilities in the 0", f"{SILENT}503 Server Error*\n{ALL}"),
        ({"uvicorn": 404}, 1, 0, "0 known vulnerabilities in the 2", ONE),
        ({"twisted": [HOLE], "uvicorn": 404}, 1, 1, f"{FOUND}1 known vulnerabilities in the 2", ONE),
        ({"twisted": [HOLE], "uvicorn": 503}, 1, 1, f"{FOUND}1 known vulnerabilities in the 2",
         f"{SILENT}503*\n{ONE}"),
    ],
    ids=[
        "a hole", "one withdrawn", "knows nothing", "falls silent", "knows not all",
        "knows a hole and not all", "falls silent later",
    ],
)  # fmt: skip
def test_a_vulnerability_fails_and_so_does_a_failed_lookup_unless_offline(
    knows: dict[str, Any],
    code: int,
    code_offline: int,
    out: str,
    err: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
):
    with index(knows) as port:
        for is_offline, expected in ((False, code), (True, code_offline)):
            service = service_at(port, tmp_path / str(is_offline))
            assert audit(PACKAGES, service, is_offline=is_offline) == expected
            said = capsys.readouterr()
            assert fnmatch(said.out, f"{out} packages that were looked up.\n")
            assert fnmatch(said.err, f"{err}{HINT if err and not is_offline else ''}")


def test_without_an_answer_it_fails_and_names_the_offline_option(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    assert audit(PACKAGES, service_at(free_port(), tmp_path), is_offline=False) == 1
    assert fnmatch(capsys.readouterr().err, f"{SILENT}*Connection refused*{ALL}{HINT}")


@pytest.mark.slow
@pytest.mark.parametrize(("knows", "code"), [({}, 0), ({"django": 404}, 1), ({"django": 503}, 1)])
def test_the_probe_reports_whether_the_service_answers(knows: dict[str, Any], code: int, tmp_path: Path):
    with index(knows) as port:
        assert probe(service_at(port, tmp_path)) == code
    assert probe(service_at(free_port(), tmp_path / "nobody")) == 1


@pytest.mark.slow
def test_all_dependencies_are_looked_up_except_pythons_own():
    names = {package.canonical_name for package in installed_packages()}
    assert {"django", "twisted", "psycopg-binary", "pip-audit", "urllib3"} < names
    assert not {"pip", "setuptools"} & names
