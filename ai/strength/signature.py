"""A signature of how the bots of a game search, as chess engines have one: equal ones play alike.

It is a digest of what short searches of fixed positions visit. So it changes with networks, weights
and the search, and not with comments. `data/signatures.yaml` has those of the bots that are
shipped, and a ladder that of the bots that played it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from railhead.ai.knowledge import knowledge_for
from railhead.ai.search.levels import LEVELS
from railhead.ai.search.search import Search
from railhead.games.data import read
from railhead.games.game import CHANCE, OVER, State
from railhead.games.options import complete
from railhead.games.random import Random
from railhead.games.registry import Catalogue, rulesets

SIGNATURES: Final = Path(__file__).parent / "data" / "signatures.yaml"
POSITIONS: Final = 6
APART: Final = 25
"""A position is searched after so many moves of a match that is played at random."""
SIMULATIONS: Final = 150


@cache
def signature_of(game_id: str) -> str:
    """The signature of the bots of a game in this checkout."""
    digest = hashlib.blake2b(digest_size=8)
    knowledge = knowledge_for(game_id)
    for number, state in enumerate(_positions(game_id)):
        seat = int(state.to_act()[0])
        search = Search(state, seat, knowledge, seed=number)
        search.run(SIMULATIONS)
        digest.update(repr([one[:2] for one in search.statistics()]).encode())
    return digest.hexdigest()


def shipped_signature(game_id: str, file: Path = SIGNATURES) -> str:
    """The signature on file of the bots of a game, without a search; of other games it is found."""
    kept = _signatures(file).get(game_id)
    return signature_of(game_id) if kept is None else str(kept)


@cache
def _signatures(file: Path) -> Mapping[str, Any]:
    return read(file)


def plays_by(level: str, game_id: str, seats: int) -> dict[str, Any]:
    """The numbers that a level plays by in a game, beside what the signature covers. JSON."""
    own = LEVELS[level]
    budget, sampling = own.budget_in(game_id, seats), own.sampling_in(game_id)
    return {
        "simulations": None if budget is None else budget.simulations,
        "sampling": [sampling.share, sampling.temperature, sampling.min_visits],
        "plies": own.plies,
    }


def _positions(game_id: str) -> list[State]:
    """Positions of a match of the fewest seats, played at random."""
    ruleset = rulesets()[game_id]
    options = complete(ruleset.options, {})
    game = Catalogue().game(ruleset, options)
    random = Random(1)
    state = game.start(game.draw_setup(ruleset.min_seats, options, random))
    found = []
    for move in range(POSITIONS * APART):
        while state.actor() == CHANCE:
            state.sample_chance(random)
        if state.actor() == OVER:
            break
        if move % APART == 0:
            found.append(state.clone())
        seat = int(state.actor())
        legal = state.legal_actions(seat)
        state.play(seat, legal[random.below(len(legal))])
    return found
