"""docs/adding-a-game.md and the pages behind it name only what there is."""

from __future__ import annotations

import inspect
import pkgutil
import re
from pathlib import Path

import click

from examples import veil
from railhead.games import packing
from railhead.games.game import Game, Ruleset, State
from railhead.games.vocabulary import ActionType
from railhead.service.cli import main
from tests.test_game_packages import MODULES, SECRETS

ROOT = Path(__file__).parent.parent
TUTORIAL = ROOT / "docs" / "adding-a-game.md"
PAGES = {
    page: page.read_text(encoding="utf-8")
    for page in (TUTORIAL, *sorted(TUTORIAL.with_suffix("").glob("*.md")))
}
TEXT = "\n".join(PAGES.values())


def heading_id(heading: str) -> str:
    """The anchor that a heading gets."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def test_their_links_and_paths_lead_somewhere() -> None:
    for page, text in PAGES.items():
        links = re.findall(r"\]\((?!http)([^)#]+)#?([^)]*)\)", text)
        assert links, page
        for link, anchor in links:
            to = (page.parent / link).resolve()
            assert to.exists(), f"{page.name}: {link}"
            if anchor:
                headings = re.findall(r"^#+ (.+)$", to.read_text(encoding="utf-8"), re.MULTILINE)
                assert anchor in map(heading_id, headings), f"{page.name}: {link}#{anchor}"
    for path in re.findall(r"`((?:games|tests|ai|docs|examples)/[\w./]+)`", TEXT):
        assert (ROOT / path).exists(), path


def test_its_dotted_names_can_be_imported() -> None:
    names = re.findall(r"`(railhead\.[\w.]+)`", TEXT)
    assert names
    for name in names:
        pkgutil.resolve_name(name)  # raises for a name of nothing, module or attribute


def test_its_methods_are_those_of_the_contract() -> None:
    methods = set(re.findall(r"`(\w+)\([^`]*\)`", TEXT)) - {"SameClass"}
    known = {name for kind in (Ruleset, Game, State) for name in dir(kind)}
    known |= set(Ruleset.__dataclass_fields__) | set(dir(packing))
    assert methods <= known, methods - known
    assert {"chance", "secret"} <= set(ActionType.__dataclass_fields__)


def test_it_names_every_method_a_game_implements() -> None:
    wanted = {"collect", "play", "sample_chance", "chance_outcomes", "determinize", "redact"}
    wanted |= {"explain", "label_params", "to_act", "actor", "clone", "ranking", "score_sheet"}
    wanted |= {
        "draw_setup",
        "start",
        "bind",
        "view",
        "picture",
        "cell_count",
        "census",
        "reference",
    }
    assert {name for name in wanted if f"`{name}" not in TEXT} == set()


def test_its_table_has_the_functions_of_a_ruleset_and_where_they_are() -> None:
    rows = re.findall(r"^\| `(\w+)\(([\w, ]*)\)` \| `([\w/]+)\.py`", TEXT, re.MULTILINE)
    wanted = {
        name for name in Ruleset.__dataclass_fields__ if callable(getattr(veil.RULESET, name))
    }
    assert {name for name, _, _ in rows} == wanted
    for name, parameters, file in rows:
        function = getattr(veil.RULESET, name)
        assert list(inspect.signature(function).parameters) == parameters.split(", "), name
        assert function.__module__ == f"examples.veil.{file.replace('/', '.')}", name


def test_its_folder_has_every_room_with_its_entry_points() -> None:
    block = TEXT.partition("```\ngames/<game>/\n")[2].partition("```")[0]
    lines = {line.split()[0]: line for line in block.splitlines()}
    for room, entries in {**MODULES, **SECRETS}.items():
        line = lines[f"{Path(room).name}.py"]
        assert {entry for entry in entries if not re.search(rf"\b{entry}\b", line)} == set(), room


def test_its_commands_are_there() -> None:
    named = set(re.findall(r"railhead ([a-z][a-z-]*)", TEXT))
    assert "new-game" in named
    assert named <= set(main.list_commands(click.Context(main)))
