"""What the search knows of each game: the value of positions, and priors of moves.

`ai/knowledge/<game>/` is a package of one shape: `Evaluation` says what positions are worth by the
network in `network.json`, `PositionFeatures` what that network reads of a position. `MovePriors`,
where a game has them, say by the weights in `weights.json` which moves are good; the policy network
in `policy.json` sharpens that, or says it alone. Networks are trained by `railhead train`. Without
a network the game is valued by points, or by what its `MovePriors` say; a game without such a
folder is searched with the general knowledge.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import ModuleType

from railhead import ai as ai  # chooses between compiled and plain modules
from railhead.ai.knowledge.base import Knowledge
from railhead.ai.knowledge.learned import General
from railhead.ai.knowledge.renamed_keys import RENAMED_WEIGHTS, current_keys
from railhead.ai.net import dense_file
from railhead.ai.net import policy_file as policy_weights_file
from railhead.ai.net import weights_file as network_weights_file
from railhead.ai.net.dense_file import DenseWeights
from railhead.ai.net.inputs import Features
from railhead.ai.net.moves import MoveFeatures
from railhead.ai.net.policy_file import PolicyWeights
from railhead.ai.net.weights_file import Weights

NetworkWeights = Weights | DenseWeights
"""A trained network: over sparse inputs, or over real numbers."""


def weights_file(ruleset_id: str) -> Path:
    """Where the weights of a game lie: a JSON object of numbers."""
    return Path(__file__).parent / ruleset_id / "weights.json"


def weights_of(ruleset_id: str) -> dict[str, float]:
    """The weights in use for a game. Raises `OSError` where it has none."""
    weights: dict[str, float] = json.loads(weights_file(ruleset_id).read_text(encoding="utf-8"))
    return current_keys(weights, RENAMED_WEIGHTS)


def network_file(ruleset_id: str) -> Path:
    """Where the trained network of a game lies, if it has one."""
    return weights_file(ruleset_id).with_name("network.json")


def read_network(file: Path) -> NetworkWeights:
    """The network on file. Raises `OSError`, or `ValueError` where it is of no known format."""
    content = json.loads(file.read_text(encoding="utf-8"))
    if content.get("format") == dense_file.FORMAT:
        return dense_file.read(file)
    return network_weights_file.read(file)


def policy_file(ruleset_id: str) -> Path:
    """Where the trained policy network of a game lies, if it has one."""
    return weights_file(ruleset_id).with_name("policy.json")


def build_knowledge(
    ruleset_id: str,
    weights: Mapping[str, float],
    network: NetworkWeights | None = None,
    policy: PolicyWeights | None = None,
) -> Knowledge:
    """The knowledge of a game with these weights, and with these networks instead of those in use.

    Raises `LookupError` where the network is of another kind than the game's, `ValueError` where
    it reads something else.
    """
    found = _evaluation(ruleset_id, weights, network)
    if policy is None and policy_file(ruleset_id).exists():
        policy = policy_weights_file.read(policy_file(ruleset_id))
    if policy is not None and isinstance(found, General):
        inputs, moves = policy_inputs_of(ruleset_id), move_features_of(ruleset_id)
        found.policy_network = policy.policy(inputs, moves)
    return found


def _evaluation(
    ruleset_id: str, weights: Mapping[str, float], network: NetworkWeights | None
) -> Knowledge:
    if network is None:
        if not network_file(ruleset_id).exists():
            return moves_from(ruleset_id, weights)
        network = read_network(network_file(ruleset_id))
    package = _package(ruleset_id)
    if isinstance(network, Weights) != issubclass(package.PositionFeatures, Features):
        raise LookupError(f"{ruleset_id} has a network of another kind")
    return _knowledge(package.Evaluation(weights, network))


def moves_from(ruleset_id: str, weights: Mapping[str, float]) -> Knowledge:
    """The priors by hand of a game with these weights; a plain `Knowledge` where it has none."""
    package = _package(ruleset_id)
    return (
        _knowledge(package.MovePriors(weights)) if hasattr(package, "MovePriors") else Knowledge()
    )


def features_of(ruleset_id: str) -> Features:
    """What a network is told of a game's positions. Raises `LookupError` where it is numbers."""
    made = _package(ruleset_id).PositionFeatures()
    if not isinstance(made, Features):
        raise LookupError(f"{ruleset_id} has no sparse features to train a network with")
    return made


def policy_inputs_of(ruleset_id: str) -> Features:
    """What a policy network is told of a game's positions. Raises `LookupError` without one."""
    package = _package(ruleset_id)
    if not hasattr(package, "MoveFeatures"):
        raise LookupError(f"{ruleset_id} has no inputs for a policy network")
    made = getattr(package, "PolicyInputs", package.PositionFeatures)()
    assert isinstance(made, Features)
    return made


def move_features_of(ruleset_id: str) -> MoveFeatures:
    """What a policy network is told of a game's moves."""
    made = _package(ruleset_id).MoveFeatures()
    assert isinstance(made, MoveFeatures)
    return made


def _package(ruleset_id: str) -> ModuleType:
    return importlib.import_module(f"{__name__}.{ruleset_id}")


def _knowledge(made: object) -> Knowledge:
    if not isinstance(made, Knowledge):
        raise TypeError(f"{type(made)} is no Knowledge")
    return made


def knowledge_from(ruleset_id: str, *files: Path) -> Knowledge:
    """The knowledge of a game with what is on file instead: a network, or weights of moves.

    The last file of a kind counts; what no file holds is the game's own. Raises `OSError`,
    `ValueError` where a file holds none of them or one by two names, and `LookupError`
    where it is for another game.
    """
    found = weights_of(ruleset_id)
    network = policy = None
    for file in files:
        content = json.loads(file.read_text(encoding="utf-8"))
        if content.get("format") == policy_weights_file.FORMAT:
            policy = policy_weights_file.read(file)
        elif "format" in content:
            network = read_network(file)
        else:
            found.update(current_keys(content, RENAMED_WEIGHTS))
    return build_knowledge(ruleset_id, found, network, policy)


@cache
def knowledge_for(ruleset_id: str) -> Knowledge:
    """The knowledge of the game with this id, made once."""
    if not weights_file(ruleset_id).parent.is_dir():
        return Knowledge()
    return build_knowledge(ruleset_id, weights_of(ruleset_id))


__all__ = [
    "Knowledge",
    "NetworkWeights",
    "build_knowledge",
    "features_of",
    "knowledge_for",
    "knowledge_from",
    "move_features_of",
    "moves_from",
    "network_file",
    "policy_file",
    "policy_inputs_of",
    "read_network",
    "weights_file",
    "weights_of",
]
