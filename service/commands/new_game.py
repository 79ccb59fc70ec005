"""`railhead new-game`: a copy of the example game under a name of its own, to be changed."""

from __future__ import annotations

import importlib.util
import io
import keyword
import re
import subprocess
import sys
import tokenize
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import click

from railhead.games.registry import rulesets

ROOT: Final = Path(__file__).resolve().parents[2]
EXAMPLE: Final = "veil"
COPIED: Final = (".md", ".py", ".yaml")
NAME: Final = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
LONGEST: Final = 24

SENTENCES: Final = (
    "made up to show how a game is added",
    "small card game with hidden hands",
    "made up for the example",
    "one for each card of the row",
    "piles, those of gifts and shows",
)
"""Words that are true of the example alone, each to be found in its files: no game keeps them."""

LISTS: Final = (
    ("games/registry.py", "GAMES: list[str] = [\n"),
    ("pyproject.toml", f'containers = [\n    "examples.{EXAMPLE}",\n'),
)
"""The files that list every game, and what their lists begin with."""

NEXT: Final = """\
Written, as a copy of {example}: {places}.
A line added to: {lists}.
It plays already; this shows it:
  python -m pytest tests/conformance tests/games/{name} -k {name}
Change it in the order that docs/adding-a-game.md gives. These lines say what is true of {example}
alone (tests/test_game_packages.py finds them as long as they stay), as do the docstrings of
match.py and the whole page of rules:
{sentences}
Once it plays as it should, and again after every change while nobody has begun a match:
  make openapi
  python -m tests.golden --unplayed {name}
"""


@click.command("new-game")
@click.argument("name")
def command(name: str) -> None:
    """Copy the example game to games/NAME, with its rules page and tests, and register it.

    NAME is the game's id: small letters, digits and single underscores, such as `lost_valley`.
    """
    if not (ROOT / "examples" / EXAMPLE).is_dir():
        raise click.ClickException(
            f"{ROOT} has no examples/{EXAMPLE}: games are added to a checkout of the repository"
        )
    if importlib.util.find_spec("ruff") is None:
        raise click.ClickException("the development tools are missing; `make lint` installs them")
    check(ROOT, name)
    written = copy(ROOT, name)
    register(ROOT, name)
    in_order(ROOT, written)
    told = NEXT.format(
        name=name,
        example=EXAMPLE.title(),
        places=", ".join(places(name)),
        lists=", ".join(path for path, _ in LISTS),
        sentences="\n".join(f"  {line}" for line in left_of_example(ROOT, name)),
    )
    click.echo(told, nl=False)


def places(name: str) -> list[str]:
    """The folders and the page of a game that a copy of the example has."""
    return [f"games/{name}", f"docs/rules/{name}.md", f"tests/games/{name}"]


def left_of_example(root: Path, name: str) -> list[str]:
    """The lines of a game that say what is true of the example alone, each with its place."""
    found = []
    for place in places(name):
        for path in sorted([root / place, *(root / place).rglob("*")]):
            if path.suffix in COPIED:
                lines = path.read_text(encoding="utf-8").splitlines()
                found += [
                    f"{path.relative_to(root)}:{number}: {line.strip()}"
                    for number, line in enumerate(lines, 1)
                    if any(sentence in line for sentence in SENTENCES)
                ]
    return found


def check(root: Path, name: str) -> None:
    """Raise `click.BadParameter` for a name that is malformed or taken."""
    if not NAME.fullmatch(name) or len(name) > LONGEST or keyword.iskeyword(name):
        raise click.BadParameter(
            f"{name!r} is not an id such as lost_valley: small letters, digits and single "
            f"underscores, at most {LONGEST} in all, the first a letter, and no word of Python"
        )
    modules = [f"{folder}/{name}.py" for folder in ("games", "tests/games")]
    for place in [*places(name), *modules]:
        if (root / place).exists():
            raise click.BadParameter(f"{name!r} is taken: there is {place}")
    if name == EXAMPLE or name in rulesets():
        raise click.BadParameter(f"{name!r} is the name of another game")


def copy(root: Path, name: str) -> list[Path]:
    """Write the copies of code, data, rules page and tests; where they lie."""
    written = []
    for source, target in targets(root, name).items():
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(rename_words(source, name), encoding="utf-8")
        written.append(target)
    return written


def targets(root: Path, name: str) -> Mapping[Path, Path]:
    """Each file of the example, and where its copy goes."""
    page = root / "examples" / EXAMPLE / "rules.md"
    found = {page: root / "docs" / "rules" / f"{name}.md"}
    for folder, to in (("examples", "games"), ("tests/games", "tests/games")):
        example = root / folder / EXAMPLE
        for source in sorted(example.rglob("*")):
            if source.suffix in COPIED and source != page:
                found[source] = root / to / name / source.relative_to(example)
    return found


def rename_words(source: Path, name: str) -> str:
    """The text of a file with the names of the copy: its id, its title, its class, its places."""
    text = source.read_text(encoding="utf-8")
    words = name.split("_")
    title = EXAMPLE.title()
    if source.suffix == ".py":
        text = with_identifier(text, title, "".join(word.title() for word in words))
    for old, new in (
        (f'GAMES_FOLDER.parent / "examples" / "{EXAMPLE}"', f'GAMES_FOLDER / "{name}"'),
        (f"examples/{EXAMPLE}/rules.md", f"docs/rules/{name}.md"),
        (f"examples/{EXAMPLE}", f"games/{name}"),
        (f"examples.{EXAMPLE}", f"railhead.games.{name}"),
    ):
        text = text.replace(old, new)
    text = re.sub(rf"\b{EXAMPLE}\b", name, text)
    return re.sub(rf"\b{title}\b", " ".join(word.title() for word in words), text)


def with_identifier(text: str, old: str, new: str) -> str:
    """The source with another identifier; texts and comments stay."""
    lines = text.splitlines(keepends=True)
    # From the end on, so that what stands before keeps its place.
    for token in reversed(list(tokenize.generate_tokens(io.StringIO(text).readline))):
        if token.type == tokenize.NAME and token.string == old:
            row, column = token.start
            line = lines[row - 1]
            lines[row - 1] = line[:column] + new + line[column + len(old) :]
    return "".join(lines)


def register(root: Path, name: str) -> None:
    """Add the game to the registry, and its folder to those whose imports keep the floors."""
    line = f'    "railhead.games.{name}",\n'
    for place, opening in LISTS:
        path = root / place
        before, found, rest = path.read_text(encoding="utf-8").partition(opening)
        if not found:
            raise click.ClickException(f"{path} has no list that begins {opening!r}")
        listed, end, after = rest.partition("]\n")
        lines = listed.splitlines(keepends=True)
        at = next((index for index, other in enumerate(lines) if other > line), len(lines))
        listed = "".join([*lines[:at], line, *lines[at:]])
        path.write_text(before + found + listed + end + after, encoding="utf-8")


def in_order(root: Path, written: list[Path]) -> None:
    """Sort imports and wrap lines anew: another name has another place and length."""
    sources = [str(path) for path in written if path.suffix == ".py"]
    for arguments in (["check", "--select", "I", "--fix"], ["format"]):
        subprocess.run(
            [sys.executable, "-m", "ruff", *arguments, "--quiet", *sources], cwd=root, check=True
        )
