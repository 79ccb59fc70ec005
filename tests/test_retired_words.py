"""Names in the code are the field's words; functions are named by verbs and nouns."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parent.parent
FOLDERS: Final = ("games", "ai", "service", "railhead", "clients", "build_support", "deploy")
SOURCES: Final = sorted(
    path.relative_to(ROOT)
    for folder in FOLDERS
    for path in (ROOT / folder).rglob("*.py")
    if not any(parent.is_symlink() for parent in path.parents)
)
RETIRED: Final[dict[str, str]] = {
    word: better
    for word, _, better in (
        line.partition("\t")
        for line in (ROOT / "tests/prose/retired_names.txt").read_text("utf-8").splitlines()
        if line and not line.startswith("#")
    )
}
PARTICIPLE: Final = re.compile(
    r"(un)?([a-z]+ed|asked|bought|bound|brought|built|caught|chosen|dealt|done|drawn|fallen|felt"
    r"|found|forgotten|given|gone|grown|heard|held|kept|known|laid|left|lent|lost|made|met|paid"
    r"|said|seen|sent|shown|sold|sought|spent|spoken|stood|taken|taught|thought|thrown|told|woken"
    r"|won|worn|written)"
)
"""Not those that are the verb itself, such as `read`, `put` and `cut`."""
PAST: Final = re.compile(
    r"(ate|became|began|broke|brought|came|chose|did|drew|drove|fell|forgot|gave|grew|knew|ran"
    r"|rose|said|sat|saw|spoke|stood|swore|threw|took|went|woke|wore|wrote)(_\w+)?"
)
"""What says that something has been done, alone or at the head of a name."""
GERUND: Final = re.compile(r"[a-z]+ing")
ALLOWED: Final = {
    "breed": "a breed of cattle",
    "feed": "a stream of events",
    "need": "what is needed",
    "seed": "a seed of a generator",
    "speed": "how fast",
    "heading": "a line above others",
    "nothing": "a function that does nothing",
    "opening": "what a match or a stream begins with",
    "setting": "one of the settings",
    "done": "granian's name: the bridge takes the place of its class",
}
"""Names that look like participles or gerunds, each with what it is."""
MAY_BE_GERUNDS: Final = {"contextmanager", "property", "cached_property"}
"""As `contextlib.closing` is one: something goes on while the block runs."""
Function = ast.FunctionDef | ast.AsyncFunctionDef
Defined = Function | ast.ClassDef


def tree_of(path: Path) -> ast.Module:
    return ast.parse((ROOT / path).read_text(encoding="utf-8"))


def definitions(path: Path, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The name of a module, and those that it defines, each with its line."""
    yield 1, path.parent.name if path.stem == "__init__" else path.stem
    for node in ast.walk(tree):
        if isinstance(node, Defined):
            yield node.lineno, node.name
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.attr
        if isinstance(node, ast.ClassDef | ast.Module):
            for inner in node.body:
                if isinstance(inner, ast.AnnAssign | ast.Assign):
                    targets = inner.targets if isinstance(inner, ast.Assign) else [inner.target]
                    for target in targets:
                        if isinstance(target, ast.Name):
                            yield inner.lineno, target.id


def is_participle(name: str) -> bool:
    word = name.strip("_")
    return word not in ALLOWED and PARTICIPLE.fullmatch(word) is not None


def is_past_or_gerund(name: str) -> bool:
    word = name.strip("_")
    found = PAST.fullmatch(word) or GERUND.fullmatch(word)
    return word not in ALLOWED and found is not None


def decorators(function: Function) -> set[str]:
    return {ast.unparse(one).split("(")[0].rpartition(".")[2] for one in function.decorator_list}


def says_yes_or_no(function: Function) -> bool:
    """Whether it is an adjective: a property, or what answers with a bool."""
    names = decorators(function)
    returns = "" if function.returns is None else ast.unparse(function.returns)
    return bool(names & {"property", "cached_property"}) or returns == "bool"


def has_stray_quote(docstring: str) -> bool:
    """Whether quotation marks do not pair up, as where lines were wrapped anew."""
    bare = re.sub(r"`[^`]*`", "", docstring)
    return bare.count('"') % 2 == 1 or bare.count("“") != bare.count("”")


def faults(path: Path, tree: ast.Module) -> Iterator[str]:
    """What a file breaks, each with the line."""
    for line, name in definitions(path, tree):
        if (better := RETIRED.get(name)) is not None:
            yield f"{path}:{line}: {name}: the field says {better}"
    for node in ast.walk(tree):
        if isinstance(node, Function) and is_participle(node.name) and not says_yes_or_no(node):
            yield f"{path}:{node.lineno}: {node.name}: a verb for what acts, a noun for a value"
        if (
            path.parts[0] == "service"
            and isinstance(node, Function)
            and is_past_or_gerund(node.name)
            and not decorators(node) & MAY_BE_GERUNDS
        ):
            yield f"{path}:{node.lineno}: {node.name}: a verb for what acts, a noun for a value"
        if isinstance(node, Defined | ast.Module) and has_stray_quote(
            ast.get_docstring(node, clean=False) or ""
        ):
            line = 1 if isinstance(node, ast.Module) else node.lineno
            yield f"{path}:{line}: a stray quotation mark in the docstring"


@pytest.mark.full
def test_names_are_the_words_of_the_field() -> None:
    broken = [fault for path in SOURCES for fault in faults(path, tree_of(path))]
    assert not broken, "\n".join(broken)


@pytest.mark.parametrize(
    "source",
    [
        "class Shell: ...",
        "def __init__(self): self.pulse = 1",
        "def parked_key(): ...",
        "def drawn() -> int: ...",
        "def _unsold() -> int: ...",
        "def _shuffled(items): ...",
        'def f():\n    """A word" and no more."""',
        'def f():\n    """The “table of it."""',
    ],
)
def test_a_fault_is_found(source: str) -> None:
    assert list(faults(Path("games/example.py"), ast.parse(source)))


@pytest.mark.parametrize(
    "source",
    [
        "def finished() -> bool: ...",
        "@property\ndef paused(self): ...",
        "def packed_goods() -> int: ...",
        "def seed() -> int: ...",
        'def f():\n    """Say "nothing new", or `"` alone."""',
    ],
)
def test_adjectives_nouns_and_pairs_of_quotes_are_none(source: str) -> None:
    assert not list(faults(Path("games/example.py"), ast.parse(source)))


@pytest.mark.parametrize(
    "source",
    [
        "def took(seconds): ...",
        "def wrote(values): ...",
        "def stood_lately() -> list[str]: ...",
        "def _telling(match): ...",
        "def waiting() -> int: ...",
    ],
)
def test_the_service_names_functions_by_no_past_tense_or_gerund(source: str) -> None:
    assert list(faults(Path("service/example.py"), ast.parse(source)))


@pytest.mark.parametrize(
    "source",
    [
        "@contextmanager\ndef closing(): ...",
        "@property\ndef pending(self): ...",
        "def opening() -> bytes: ...",
        "def waiting_time() -> int: ...",
    ],
)
def test_context_managers_properties_and_nouns_may_be_gerunds(source: str) -> None:
    assert not list(faults(Path("service/example.py"), ast.parse(source)))


def test_every_game_and_feature_is_looked_at() -> None:
    assert {path.parts[0] for path in SOURCES} == set(FOLDERS)
    assert len(SOURCES) > 400
