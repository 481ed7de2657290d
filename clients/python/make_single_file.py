"""Write everyother_bot.py, the client in one file, from the modules of the package."""

import ast
from collections import defaultdict
from pathlib import Path

FOLDER = Path(__file__).parent
PACKAGE = "every_other_client"
TARGET = FOLDER / "everyother_bot.py"
MOST = 110  # characters in a line
# Each module after those it imports from. The package's own doors are left out.
LEFT_OUT = ("__init__", "__main__")
HEAD = '''#!/usr/bin/env python3
"""The client of Every Other in one file: Python 3.11 or newer, nothing to install.

`python everyother_bot.py --help` tells how to begin. It is made from clients/python/src by `make client`:
change it there. The package every-other-client has the same in modules.
"""

from __future__ import annotations

{imports}

# A brain imports this file by its name. Run as a program, it must be the same module.
sys.modules.setdefault("everyother_bot", sys.modules[__name__])
'''
FOOT = """

if __name__ == "__main__":
    sys.exit(main())
"""


def single_file() -> str:
    """Return the client as one file."""
    modules, imports = {}, Imports()
    for path in (FOLDER / "src" / PACKAGE).glob("*.py"):
        if path.stem not in LEFT_OUT:
            modules[path.stem] = Module(path.read_text())
    imports.add_plain("sys")
    for module in modules.values():
        imports.merge(module.imports)
    ordered = [modules[name] for name in in_order(modules)]
    parts = [f"\n\n# {'-' * 90}\n# {module.title}\n\n\n{module.body}\n" for module in ordered]
    text = HEAD.format(imports=imports.text()) + "".join(parts) + FOOT
    return text.replace("\n\n\n\n", "\n\n\n")


class Imports:
    """Imports from the standard library."""

    def __init__(self) -> None:
        self._plain: set[str] = set()
        self._names: dict[str, set[str]] = defaultdict(set)

    def add_plain(self, module: str) -> None:
        """Add `import module`."""
        self._plain.add(module)

    def add(self, module: str, name: str) -> None:
        """Add `from module import name`."""
        self._names[module].add(name)

    def merge(self, other: "Imports") -> None:
        """Add those of another."""
        self._plain |= other._plain
        for module, names in other._names.items():
            self._names[module] |= names

    def text(self) -> str:
        """Return the lines, in the order that ruff wants."""
        lines = [f"import {module}" for module in sorted(self._plain)]
        for module in sorted(self._names):
            names = sorted(self._names[module], key=rank)
            line = f"from {module} import {', '.join(names)}"
            parted = "".join(f"    {name},\n" for name in names)
            lines.append(line if len(line) <= MOST else f"from {module} import (\n{parted})")
        return "\n".join(lines)


def rank(name: str) -> tuple[bool, bool, str]:
    """Return the order of a name among others: constants, classes, functions."""
    return not name.isupper(), name[0].islower(), name


class Module:
    """A module of the package: its docstring's first line, its imports, and the rest."""

    def __init__(self, source: str) -> None:
        tree, lines = ast.parse(source), source.split("\n")
        self.title = (ast.get_docstring(tree) or "").split("\n")[0]
        self.imports, self.needs = Imports(), set[str]()
        head = tree.body[0].end_lineno or 0
        for node in tree.body[1:]:
            if not isinstance(node, ast.Import | ast.ImportFrom):
                break
            head = node.end_lineno or head
            self._note(node)
        self.body = "\n".join(lines[head:]).strip("\n")

    def _note(self, node: ast.Import | ast.ImportFrom) -> None:
        module = node.module or "" if isinstance(node, ast.ImportFrom) else ""
        for alias in node.names:
            if not module:
                self.imports.add_plain(alias.name)
            elif module.startswith(PACKAGE):
                self.needs.add(module.rpartition(".")[2])
            else:
                self.imports.add(module, alias.name)


def in_order(modules: dict[str, Module]) -> list[str]:
    """Return the modules so that each comes after those it needs."""
    found: list[str] = []

    def place(name: str) -> None:
        for needed in sorted(modules[name].needs):
            place(needed)
        if name not in found:
            found.append(name)

    place("cli")
    assert {*found} == {*modules}, f"cli does not need {sorted({*modules} - {*found})}"
    return found


if __name__ == "__main__":
    TARGET.write_text(single_file())
    print(f"{TARGET.relative_to(Path.cwd())} was written.")
