"""Which numbered scenarios of rules pages have no test, and which marks name no scenario.

Run as `python -m tests.rules_coverage`; exits with 1 when anything is missing.

The convention: a page, `docs/rules/<game>.md` or `rules.md` in the folder of an example, has one
section, a heading of level two with the word "Scenarios" in it. Within it every line that starts
with an id and a full stop (`14. `, `E5. `) is a scenario; an id is a number with at most one
capital letter before it. A test says which it covers with `@pytest.mark.rule("<game>:<id>")`,
written out as a literal.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCENARIO = re.compile(r"([A-Z]?\d+)\. ")


class BadPage(ValueError):
    """A page of rules without scenarios, or with one id twice."""


def pages_of(root: Path) -> dict[str, Path]:
    """The rules pages of a checkout by game."""
    shipped = {page.stem: page for page in sorted((root / "docs" / "rules").glob("*.md"))}
    examples = {page.parent.name: page for page in sorted(root.glob("examples/*/rules.md"))}
    return {**shipped, **examples}


def scenarios(game: str, page: Path) -> dict[str, str]:
    """The scenarios of one game's page: `<game>:<id>` to their text. Raises `BadPage`."""
    found: dict[str, str] = {}
    inside = False
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            inside = "scenarios" in line.lower()
        match = SCENARIO.match(line) if inside else None
        if match:
            name = f"{game}:{match[1]}"
            if name in found:
                raise BadPage(f"{page.name}: scenario {match[1]} is there twice")
            found[name] = line[match.end() :]
    if not found:
        raise BadPage(f"{page.name}: no section of scenarios")
    return found


def marks(source: Path) -> Iterator[tuple[str, int]]:
    """The scenarios that a test file's `pytest.mark.rule` decorators name, each with its line."""
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "rule"
            and ast.unparse(node.func) == "pytest.mark.rule"
        ):
            for argument in node.args:
                if not isinstance(argument, ast.Constant):
                    raise BadPage(f"{source.name}:{node.lineno}: the scenario is not a literal")
                yield str(argument.value), node.lineno


def problems(pages: Mapping[str, Path], tests: Path) -> list[str]:
    """What is missing, one sentence each. Raises `BadPage`."""
    known: dict[str, str] = {}
    for game, page in pages.items():
        known.update(scenarios(game, page))
    tested: set[str] = set()
    found: list[str] = []
    for source in sorted(tests.rglob("test_*.py")):
        for name, line in marks(source):
            tested.add(name)
            if name not in known:
                found.append(f"{source.relative_to(tests)}:{line}: no scenario is called {name}")
    found.extend(
        f"{name} has no test: {text}" for name, text in known.items() if name not in tested
    )
    return found


def main() -> int:
    """Print every problem; 1 where there are any."""
    pages = pages_of(ROOT)
    found = problems(pages, ROOT / "tests")
    for problem in found:
        print(problem)
    total = sum(len(scenarios(game, page)) for game, page in pages.items())
    print(f"{total} scenarios, {len(found)} problems")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
