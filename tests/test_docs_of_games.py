"""docs/adding-a-game.md names only what there is."""

from __future__ import annotations

import pkgutil
import re
from pathlib import Path

from games.game import Game, Ruleset, State
from games.vocabulary import ActionType

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")


def test_its_links_and_paths_lead_somewhere() -> None:
    links = re.findall(r"\]\((\.\./[^)]+)\)", TEXT)
    assert links
    for link in links:
        assert (ROOT / "docs" / link).exists(), link
    for path in re.findall(r"`((?:games|tests|ai|docs)/[\w./]+)`", TEXT):
        assert (ROOT / path).exists(), path


def test_its_dotted_names_can_be_imported() -> None:
    names = re.findall(r"`((?:games|ai)\.[\w.]+)`", TEXT)
    assert names
    for name in names:
        pkgutil.resolve_name(name)  # raises for a name of nothing, module or attribute


def test_its_methods_are_those_of_the_contract() -> None:
    methods = set(re.findall(r"`(\w+)\([^`]*\)`", TEXT)) - {"SameClass"}
    known = {name for kind in (Ruleset, Game, State) for name in dir(kind)}
    known |= set(Ruleset.__dataclass_fields__)
    assert methods <= known, methods - known
    assert {"chance", "secret"} <= set(ActionType.__dataclass_fields__)


def test_it_names_every_method_a_game_implements() -> None:
    wanted = {"collect", "play", "sample_chance", "chance_outcomes", "determinize", "observed"}
    wanted |= {"explain", "label_details", "to_act", "actor", "clone", "ranking", "score_sheet"}
    wanted |= {"draw_setup", "start", "bind", "view", "picture", "cell_count", "census"}
    assert {name for name in wanted if f"`{name}" not in TEXT} == set()
