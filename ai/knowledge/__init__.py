"""What the search knows of each game: an evaluation and move priors.

`ai/knowledge/<game>/` is a package whose `make(weights)` makes the game's `Knowledge` from the
weights in its `weights.json`. Where it has a `network.json`, trained by `railhead train`, that
evaluates positions, of which the package's `features()` tell it. Where it has a `prospects.json`,
trained likewise, its own evaluation adds that network's, and `make` takes another one as well. A
game without such a folder is searched with the general knowledge.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from railhead import ai as ai  # chooses between compiled and plain modules
from railhead.ai.knowledge.base import Knowledge
from railhead.ai.knowledge.learned import General, Learned
from railhead.ai.knowledge.search_weights import search_weights
from railhead.ai.net import dense_file
from railhead.ai.net.dense_file import DenseWeights
from railhead.ai.net.inputs import Features
from railhead.ai.net.weights_file import Weights, read
from railhead.games.registry import rulesets


def weights_file(ruleset_id: str) -> Path:
    """Where the weights of a game lie: a JSON object of numbers."""
    return Path(__file__).parent / ruleset_id / "weights.json"


def weights_of(ruleset_id: str) -> dict[str, float]:
    """The weights in use for a game. Raises `OSError` where it has none."""
    weights: dict[str, float] = json.loads(weights_file(ruleset_id).read_text(encoding="utf-8"))
    return weights


def write_weights(ruleset_id: str, weights: Mapping[str, float]) -> None:
    """Put other weights of a game in use."""
    text = json.dumps(weights, indent=2) + "\n"
    weights_file(ruleset_id).write_text(text, encoding="utf-8")


def made_from(ruleset_id: str, weights: Mapping[str, float]) -> Knowledge:
    """The knowledge of a game with other weights than those in use; its network stays."""
    if network_file(ruleset_id).exists():
        return learned(ruleset_id, read(network_file(ruleset_id)), weights)
    return moves_from(ruleset_id, weights)


def moves_from(
    ruleset_id: str, weights: Mapping[str, float], prospects: DenseWeights | None = None
) -> Knowledge:
    """What the game's own package makes of these weights: its moves, whatever evaluates.

    Where prospects are given they are used instead of the game's; raises `LookupError` where it has
    none.
    """
    make = importlib.import_module(f"{__name__}.{ruleset_id}").make
    if prospects is None:
        made = make(weights)
    elif prospects_file(ruleset_id).exists():
        made = make(weights, prospects)
    else:
        raise LookupError(f"{ruleset_id} has no prospects")
    if not isinstance(made, Knowledge):
        raise TypeError(f"{__name__}.{ruleset_id}.make did not make a Knowledge")
    return made


def network_file(ruleset_id: str) -> Path:
    """Where the trained network of a game lies, if it has one."""
    return weights_file(ruleset_id).with_name("network.json")


def prospects_file(ruleset_id: str) -> Path:
    """Where the network lies that a game's own evaluation adds, if it has one."""
    return weights_file(ruleset_id).with_name("prospects.json")


def features_of(ruleset_id: str) -> Features:
    """What a network is told of a game's positions. Raises `LookupError` where nothing is."""
    module = importlib.import_module(f"{__name__}.{ruleset_id}")
    if not callable(getattr(module, "features", None)):  # a module of that name is not
        raise LookupError(f"{ruleset_id} has no features to train a network with")
    made: Features = module.features()
    return made


def learned(
    ruleset_id: str, network: Weights, weights: Mapping[str, float] | None = None
) -> Knowledge:
    """The moves of a game, with the evaluation of a network; `weights` instead of those in use."""
    weights = weights_of(ruleset_id) if weights is None else weights
    return Learned(
        moves_from(ruleset_id, weights),
        network.network(features_of(ruleset_id), rulesets()[ruleset_id].max_seats),
        network.unit,
        round(weights["leaf_plies"]),
        weights["leaf_margin"],
        search_weights(weights),
    )


def general(
    ruleset_id: str, spread: float, weights: Mapping[str, float] | None = None
) -> Knowledge:
    """The moves of a game, with points for an evaluation: what a first training begins from."""
    weights = weights_of(ruleset_id) if weights is None else weights
    return General(moves_from(ruleset_id, weights), spread)


def knowledge_from(
    ruleset_id: str, *files: Path, weights: Mapping[str, float] | None = None
) -> Knowledge:
    """The knowledge of a game with what is on file instead: a network, prospects, weights of moves.

    The last file of a kind counts; what no file holds is the game's own, or `weights`. Raises
    `OSError`, `ValueError` where a file holds none of them, and `LookupError` where it is for
    another game.
    """
    found = dict(weights_of(ruleset_id) if weights is None else weights)
    network, prospects = None, None
    for file in files:
        content = json.loads(file.read_text(encoding="utf-8"))
        if content.get("format") == dense_file.FORMAT:
            prospects = dense_file.read(file)
        elif "format" in content:
            network = read(file)
        else:
            found.update(content)
    if network is not None:
        return learned(ruleset_id, network, found)
    if prospects is not None:
        return moves_from(ruleset_id, found, prospects)
    return made_from(ruleset_id, found)


@cache
def knowledge_for(ruleset_id: str) -> Knowledge:
    """The knowledge of the game with this id, made once."""
    if not weights_file(ruleset_id).parent.is_dir():
        return Knowledge()
    return made_from(ruleset_id, weights_of(ruleset_id))


__all__ = [
    "Knowledge",
    "features_of",
    "general",
    "knowledge_for",
    "knowledge_from",
    "learned",
    "made_from",
    "moves_from",
    "network_file",
    "prospects_file",
    "weights_file",
    "weights_of",
    "write_weights",
]
