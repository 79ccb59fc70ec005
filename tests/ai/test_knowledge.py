"""The folders of what the search knows: one shape, found by the game's name alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from railhead.ai import knowledge
from railhead.ai.knowledge import Knowledge, knowledge_for
from railhead.games.registry import GAMES
from tests.test_game_packages import names_of

ROOM = Path(knowledge.__file__).parent
FOLDERS = sorted(path.parent for path in ROOM.glob("*/__init__.py"))
FILES = {
    "__init__": ["Evaluation", "MoveFeatures", "PositionFeatures"],
    "features": ["PositionFeatures"],
    "move_features": ["MoveFeatures"],
    "evaluation": ["Evaluation"],
}
"""The files of each folder, and what is found in each."""
BY_HAND = {"__init__": ["MovePriors"], "move_priors": ["MovePriors"], "weights": []}
"""Those of a game with priors by hand, likewise."""
DATA = {"network.json", "policy.json", "weights.json"}
FURTHER: dict[str, dict[str, str]] = {
    "great_western_trail": {
        "action_values": "what effects, workers, cards and places are worth to the priors",
        "choice_features": "keys of the choices that follow a move, for the policy network",
        "deliveries": "what deliveries bring, which priors and value both ask",
        "measures": "what priors, features and value all measure",
        "move_context": "what all keys of a decision share",
        "policy_inputs": "what the policy network is told of positions",
    },
    "montana": {
        "field_features": "what a policy is told of a field to be built on",
        "lacking_goods": "what fields lack by the goods that a seat would have",
        "worker_features": "what a policy is told of workers placed, taken and given back",
    },
    "santa_fe": {
        "piece_features": "what a policy is told of a piece of track",
        "policy_inputs": "what a policy is told of a position: nothing that is hidden",
        "connection_values": "what the features say of cards: sums over railroads and cities",
        "reachable_cities": "shortest ways over open lines, kept from position to position",
    },
    "steam": {
        "deliveries": "a walk over routes, of which the features and the forecast read",
        "expansion": "where networks can grow: the ways of a map from stop to stop",
        "forecast": "points and money to come, of which the features and the value read",
        "link_graph": "the adjacency that deliveries, expansion and track networks walk",
        "stop_distances": "how far stops are, for priors of tiles and for open ends",
        "track_building": "which tiles are likely and good: most of the priors",
        "track_features": "what a policy is told of new track",
        "track_networks": "the connected parts of each seat's track, and its open ends",
    },
}
"""Which other files a game has, and why."""
MOST_LINES, FEWEST_LINES = 400, 50
"""Of a file; of one that no other game has."""


def test_every_game_of_ours_has_a_folder() -> None:
    before = "railhead.games."
    ours = [name.removeprefix(before) for name in GAMES if name.startswith(before)]
    assert [folder.name for folder in FOLDERS] == sorted(ours)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_same_files_are_in_each_folder_with_the_same_names(folder: Path) -> None:
    parts = [FILES, BY_HAND] if (folder / "move_priors.py").exists() else [FILES]
    for name, entries in (entry for part in parts for entry in part.items()):
        missing = set(entries) - names_of(folder / f"{name}.py")
        assert not missing, f"{folder.name}/{name}.py has no {', '.join(sorted(missing))}"
    assert {path.name for path in folder.glob("*.json")} == DATA
    assert type(knowledge_for(folder.name)) is not Knowledge


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_further_files_are_known_and_no_splinters(folder: Path) -> None:
    lines = {path.stem: len(path.read_text().splitlines()) for path in folder.glob("*.py")}
    by_hand = BY_HAND.keys() if "move_priors" in lines else set()
    further = lines.keys() - FILES.keys() - by_hand
    assert further == FURTHER[folder.name].keys()
    assert max(lines.values()) <= MOST_LINES
    assert [name for name in further if lines[name] < FEWEST_LINES] == []


@pytest.mark.parametrize("game", ["base", "unheard_of", "not-a-name"])
def test_a_game_without_a_folder_is_searched_with_the_general_knowledge(game: str) -> None:
    assert type(knowledge_for(game)) is Knowledge
