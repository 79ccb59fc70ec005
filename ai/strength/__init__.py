"""How strong the bots are, and how they play: what `railhead ladder GAME --publish` measured, and
`railhead arena GAME AGENT:AGENT --publish-habits`.

`data/ladders/<game>-<seats>.yaml` is one ladder each, `data/agents.yaml` says who stands on them
all. `data/habits/<game>-<seats>.yaml` has the habits of one agent each, `data/players.yaml` what
players of the games say and have done, with a source for all of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from railhead.ai.search.levels import LEVELS, RANDOM
from railhead.ai.strength.signature import plays_by, shipped_signature
from railhead.games.data import read

DATA = Path(__file__).parent / "data"
LADDERS = DATA / "ladders"
AGENTS = DATA / "agents.yaml"
HABITS = DATA / "habits"
PLAYERS = DATA / "players.yaml"


@cache
def ladders(game_id: str, folder: Path = LADDERS) -> Sequence[Mapping[str, Any]]:
    """The ladders of a game, by number of seats; none for a game never measured.

    Each has `game`, `seats`, the `date` and `commit` it was played at, the `signature` of the bots,
    the `budget` that all thinking was scaled by, and the `anchor`, whose rating is 0. Its `agents`,
    best first, have `agent`, `description`, `rating` with its 95 % interval `low` to `high` and
    `lead` over the next lower one (`elo`, `low`, `high`; None for the last), all in Elo; `points`
    (the mean of its final scores) and, for a level, what it `plays_by`; `matches`;
    `most_simulations` of a turn (None where it does not search), `simulations_per_turn` and
    `seconds_per_turn` (medians; seconds of a processor). Its `pairings` have `first` in one seat
    against `second` in all others: `matches`, `share` of first places from `low` to `high`.
    """
    found = [read(file) for file in folder.glob(f"{game_id}-*.yaml")]
    return sorted(
        (ladder for ladder in found if ladder["game"] == game_id), key=lambda one: one["seats"]
    )


@cache
def habits_measured(game_id: str, folder: Path = HABITS) -> Sequence[Mapping[str, Any]]:
    """The habits measured of a game, by number of seats; none for a game never measured.

    Each is what `ai.training.published_habits.summary` makes: an agent against itself in so many
    matches, with a mean and its 95 % interval of each habit, of all seats, of those that came first
    and of the others.
    """
    found = [read(file) for file in folder.glob(f"{game_id}-*.yaml")]
    return sorted((one for one in found if one["game"] == game_id), key=lambda one: one["seats"])


def claims_of_players(game_id: str, file: Path = PLAYERS) -> Sequence[Mapping[str, Any]]:
    """What players of a game say or have done; the head of `PLAYERS` describes an entry."""
    return list(read(file).get(game_id, ()))


def level_figures(game_id: str, folder: Path = LADDERS) -> Mapping[str, Mapping[str, Any]]:
    """What is published with each level of a game: `seconds_per_turn` and `beats`, by opponent.

    From the ladder of the fewest seats; empty for a game without one. Seconds are None where
    thinking was scaled there. Levels that have been changed since are left out, also as opponents.
    """
    own = ladders(game_id, folder)
    if not own:
        return {}
    ladder = own[0]
    return {
        agent["agent"]: {
            "seconds_per_turn": agent["seconds_per_turn"] if ladder["budget"] == 1 else None,
            "beats": _results_against(ladder, agent["agent"]),
        }
        for agent in ladder["agents"]
        if agent["agent"] in levels_as_measured(ladder)
    }


def levels_as_measured(ladder: Mapping[str, Any]) -> list[str]:
    """The levels on a ladder that play as they did there."""
    game, seats = ladder["game"], ladder["seats"]
    if ladder.get("signature") != shipped_signature(game):
        return []
    own = {agent["agent"]: agent.get("plays_by") for agent in ladder["agents"]}
    return [name for name in LEVELS if name in own and own[name] == plays_by(name, game, seats)]


def _results_against(ladder: Mapping[str, Any], level: str) -> dict[str, dict[str, Any]]:
    """How a level did in one seat against random play or another level in all others."""
    shared = {"seats": ladder["seats"], "budget": ladder["budget"]}
    return {
        pairing["second"]: {
            **shared,
            **{name: pairing[name] for name in ("share", "low", "high", "matches")},
        }
        for pairing in ladder["pairings"]
        if pairing["first"] == level
        and pairing["second"] in (RANDOM.name, *levels_as_measured(ladder))
    }


def fixed_agents(file: Path = AGENTS) -> tuple[list[str], str]:
    """The names of the agents of every ladder, roughly weakest first, and of the anchor."""
    content = read(file)
    return [str(name) for name in content["agents"]], str(content["anchor"])
