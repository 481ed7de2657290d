"""Build the image of deploy/Dockerfile step by step, from Debian in place of its base images.

python:3.11-slim-bookworm is Debian 12 with its own build of Python 3.11. Here it is Debian 12 with Debian's
Python 3.11.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from cribbage_site.tests.deployment.debian import in_container, layer_over
from cribbage_site.tests.server_process import ROOT

DOCKERFILE = ROOT / "deploy/Dockerfile"
SYSTEM_PATH = "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
IGNORE = ROOT / "deploy/Dockerfile.dockerignore"


@dataclass(frozen=True)
class Step:
    """An instruction of a Dockerfile."""

    word: str
    flags: dict[str, str]
    rest: str


@dataclass
class Image:
    """The result of the steps so far."""

    root: Path
    environment: dict[str, str] = field(default_factory=lambda: {"PATH": SYSTEM_PATH})
    folder: str = "/"
    user: str = "root"
    command: list[str] = field(default_factory=list)
    healthcheck: list[str] = field(default_factory=list)

    def inside(self, path: str) -> Path:
        """Return the outside path of a path in the image."""
        return self.root / os.path.join(self.folder, path).lstrip("/")


def parse_dockerfile() -> Iterator[Step]:
    text = re.sub(r"(?m)^#.*\n", "", DOCKERFILE.read_text()).replace("\\\n", " ")
    for line in filter(None, map(str.strip, text.splitlines())):
        word, _, rest = line.partition(" ")
        flags = {}
        while found := re.match(r"--([\w-]+)=(\S+)\s+", rest.lstrip()):
            rest = rest.lstrip()[found.end() :]
            flags[found[1]] = found[2]
        yield Step(word, flags, rest.strip())


def is_ignored(path: str) -> bool:
    """Return whether the builder ignores a file. The last line that matches it or a parent folder decides."""
    ignored = False
    for line in IGNORE.read_text().splitlines():
        pattern = line.removeprefix("!")
        if line and line[0] != "#":
            regex = re.escape(pattern).replace(r"\*\*/", "(.*/)?").replace(r"\*", "[^/]*")
            if re.fullmatch(f"{regex}(/.*)?", path):
                ignored = line[0] != "!"
    return ignored


def build(base: Path, work: Path, mounts: ExitStack) -> Image:
    """Build the last stage of the Dockerfile on this Debian. Its layers exist while `mounts` is open."""
    stages: dict[str, Image] = {}
    image = Image(base)
    for number, step in enumerate(parse_dockerfile()):
        match step.word:
            case "FROM":
                origin, _, name = step.rest.partition(" AS ")
                layer = layer_over(base, work / f"stage-{number}")
                image = stages[name] = Image(mounts.enter_context(layer))
                _make_like(origin, image.root)
            case "RUN":
                _run(step, image)
            case "COPY":
                _copy(step, image, stages)
            case "ENV":
                words = [word.split("=", 1) for word in shlex.split(step.rest)]
                for name, value in words:
                    image.environment[name] = value.replace("$PATH", image.environment["PATH"])
            case "WORKDIR":
                image.folder = step.rest
                image.inside("").mkdir(parents=True, exist_ok=True)
            case "USER":
                image.user = step.rest
            case "HEALTHCHECK":
                image.healthcheck = json.loads(re.split(r"\bCMD ", step.rest)[1])
            case "CMD":
                image.command = json.loads(step.rest)
            case "EXPOSE":
                pass
            case unknown:
                raise NotImplementedError(unknown)
    return image


def _make_like(origin: str, root: Path) -> None:
    local = root / "usr/local"
    if origin.startswith("python:3.11-slim-bookworm"):
        (local / "bin/python").symlink_to("/usr/bin/python3.11")
    else:
        raise NotImplementedError(f"nothing here is like {origin}")


def _run(step: Step, image: Image) -> None:
    options = [f"--user={image.user}", f"--chdir={image.folder}", "--as-pid2"]
    command = in_container(image.root, *options, environment=image.environment)
    done = subprocess.run([*command, "/bin/sh", "-c", step.rest], capture_output=True, text=True, cwd="/")
    if done.returncode:
        raise RuntimeError(f"{step.rest}\n{done.stdout[-4000:]}{done.stderr[-4000:]}")


def _copy(step: Step, image: Image, stages: dict[str, Image]) -> None:
    *sources, to = step.rest.split()
    target = image.inside(to)
    for source in sources:
        if origin := step.flags.get("from"):
            shutil.copytree(stages[origin].inside(source), target, symlinks=True)
        elif (ROOT / source).is_dir():
            _copy_folder(source, target)
        else:
            assert not is_ignored(source), f"{source} is copied, and ignored"
            folder = target if to.endswith(("/", ".")) else target.parent
            folder.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / source, folder)


def _copy_folder(source: str, target: Path) -> None:
    for path in sorted((ROOT / source).rglob("*")):
        name = str(path.relative_to(ROOT))
        if path.is_file() and not is_ignored(name):
            copied = target / path.relative_to(ROOT / source)
            copied.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copied)
