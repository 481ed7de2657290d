"""Bundles the site's JavaScript modules into one script, for a page that must work from a file."""

import re
from collections.abc import Iterator
from pathlib import Path

IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?function\*?|const|class) (\w+)", re.MULTILINE)
EXPORT_LIST = re.compile(r"^export \{([^}]*)\};\n", re.MULTILINE)
STRANGE = re.compile(r"^(import|export)\b.*", re.MULTILINE)


def bundle(entry: Path, root: Path) -> str:
    """Bundle the entry and all its imports. Each module becomes a function that returns its exports.

    Only the forms that this site uses are supported: `import { a, b as c } from "./x.js";`, an `export`
    before a function, constant or class, and `export { a, b };`.
    """
    modules: dict[Path, str] = {}
    _add_module(entry.resolve(), root.resolve(), modules)
    return '"use strict";\nconst of = {};\n' + "".join(modules.values())


def _add_module(module: Path, root: Path, modules: dict[Path, str]) -> None:
    """Add a module after its imports. The dictionary keeps the order."""
    if module in modules:
        return
    source = module.read_text(encoding="utf-8")
    for needed in _imported_modules(module, source):
        _add_module(needed, root, modules)
    modules[module] = _wrapped(module, source, root)


def _imported_modules(module: Path, source: str) -> Iterator[Path]:
    for _, name in IMPORT.findall(source):
        yield (module.parent / name).resolve()


def _wrapped(module: Path, source: str, root: Path) -> str:
    def declare_imports(match: re.Match[str]) -> str:
        names = re.sub(r"(\w+) as (\w+)", r"\1: \2", " ".join(match[1].split()))
        return f"const {{ {names} }} = of[{_name((module.parent / match[2]).resolve(), root)}];\n"

    body = EXPORT_LIST.sub("", EXPORT.sub(r"\1 \2", IMPORT.sub(declare_imports, source)))
    if strange := STRANGE.search(body):
        raise ValueError(f"{module.name} cannot be bundled: {strange[0].strip()}")
    listed = (name.strip() for names in EXPORT_LIST.findall(source) for name in names.split(","))
    exports = ", ".join([*(name for _, name in EXPORT.findall(source)), *listed])
    return f"of[{_name(module, root)}] = (() => {{\n{body}\nreturn {{ {exports} }};\n}})();\n"


def _name(module: Path, root: Path) -> str:
    return f'"{module.relative_to(root).as_posix()}"'
