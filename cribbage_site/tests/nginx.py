"""nginx as deploy/ ships it, on free ports and with folders of its own, and the processes behind it.

A release has the content of the image: the files that the Dockerfile copies, and the static files collected
from them.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from socket import create_connection
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import pytest

from bench.services import free_port, wait_until_ready
from cribbage_site.tests.esbuild import require_esbuild
from cribbage_site.tests.server_process import ROOT, Server, serve_command

DEPLOY = ROOT / "deploy"
INSTALLED = re.compile(r"\brequirements-site\.lock\b")  # an earlier stage installs from it
NAMES = "localhost,127.0.0.1,cards.example"
SHIPPED_CONF = DEPLOY / "nginx/nginx.conf"


@contextmanager
def running_nginx(
    upstreams: Sequence[str], replacements: Mapping[str, str] = {}, names: str = NAMES
) -> Iterator["Nginx"]:
    """Run nginx in front of processes at these addresses, with parts of its configuration replaced."""
    with (
        TemporaryDirectory(prefix="every-other-front-") as work,
        Nginx(Path(work), upstreams, replacements, names).running() as front,
    ):
        yield front


class Nginx:
    """nginx in front of processes at these addresses."""

    def __init__(
        self, work: Path, upstreams: Sequence[str], replacements: Mapping[str, str], names: str
    ) -> None:
        self.work, self.http, self.https = work, free_port(), free_port()
        self.url = f"https://localhost:{self.https}"
        self.static, self.tls = work / "srv/static", work / "etc/tls"
        self.public_log, self.dumps = work / "srv/log", work / "srv/data"
        self.log, self.chain = work / "log/access.log", self.tls / "fullchain.pem"
        self.error_log = work / "log/error.log"
        self.conf = work / "nginx.conf"
        served = (self.static, self.public_log, self.dumps, work / "srv/acme")
        for folder in (*served, self.tls, self.log.parent, work / "temp"):
            folder.mkdir(parents=True)
        work.chmod(0o755)  # nginx drops its privileges and must still read the files that it serves
        command = [sys.executable, str(DEPLOY / "certificate.py"), str(self.tls), names]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        servers = "".join(f"server {address} max_fails=0;\n" for address in upstreams)
        (work / "etc/upstreams.conf").write_text(servers)
        self.conf.write_text(self.adapt_conf(SHIPPED_CONF.read_text(), replacements))

    def adapt_conf(self, conf: str, replacements: Mapping[str, str]) -> str:
        """Adapt the shipped configuration to this machine. It must contain each replaced text."""
        temp = "".join(
            f" {kind}_temp_path {self.work}/temp/{kind};"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        for there, here in {
            "/etc/every-other/": f"{self.work}/etc/",
            "/srv/every-other/": f"{self.work}/srv/",
            "root /srv/every-other;": f"root {self.work}/srv;",
            "/run/nginx.pid": f"{self.work}/nginx.pid",
            "/var/log/nginx/": f"{self.work}/log/",
            "listen 80 ": f"listen 127.0.0.1:{self.http} ",
            "listen 443 ": f"listen 127.0.0.1:{self.https} ",
            "listen 80;": f"listen 127.0.0.1:{self.http};",
            "        listen [::]:80;\n": "",
            "        listen [::]:80 default_server;\n": "",
            "        listen [::]:443 ssl http2;\n": "",
            "        listen [::]:443 ssl http2 default_server;\n": "",
            "\nhttp {\n": f"\nhttp {{\n{temp}\n",
            **replacements,
        }.items():
            assert there in conf, there
            conf = conf.replace(there, here)
        return conf

    @contextmanager
    def running(self) -> Iterator["Nginx"]:
        # Debian's users do not have the last of these in their PATH.
        nginx = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
        if nginx is None:
            pytest.skip("nginx is not installed")
        out = self.work / "log/out"
        with out.open("wb") as log:
            how = ["-c", str(self.conf), "-e", str(self.work / "log/error.log"), "-g", "daemon off;"]
            process = subprocess.Popen([nginx, *how], stdout=log, stderr=log)
        try:
            wait_until_ready(lambda: create_connection(("127.0.0.1", self.https)).close(), process, out)
            yield self
        finally:
            process.terminate()
            process.wait(timeout=10)

    def access_log_lines(self, at_least: int = 0) -> list[str]:
        """Return nginx's access log once it has this many lines. A line is written after its response."""
        until = time.monotonic() + 10
        while len(lines := self.log.read_text().splitlines()) < at_least and time.monotonic() < until:
            time.sleep(0.01)
        return lines


def build_release(tree: Path, *, changed_module: str = "", is_bundled: bool = True) -> Path:
    """Build a release with the content of the image. In another version this module differs."""
    lines = (DEPLOY / "Dockerfile.dockerignore").read_text().split()
    # The image compiles its code. Here the compiled files are copied as well.
    ignored = [line for line in lines if line[:3] == "**/" and line != "**/__pycache__"]
    for *sources, to in dockerfile_copies():
        for source in map(ROOT.joinpath, sources):
            folder = tree / to if to.endswith("/") else (tree / to).parent
            folder.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(
                    source, tree / to, ignore=shutil.ignore_patterns(*(each[3:] for each in ignored))
                )
            else:
                shutil.copy(source, folder)
    if not is_bundled:
        shutil.rmtree(tree / "static/bundles")
    if changed_module:
        with (tree / "static" / changed_module).open("a") as module:
            module.write("\nglobalThis.isAnotherVersion = true;\n")
        make_bundles(tree)
    secrets = {"PRODUCTION": "1", "ALLOWED_HOSTS": "nobody", "SECRET_KEY": token_hex(32)}
    command = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0"]
    subprocess.run(command, cwd=tree, env=os.environ | secrets, check=True)
    return tree


def dockerfile_copies() -> Iterator[list[str]]:
    """Yield the files that the Dockerfile copies from the checkout, with their destination."""
    for line in (DEPLOY / "Dockerfile").read_text().splitlines():
        if line.startswith("COPY ") and "--from" not in line and not INSTALLED.search(line):
            yield line.split()[1:]


def make_bundles(tree: Path) -> None:
    """Bundle the changed files of a release, as `make bundle` does. The bundler is available meanwhile."""
    require_esbuild()
    bundler = tree / "node_modules"
    bundler.symlink_to(ROOT / "node_modules")
    subprocess.run([sys.executable, "-m", "cribbage_site.assets.make_bundles"], cwd=tree, check=True)
    bundler.unlink()


class ReleaseServer(Server):
    """A process of a release in production mode, started as in the image."""

    def __init__(self, tree: Path, environment: dict[str, str]) -> None:
        shipped = {"DJANGO_SETTINGS_MODULE": "cribbage_site.settings"}
        super().__init__(environment | shipped, new=False)
        self.tree = tree

    def command(self) -> list[str]:
        return ["env", "--chdir", str(self.tree), *serve_command(self.port)]

    @property
    def address(self) -> str:
        return urlsplit(self.url).netloc
