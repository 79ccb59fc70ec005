"""Puzzles: decisions of which long searches find one action clearly the best.

They lie in a file a game beside this module, as `railhead puzzles` writes them;
`ai.training.puzzle_generator` finds them. A puzzle has nothing that its seat may not know: its
position is a deal of that.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

import orjson

from railhead.games.data import DataError
from railhead.games.game import Game, Ruleset, State
from railhead.games.options import InvalidOption, complete
from railhead.games.registry import Catalogue
from railhead.games.vocabulary import NotationError

FORMAT: Final = "railhead-puzzles/1"
SHIPPED: Final = Path(__file__).parent
OWN: Final = "puzzles.json"
"""The name of a file of further puzzles in an operator's folder of a game."""
HARDEST: Final = 4
"""Difficulties are from 1 to this one."""


@dataclass(frozen=True)
class MoveStatistics:
    """What long searches found of an action: its `notation`, how often they took it, and what it is
    worth to the seat, 0 to 1."""

    notation: str
    visits: int
    value: float


@dataclass(frozen=True)
class Puzzle:
    """One decision of `seat`, with how it was searched.

    `position` is as `State.save` has it, under `options` (complete) and the data of this hash;
    what the seat cannot know is dealt in it, the same for all positions that look alike to it.
    `found` are the actions that searches of `simulations` each took, the best one first.
    """

    seat: int
    seats: int
    difficulty: int
    options: Mapping[str, Any]
    data_hash: str
    position: bytes
    simulations: int
    found: tuple[MoveStatistics, ...]

    @property
    def id(self) -> str:
        """What names it: the same for the same decision, whoever finds it."""
        asked = f"{self.data_hash} {self.seat} ".encode() + self.position
        return blake2b(asked, digest_size=6).hexdigest()

    @property
    def best(self) -> str:
        """The solution, as notation."""
        return self.found[0].notation

    def to_json(self) -> dict[str, Any]:
        """The puzzle as its file has it."""
        return {
            "id": self.id,
            "seat": self.seat,
            "seats": self.seats,
            "difficulty": self.difficulty,
            "options": dict(self.options),
            "data": self.data_hash,
            "position": base64.b64encode(self.position).decode(),
            "simulations": self.simulations,
            "found": [[one.notation, one.visits, one.value] for one in self.found],
        }

    @classmethod
    def from_json(cls, written: Mapping[str, Any]) -> Puzzle:
        """The puzzle that `to_json` wrote."""
        return cls(
            written["seat"],
            written["seats"],
            written["difficulty"],
            written["options"],
            written["data"],
            base64.b64decode(written["position"]),
            written["simulations"],
            tuple(MoveStatistics(*one) for one in written["found"]),
        )


@dataclass(frozen=True)
class PuzzlePosition:
    """A puzzle with its position."""

    puzzle: Puzzle
    state: State


def write(ruleset: Ruleset, puzzles: Sequence[Puzzle], file: Path) -> None:
    """Put the puzzles of a game on file, all or nothing."""
    head = {"format": FORMAT, "game": ruleset.id, "rules_version": ruleset.version}
    lines = [orjson.dumps(one.to_json()) for one in sorted(puzzles, key=lambda one: one.id)]
    text = orjson.dumps(head)[:-1] + b',"puzzles":[\n' + b",\n".join(lines) + b"\n]}\n"
    file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_suffix(".part")
    unfinished.write_bytes(text)
    unfinished.replace(file)


def read(ruleset: Ruleset, file: Path) -> list[Puzzle]:
    """The puzzles of a file; none where it is missing, or of other rules of the game."""
    if not file.is_file():
        return []
    document = orjson.loads(file.read_bytes())
    of = (document["format"], document["game"], document["rules_version"])
    if of != (FORMAT, ruleset.id, ruleset.version):
        return []
    return [Puzzle.from_json(one) for one in document["puzzles"]]


def load_puzzles(ruleset: Ruleset, catalogue: Catalogue) -> dict[str, PuzzlePosition]:
    """The puzzles of a game that can be posed, by id: the shipped ones and those of the operator.

    What belongs to data or rules that are not those here is left out.
    """
    files = [SHIPPED / f"{ruleset.id}.json"]
    if catalogue.extra is not None:
        files.append(catalogue.extra / ruleset.id / OWN)
    found = {}
    for puzzle in [one for file in files for one in read(ruleset, file)]:
        state = _position(ruleset, catalogue, puzzle)
        if state is not None:
            found[puzzle.id] = PuzzlePosition(puzzle, state)
    return dict(sorted(found.items()))


def _position(ruleset: Ruleset, catalogue: Catalogue, puzzle: Puzzle) -> State | None:
    """The position of a puzzle; None where it is not one here, or its actions are not legal."""
    try:
        state = _game(ruleset, catalogue, puzzle).load(puzzle.position)
        legal = state.legal_actions(puzzle.seat)
        known = all(state.parse(one.notation) in legal for one in puzzle.found)
    except (DataError, InvalidOption, NotationError, ValueError, IndexError, KeyError):
        return None
    return state if known and legal else None


def _game(ruleset: Ruleset, catalogue: Catalogue, puzzle: Puzzle) -> Game:
    """The game over the data of a puzzle. Raises `ValueError`, `InvalidOption`, `DataError`."""
    game = catalogue.game(ruleset, complete(ruleset.options, puzzle.options))
    if game.data_hash != puzzle.data_hash:
        raise ValueError("found with other data of the same name")
    return game


def of_the_day(puzzles: Mapping[str, PuzzlePosition], day: date) -> PuzzlePosition | None:
    """The puzzle of a day: all of them in turn, so that none comes twice before all have; None
    where there are none."""
    names = list(puzzles)
    return puzzles[names[day.toordinal() % len(names)]] if names else None
