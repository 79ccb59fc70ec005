"""Matches played at random, as the service shows them to the seat that is to act."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from railhead.games.game import CHANCE, OVER, State
from railhead.games.options import complete
from railhead.games.random import Random
from railhead.games.registry import Catalogue, rulesets
from railhead.service import features as features  # addresses name routes of other features
from railhead.service.games.routes import components_json, game_json
from railhead.service.http.legal_actions import action_json
from railhead.words.choices import Reference
from tests.conformance.walks import CATALOGUE, Case

NAME = "a guest of long name"
LABEL = "Seat 3 (medium bot) does something that is told at about this length, for $4"


def reference(game: str) -> Reference:
    """What the service says of a game with its default options."""
    ruleset = rulesets()[game]
    options = complete(ruleset.options, {})
    made = CATALOGUE.game(ruleset, options)
    return Reference(game_json(ruleset, Catalogue()), components_json(made, options))


def shown(state: State, seat: int, version: int) -> dict[str, Any]:
    """A position as `GET /v1/matches/{match}?include=legal-actions` has it for a seat."""
    over = state.actor() == OVER
    legal = sorted(state.legal_actions(seat), key=lambda action: action & 255)
    return {
        "game": state.game.ruleset.id,
        "version": version,
        "status": "over" if over else "active",
        "you": seat,
        "to_act": state.to_act(),
        "seats": [
            {"seat": number, "kind": "human", "name": NAME} for number in range(int(state.seats()))
        ],
        "view": state.view(seat),
        "result": {
            "ranking": state.ranking(),
            "scores": state.scores(),
            "sheet": state.score_sheet(),
            "resigned": [],
        }
        if over
        else None,
        "legal_actions": {"actions": [action_json(state, seat, action) for action in legal]},
    }


def moments(case: Case, seed: int, every: int = 1) -> Iterator[dict[str, Any]]:
    """Each `every`-th decision of a match played at random, and its end."""
    random, chance = Random(seed, 3), Random(seed, 4)
    state, version = case.opening(seed), 0
    while state.actor() != OVER:
        if state.actor() == CHANCE:
            state.sample_chance(chance)
        else:
            seat = int(state.actor())
            legal = state.legal_actions(seat)
            if version % every == 0:
                yield shown(state, seat, version)
            state.play(seat, legal[random.below(len(legal))])
        version += 1
    yield shown(state, 0, version)
