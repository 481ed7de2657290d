"""Small changes of a module's source, one at a time. Tests should kill each of these mutants."""

import ast
import copy
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType

OPPOSITES: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.FloorDiv,),
    ast.Div: (ast.Mult,),
    ast.FloorDiv: (ast.Mult,),
    ast.Mod: (ast.FloorDiv,),
    ast.Pow: (ast.Mult,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
    ast.BitXor: (ast.BitAnd,),
    ast.LShift: (ast.RShift,),
    ast.RShift: (ast.LShift,),
    ast.Break: (ast.Continue,),
    ast.Continue: (ast.Break,),
}
# Tests need not cover types, decorators, and the messages of assertions and errors.
SKIPPED_FIELDS = {"annotation", "returns", "decorator_list", "type_params", "bases", "exc", "cause", "type"}
SKIPPED_CALLS = {
    "_",
    "gettext",
    "gettext_lazy",
    "gettext_noop",
    "ngettext",
    "ngettext_lazy",
    "pgettext",
    "log",
}
DROPPED = (ast.Raise, ast.AugAssign, ast.Delete)
PLAIN_TESTS = (ast.Compare, ast.BoolOp)


@dataclass(frozen=True, slots=True)
class Mutant:
    """A module with one change. `function` names the changed code object, or "" for import-time code."""

    path: str
    line: str
    change: str
    function: str
    code: CodeType

    @property
    def key(self) -> tuple[str, str, str]:
        """A key from the mutant's text, which stays the same when lines move."""
        return self.path, self.line, self.change


@dataclass(frozen=True, slots=True)
class Place:
    """A node in a field of its parent, with the statement's line and its function."""

    parent: ast.AST
    field: str
    index: int | None
    node: ast.AST
    line: int
    function: str

    @property
    def now(self) -> ast.AST:
        value = getattr(self.parent, self.field)
        node: ast.AST = value if self.index is None else value[self.index]
        return node

    def put(self, node: ast.AST) -> None:
        if self.index is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.index] = node


def find_mutants(path: str, source: str) -> Iterator[Mutant]:
    """Yield every mutant of a module, in order. Equal changes of equal lines are numbered."""
    tree, lines = ast.parse(source, path), source.splitlines()
    seen: Counter[tuple[str, str]] = Counter()
    for place in [*_find_places(tree, 0, "")]:
        for changed in _change(place):
            line, written = lines[place.line - 1].strip(), _write(place)
            place.put(ast.fix_missing_locations(ast.copy_location(changed, place.node)))
            code, change = compile(tree, path, "exec", dont_inherit=True), f"{written} -> {_write(place)}"
            place.put(place.node)
            seen[line, change] += 1
            number = f" ({seen[line, change]})" if seen[line, change] > 1 else ""
            yield Mutant(path, line, change + number, place.function, code)


def find_codes(code: CodeType, path: str = "") -> Iterator[tuple[str, CodeType]]:
    """Yield a module's functions and methods by name and line. A nested function belongs to its outer one."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            is_class = not inner.co_flags & 0x2  # CO_NEWLOCALS: set only for functions
            name = f"{path}{inner.co_name}"
            if is_class:
                yield from find_codes(inner, f"{name}.")
            elif not inner.co_name.startswith("<"):
                yield f"{name}:{inner.co_firstlineno}", inner


def _find_places(parent: ast.AST, line: int, function: str, prefix: str = "") -> Iterator[Place]:
    for field, value in ast.iter_fields(parent):
        if field in SKIPPED_FIELDS or (isinstance(parent, ast.FormattedValue) and field == "format_spec"):
            continue
        is_body = field == "body" and isinstance(
            parent, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
        )
        for index, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if not isinstance(node, ast.AST) or _is_skipped(node):
                continue
            at = getattr(node, "lineno", line)
            inner, inner_prefix = function, prefix
            if is_body and not function:
                assert isinstance(parent, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
                inner_prefix = f"{prefix}{parent.name}."
                if not isinstance(parent, ast.ClassDef):
                    first = min([parent.lineno, *(one.lineno for one in parent.decorator_list)])
                    inner = f"{prefix}{parent.name}:{first}"
            yield Place(parent, field, index, node, at, inner)
            yield from _find_places(node, at, inner, inner_prefix)


def _is_skipped(node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        called = node.func.value if isinstance(node.func, ast.Attribute) else node.func
        return isinstance(called, ast.Name) and called.id in SKIPPED_CALLS
    is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    is_type = isinstance(node, ast.Assign) and isinstance(node.value, ast.BinOp) and _is_union(node.value)
    return is_text or is_type or isinstance(node, ast.Assert)


def _is_union(node: ast.AST) -> bool:
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.BitOr) and _is_union(node.left) and _is_union(node.right)
    return isinstance(node, ast.Subscript) or (isinstance(node, ast.Name) and node.id[:1].isupper())


def _change(place: Place) -> Iterator[ast.AST]:
    """Yield replacements for a node."""
    node, parent = place.node, place.parent
    for opposite in OPPOSITES.get(type(node), ()):
        yield opposite()
    match node:
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() | float() as value):
            yield ast.Constant(value + 1)
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield operand
        case ast.Return(value=ast.expr() as value) if ast.unparse(value) != "None":
            yield ast.Return(ast.Constant(None))
        case ast.Call(keywords=keywords):
            for keyword in keywords:
                if keyword.arg is not None:
                    yield _without_keyword(node, keyword)
        case ast.Expr() | ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()
    if isinstance(node, DROPPED):
        yield ast.Pass()
    is_test = place.field == "test" or (isinstance(parent, ast.comprehension) and place.field == "ifs")
    if is_test and isinstance(node, ast.expr) and not isinstance(node, PLAIN_TESTS):
        yield ast.UnaryOp(ast.Not(), node)


def _without_keyword(call: ast.Call, keyword: ast.keyword) -> ast.Call:
    changed = copy.copy(call)
    changed.keywords = [one for one in call.keywords if one is not keyword]
    return changed


def _write(place: Place) -> str:
    """Return the text of a node; for an operator, with its operands."""
    is_operator = isinstance(place.now, ast.operator | ast.cmpop | ast.boolop)
    return ast.unparse(place.parent if is_operator else place.now)
