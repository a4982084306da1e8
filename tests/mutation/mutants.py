"""Small wrongs in code, found by parsing: each mutant is a whole source text with one operator or number changed.

a < b   ->  a <= b        a and b  ->  a or b        min(…)  ->  max(…)        x + 1  ->  x - 1, x + 2
a == b  ->  a != b        not a    ->  a             any(…)  ->  all(…)        2 * x  ->  3 * x
in, is  ->  not in, is not                           range(1, n)  ->  range(2, n)      x & m  ->  x | m

The published tools were looked at first. mutmut leaves out every decorated function, and here the remembered ones do
the work; cosmic-ray writes each mutant into the sources where they lie and knows no min and max; mutatest has not
followed Python for years. None excuses a mutant by its code and a reason that fails when the code is gone.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path

ROOT = Path(__file__).parents[2]
BOARD, CORE = Path("companion/board"), Path("companion/core")
PUSHES = Path("companion/games/heroclix/damage/pushes.py")
# files in which no verdict is made
LEFT_OUT = {
    BOARD: ("__init__", "diagram", "lines", "loading", "occupancy", "spaces", "squares"),
    CORE: (
        "__init__",
        "catalogue",
        "citing",
        "commands",
        "dice",
        "events",
        "evidence",
        "house",
        "ids",
        "ledger",
        "packing",
    ),
}

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
NAMED = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True)
class Mutant:
    """One wrong: where, in which function, and which expression became which."""

    file: str
    line: int
    function: str
    before: str
    after: str
    write: Callable[[], str] = field(repr=False, compare=False)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.function}: {self.before}  ->  {self.after}"

    @property
    def source(self) -> str:
        """The whole file with that wrong in it."""
        return self.write()

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What stays the same when lines move."""
        return self.file, self.function, self.before, self.after


def mutants_of(file: Path) -> Iterator[Mutant]:
    """Every mutant of one source file, in the order of the code."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    yield from mutants_in(tree, file.as_posix())


def mutants_in(tree: ast.Module, name: str) -> Iterator[Mutant]:
    for function, node in wanted(tree, ""):
        for wrong in wrongs(node):
            yield Mutant(
                name, node.lineno, function, ast.unparse(node), ast.unparse(wrong), partial(swapped, tree, node, wrong)
            )


def files() -> list[Path]:
    """The files of board and core that make verdicts, new ones included, and the board's half of a knock back."""
    rooms = (
        room / path.name
        for room, left_out in LEFT_OUT.items()
        for path in sorted((ROOT / room).glob("*.py"))
        if path.stem not in left_out
    )
    return [*rooms, PUSHES]


@cache
def every_mutant() -> tuple[Mutant, ...]:
    """All mutants of those files."""
    return tuple(mutant for file in files() for mutant in mutants_of(file))


def wanted(node: ast.AST, function: str) -> Iterator[tuple[str, ast.expr]]:
    """Every expression that runs, with the function around it; annotations and decorators are left out."""
    left_out: set[ast.AST] = set()
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        function = f"{function}.{node.name}".lstrip(".")
        left_out.update(node.decorator_list)
    if isinstance(node, ast.FunctionDef) and node.returns:
        left_out.add(node.returns)
    if isinstance(node, ast.arg | ast.AnnAssign) and node.annotation:
        left_out.add(node.annotation)
    if isinstance(node, ast.Assign) and not function:
        return  # a type or a table: what it holds is held by the tests of its users
    for child in ast.iter_child_nodes(node):
        if child in left_out:
            continue
        if isinstance(child, ast.expr):
            yield function, child
        yield from wanted(child, function)


def wrongs(node: ast.expr) -> Iterator[ast.expr]:
    """Every way this very expression, its parts left alone, can be wrong."""
    match node:
        case ast.Compare(ops=ops):
            for place, op in enumerate(ops):
                changed = deepcopy(node)
                changed.ops[place] = COMPARED[type(op)]()
                yield changed
        case ast.BoolOp(op=ast.And() | ast.Or() as op, values=values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.BinOp(left=left, op=op, right=right) if type(op) in COMPUTED:
            yield ast.BinOp(left, COMPUTED[type(op)](), right)
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as op, right=right) if has_number(left, right):
            yield ast.BinOp(left, ast.Sub() if isinstance(op, ast.Add) else ast.Add(), right)
            yield ast.BinOp(one_more(left), op, one_more(right))
        case ast.BinOp(left=left, op=ast.Mult() | ast.FloorDiv() as op, right=right) if is_number(left) or is_number(
            right
        ):
            yield ast.BinOp(one_more(left), op, one_more(right))
        case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords):
            if name in NAMED:
                yield ast.Call(ast.Name(NAMED[name]), args, keywords)
            if name == "range":
                for place in (place for place, arg in enumerate(args) if is_number(arg)):
                    yield ast.Call(node.func, [*args[:place], one_more(args[place]), *args[place + 1 :]], keywords)
        case ast.Slice(lower=lower, upper=upper, step=step):
            if lower is not None and is_number(lower):
                yield ast.Slice(one_more(lower), upper, step)
            if upper is not None and is_number(upper):
                yield ast.Slice(lower, one_more(upper), step)


def is_number(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node = node.operand
    return isinstance(node, ast.Constant) and type(node.value) is int


def has_number(left: ast.expr, right: ast.expr) -> bool:
    return is_number(left) or is_number(right)


def one_more(node: ast.expr) -> ast.expr:
    """A number one farther from zero; anything else as it is."""
    if isinstance(node, ast.UnaryOp) and is_number(node):
        return ast.UnaryOp(node.op, one_more(node.operand))
    return ast.Constant(node.value + 1) if isinstance(node, ast.Constant) and type(node.value) is int else node


def swapped(tree: ast.Module, node: ast.expr, wrong: ast.expr) -> str:
    """The source of the whole file with that one expression wrong."""

    class Swap(ast.NodeTransformer):
        def visit(self, seen: ast.AST) -> ast.AST:
            return wrong if seen is node else self.generic_visit(seen)

    # the tree is taken apart and put together again, so that no part of it is copied and none is changed for good
    changed = Swap().visit(shallow(tree, node))
    return ast.unparse(ast.fix_missing_locations(changed)) + "\n"


def shallow(tree: ast.AST, node: ast.AST) -> ast.AST:
    """A copy of the tree in which only the node itself is the original."""
    return deepcopy(tree, {id(node): node})
