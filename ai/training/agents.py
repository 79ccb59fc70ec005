"""Who plays in an arena: agents by name, each with a budget that does not depend on the machine.

A name is a base, then what is different: `hard`, `hard*0.25` (a quarter of its simulations),
`hard@400` (400 simulations a turn, whatever the arena's factor), `hard+weights=FILE` (with other
weights of the game's knowledge: those of its moves, or a network's; twice for both),
`hard+workers=4` (four trees of such a budget for every decision, added up as workers do),
`hard~8820173` (the level as it was at that commit, in a process of its own). These can be put
together in this order, workers before weights, except that both are for this checkout.

Bases are the levels and `random`, `sensible` (a move drawn by the policy of playouts, without a
search: a script of a beginner), `greedy` (the move of the highest
prior, without a search), `uct` (the search of `hard` without any knowledge of the game: all moves
alike, points for an evaluation) and `uct4` (the same with four times the simulations).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from railhead.ai.knowledge import Knowledge, knowledge_for, knowledge_from, weights_file
from railhead.ai.search.choices import Choices
from railhead.ai.search.levels import (
    LEVELS,
    RANDOM,
    ChosenMove,
    Level,
    Player,
    counted_budget,
    level_named,
)
from railhead.ai.search.move_sampling import BEST
from railhead.ai.search.root_parallel import RootParallelPlayer
from railhead.games.game import State
from railhead.games.random import Random

SENSIBLE = "sensible"
GREEDY = "greedy"
UCT = "uct"
UCT4 = "uct4"
PLAIN: Mapping[str, str] = {
    SENSIBLE: "Draws a move by what its knowledge of the game says of it, without a search.",
    GREEDY: "Takes the move that its knowledge of the game likes best, without a search.",
    UCT: "The search of hard without any knowledge of the game, with as many simulations.",
    UCT4: "The same with four times as many.",
}
"""The agents that are no levels, and what they do."""
MIN_WEIGHT = 0.1
SEARCH = Path(__file__).parents[1] / "search"
KNOWLEDGE = SEARCH.with_name("knowledge")
MADE = {".so", ".pyd", ".pyc"}
"""Files that are made of others."""
MEASURE = "hard"
"""The level whose budget plain searches have."""

FORM = re.compile(
    r"(?P<name>[a-z][a-z0-9_]*)"
    r"(?:~(?P<commit>[0-9a-f]{7,40}))?"
    r"(?:\*(?P<factor>[0-9]*\.?[0-9]+)|@(?P<simulations>[0-9]+))?"
    r"(?:\+workers=(?P<workers>[0-9]+))?"
    r"(?P<weights>(?:\+weights=.+)?)"
)


class UnknownAgent(ValueError):
    """A name that stands for no agent; the message says what would."""


class Chooser(Protocol):
    """Whatever plays a seat."""

    def choose(self, state: State, seat: int) -> ChosenMove:
        """The move of `seat`, which has a decision to take at `state`; `state` is not changed."""


class Sensible:
    """Draws a move by the game's playout policy, `Knowledge.policy`, without looking ahead.

    A script of a beginner who has read the rules and has some sense of what a move is good for: it
    takes the moves that it likes best most often, by the square of their weights, and none that has
    less than `MIN_WEIGHT` of the weight of the best. What it makes of a position depends on the
    game's knowledge; it is no measurement of any people.
    """

    def __init__(self, knowledge: Knowledge, seed: int) -> None:
        self._choices = Choices(knowledge)
        self._random = Random(seed)

    def choose(self, state: State, seat: int) -> ChosenMove:
        """A move drawn by the policy."""
        choices = self._choices
        count = int(choices.consider(state, seat))
        best = max(choices.weights[index] for index in range(count))
        for index in range(count):
            weight = choices.weights[index] / best
            choices.weights[index] = weight**2 if weight >= MIN_WEIGHT else 0.0
        drawn = int(choices.draw(count, self._random))
        return ChosenMove(int(choices.actions.items[drawn]), 0, 0.0)


class Greedy:
    """Takes the move of the highest prior."""

    def __init__(self, player: Player) -> None:
        self.player = player

    def choose(self, state: State, seat: int) -> ChosenMove:
        """The move that looks best without any search."""
        return self.player.fallback(state, seat)


@dataclass(frozen=True)
class Agent:
    """One agent; `text` is its name in full. See the module for what the parts mean.

    `factor` is for its budget, and so is `simulations`, which is None where not given; each of its
    `workers` has all of that.
    """

    text: str
    name: str
    factor: float = 1.0
    simulations: int | None = None
    weights: tuple[Path, ...] = ()
    commit: str | None = None
    workers: int = 1

    @property
    def description(self) -> str:
        """What it is, in a sentence."""
        if self.commit is not None:
            return f"The level {self.name} as it was at commit {self.commit}."
        return PLAIN.get(self.name) or level_named(self.name).description

    @property
    def searches(self) -> bool:
        """Whether it has a budget at all."""
        return self.name not in (RANDOM.name, SENSIBLE, GREEDY)

    @property
    def knows(self) -> bool:
        """Whether it uses what the bots know of a game."""
        return self.name in LEVELS or self.name in (SENSIBLE, GREEDY)

    @property
    def level(self) -> Level:
        """What it is in this checkout."""
        if self.name in (SENSIBLE, GREEDY):
            return level_named(MEASURE)
        level = level_named(MEASURE if self.name in PLAIN else self.name)
        if self.name in PLAIN:
            level = replace(level, name=self.name, plain=True, sampling=BEST, games={})
        if self.simulations is None:
            return level
        return replace(level, budget=counted_budget(self.simulations))

    def scale(self, factor: float) -> float:
        """What its level's budget is multiplied by in an arena with this factor for all."""
        if self.simulations is not None:
            return 1.0
        return factor * self.factor * (4 if self.name == UCT4 else 1)

    def most_simulations(self, game_id: str, seats: int, factor: float) -> int | None:
        """The simulations of its turns in a game, at most; None where it does not search.

        Of an agent of an earlier release only that release knows.
        """
        if not self.searches or self.commit is not None:
            return None
        budget = self.level.budget_in(game_id, seats)
        return None if budget is None else budget.times(self.scale(factor)).simulations

    def player(self, game_id: str, seed: int, factor: float) -> Chooser:
        """A player of one seat of this checkout's."""
        knowledge = knowledge_from(game_id, *self.weights) if self.weights else None
        scale = self.scale(factor) if self.searches else 1.0

        def player(seed: int) -> Player:
            return Player(
                game_id, self.level, seed=seed, scale=scale, knowledge=knowledge, deterministic=True
            )

        if self.name == SENSIBLE:
            return Sensible(knowledge or knowledge_for(game_id), seed)
        if self.name == GREEDY:
            return Greedy(player(seed))
        if self.workers == 1:
            return player(seed)
        seeds = Random(seed, self.workers)
        return RootParallelPlayer([player(int(seeds.next32())) for _ in range(self.workers)])

    def settings(self, game_id: str) -> dict[str, Any]:
        """What its play depends on: equal settings play alike. JSON throughout."""
        settings: dict[str, Any] = {
            "name": self.name,
            "factor": self.factor,
            "simulations": self.simulations,
        }
        if self.commit is not None:
            return {**settings, "commit": self.commit}
        if self.searches:
            settings["level"] = {**asdict(self.level), "description": ""}
            settings["search"] = _digest_of(SEARCH, SEARCH.glob("**/*"))
        if self.knows or self.searches:
            settings["base"] = _digest_of(KNOWLEDGE, KNOWLEDGE.glob("*"))
        if self.knows:
            folder = weights_file(game_id).parent
            settings["knowledge"] = _digest_of(folder, folder.glob("**/*"))
        if self.workers > 1:
            settings["workers"] = self.workers
        if self.weights:
            settings["weights"] = [_digest(file.read_bytes()) for file in self.weights]
        return settings


def agent_of(text: str) -> Agent:
    """The agent of this name. Raises `UnknownAgent`."""
    form = FORM.fullmatch(text)
    bases = [RANDOM.name, *PLAIN, *LEVELS]
    known = f"one of {', '.join(bases)}"
    if form is None:
        raise UnknownAgent(
            f"{text!r} is no agent: begin with {known}, then add ~COMMIT, *FACTOR or @SIMULATIONS, "
            "+workers=NUMBER, +weights=FILE as wanted, in this order, such as hard*0.25 or "
            "hard~8820173@400"
        )
    parts = form.groupdict()
    if parts["name"] not in bases and parts["commit"] is None:
        raise UnknownAgent(f"{text!r} is no agent: {parts['name']!r} should be {known}")
    agent = Agent(
        text,
        parts["name"],
        float(parts["factor"] or 1),
        None if parts["simulations"] is None else int(parts["simulations"]),
        tuple(Path(file) for file in parts["weights"].split("+weights=")[1:]),
        parts["commit"],
        int(parts["workers"] or 1),
    )
    _check(agent)
    return agent


def _check(agent: Agent) -> None:
    """Refuse parts that do not go together. Raises `UnknownAgent`."""
    text, name = agent.text, agent.name
    if agent.factor <= 0 or agent.simulations == 0:
        raise UnknownAgent(f"{text!r}: a budget must be above 0")
    if not agent.searches and (agent.factor != 1 or agent.simulations is not None):
        raise UnknownAgent(f"{text!r}: {name} does not search; leave out its budget")
    if agent.commit is not None and name in PLAIN:
        raise UnknownAgent(f"{text!r}: only levels are played by an earlier release, not {name}")
    if agent.workers == 0:
        raise UnknownAgent(f"{text!r}: at least one worker has to search")
    if agent.workers > 1 and (agent.commit is not None or not agent.searches):
        raise UnknownAgent(
            f"{text!r}: workers are for agents of this checkout that search; leave them out"
        )
    if not agent.weights:
        return
    if agent.commit is not None or not agent.knows:
        raise UnknownAgent(
            f"{text!r}: weights are for sensible, greedy and the levels of this checkout; "
            "leave them out"
        )
    for file in agent.weights:
        if not file.is_file():
            raise UnknownAgent(f"{text!r}: there is no file {file}")


def settings_of(text: str, game_id: str) -> Mapping[str, Any]:
    """The settings of the agent of this name. Raises `UnknownAgent`."""
    return _settings(agent_of(text), game_id)


@cache
def _settings(agent: Agent, game_id: str) -> Mapping[str, Any]:
    return agent.settings(game_id)


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=8).hexdigest()


def _digest_of(folder: Path, paths: Iterable[Path]) -> str:
    """A digest of sources and data in a folder, whatever has been compiled of them."""
    files = sorted(path for path in paths if path.is_file() and path.suffix not in MADE)
    parts = [f"{path.relative_to(folder)} {_digest(path.read_bytes())}" for path in files]
    return _digest("\n".join(parts).encode())
