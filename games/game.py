"""What a game is: the seam between the rules and everything that uses them.

A `Ruleset` is one game as published, with the functions that make it; bound to a data set (a map, a
set of tiles) it is a `Game`; a `State` is one position of a match. A game makes a ruleset and
implements `State`, and service, search and tests use nothing else. `docs/adding-a-game.md` walks
through it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, final

from mypy_extensions import i64, mypyc_attr

from railhead.games.action_buffer import Actions
from railhead.games.colours import LIGHT
from railhead.games.data import Entry, digest
from railhead.games.data_schema import Schema
from railhead.games.layout import WIDE, TableOf
from railhead.games.options import Option, complete, fill
from railhead.games.random import Random, Source
from railhead.games.reference import Reference
from railhead.games.saving import cells_of, encode_cells
from railhead.games.trays import Field, no_fields
from railhead.games.vectors import vec
from railhead.games.vocabulary import NotationError, Vocabulary

CHANCE: Final = -1
"""The actor while an outcome of chance is due."""
OVER: Final = -2
"""The actor once the match has ended."""
SPECTATOR: Final = -3
"""The viewer who holds no seat."""

SEATS: Final = 0
"""The cell with the number of seats, in every game."""
ACTOR: Final = 1
"""The cell with the seat to act, `CHANCE` or `OVER`, in every game."""

NO_CELLS: Final = vec[i64]()
"""What a position is made with before it gets its cells: a vector that a compiled class is given by
a caller who does not know the class is never freed.
"""

Setup = dict[str, Any]
"""What shuffling decides before the first turn: plain JSON, always with `seats` and `options`."""


class IllegalAction(ValueError):
    """An action that the rules refuse here; the message is a reason a person can act on."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """One position: `cells`, a flat vector of small integers, and the `game` they belong to.

    Everything a position is lies in `cells` (the number of seats and the options too), so that
    copying, saving and comparing positions are the same for every game. `SEATS` and `ACTOR` come
    first; rules name the rest by module-level `Final` offsets.

    `seat` is a seat's number from 0, or `CHANCE`. `viewer` is a seat or `SPECTATOR`.

    Two methods are the fast path of the search, each with a safe one beside it: `collect` generates
    the moves into a buffer (`legal_actions` lists them), `play` applies one unchecked (`apply`
    checks it). `census` counts components for the invariant that none comes or goes.
    """

    def __init__(self, game: Game, cells: vec[i64]) -> None:
        self.game: Game = game
        self.cells: vec[i64] = cells

    # What each game implements.

    def clone(self) -> State:
        """An independent copy: `SameClass(self.game, self.cells[:])`."""
        raise NotImplementedError

    def collect(self, seat: i64, out: Actions) -> None:
        """Add every legal action of `seat` to `out`: none illegal, none twice, in a stable order.

        Adds nothing for a seat that may not act. At a position with several acting seats what one
        may do does not depend on what another has chosen.
        """
        raise NotImplementedError

    def play(self, seat: i64, action: i64) -> None:
        """Carry out a legal action, or an outcome of chance, unchecked: the search's fast path."""
        raise NotImplementedError

    # What games implement where it concerns them.

    def seats(self) -> i64:
        """The number of seats of this match."""
        return self.cells[SEATS]

    def actor(self) -> i64:
        """The seat to act (the first, where several may), `CHANCE`, or `OVER`."""
        return self.cells[ACTOR]

    def to_act(self) -> list[int]:
        """All seats that may act now, in ascending order; empty at chance and at the end."""
        seat = int(self.actor())
        return [seat] if seat >= 0 else []

    def turn(self) -> i64:
        """A number that differs between two turns of one seat that follow each other directly.

        So it does where the others had nothing to decide in between, or where the seat was the last
        of a phase and is the first of the next. It is constant within a turn of the rulebook, and
        public. Left 0, turns end only where the seat has no decision any more.
        """
        return 0

    def sample_chance(self, random: Random) -> None:
        """Resolve all pending chance, so that `actor()` is not `CHANCE` any more."""

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """Each outcome possible now, as (packed action, weight above 0); `actor()` is `CHANCE`.

        Revealing what was chosen in secret is an outcome of weight 1. Here: none, for games that
        leave nothing to chance once the set-up is drawn.
        """
        return []

    def redact(self, viewer: i64, seat: i64, action: i64) -> i64:
        """The action as `viewer` sees it, with `HIDDEN` for parameters it may not see.

        Asked before the action is played.
        """
        return action

    def determinize(self, seat: i64, random: Random) -> None:
        """Re-deal what `seat` cannot know, unrevealed choices included, true to all it does know.

        `SPECTATOR` knows only what is public. The outcome is a function of what the seat knows and
        of `random`: of positions that are the same to the seat, equal generators make equal ones.
        Games that hide nothing do nothing.
        """

    # What the functions of the ruleset say.

    def scores(self) -> list[int]:
        """Every seat's points as the rules count them, now."""
        return self.game.ruleset.scores(self)

    def ranking(self) -> list[list[int]]:
        """The seats from first to last, the tied ones together, by all of the rules' tie-breaks."""
        return self.game.ruleset.ranking(self)

    def score_sheet(self) -> dict[str, list[int]]:
        """Every seat's points by category, in the rulebook's order; tie-breaks are categories."""
        return self.game.ruleset.score_sheet(self)

    def census(self) -> dict[str, int]:
        """How many there are of each component, wherever they lie: constant through a match."""
        return self.game.ruleset.census(self)

    def label_params(self, seat: i64, action: i64) -> dict[str, Any]:
        """What the label template needs besides the parameters (a price, a distance)."""
        return self.game.ruleset.label_params(self, int(seat), int(action))

    def explain(self, seat: i64, action: i64) -> str:
        """Why a well-formed action is not legal here, from what `seat` may know."""
        return self.game.ruleset.refusal(self, int(seat), int(action))

    # What every game has from here.

    @final
    def legal_actions(self, seat: int) -> list[int]:
        """Every legal action of `seat`, packed; empty for a seat that may not act or is none."""
        if not 0 <= seat < int(self.seats()):
            return []
        out = Actions()
        self.collect(seat, out)
        return out.to_list()

    @final
    def apply(self, seat: int, action: int) -> None:
        """Carry out an action after checking it.

        A pure function of position, seat and action. Raises `IllegalAction` and changes nothing
        where the rules refuse it, whatever numbers are given.
        """
        self._demand(action)
        if seat == CHANCE:
            if self.actor() != CHANCE or action not in [
                outcome for outcome, _ in self.chance_outcomes()
            ]:
                raise IllegalAction("that outcome of chance is not due")
        elif seat not in self.to_act():
            raise IllegalAction(f"seat {seat} is not to act")
        elif action not in self.legal_actions(seat):
            raise IllegalAction(self.explain(seat, action))
        self.play(seat, action)

    @final
    def _demand(self, action: int) -> None:
        """Raise `IllegalAction` for a number that is no action of this game."""
        if not self.game.vocabulary.has(action):
            raise IllegalAction(f"{action} is no action of {self.game.ruleset.name}")

    @final
    def observe(self, viewer: int, seat: int, action: int) -> str:
        """The notation of an action or outcome as `viewer` sees it, asked before it is played.

        Raises `IllegalAction` for a number that is no action of the game.
        """
        self._demand(action)
        return self.game.vocabulary.notation(int(self.redact(viewer, seat, action)))

    @final
    def label(self, seat: int, action: int) -> str:
        """The label of one of the seat's legal actions, such as `Hire: spin the wheel`.

        Raises `IllegalAction` for a number that is no action of the game.
        """
        self._demand(action)
        return self.game.vocabulary.label(action, self.label_params(seat, action))

    @final
    def parse(self, notation: str) -> int:
        """The packed action a client wrote. Raises `NotationError`."""
        return self.game.vocabulary.parse(notation)

    @final
    def view(self, viewer: int) -> dict[str, Any]:
        """The table as `viewer` sees it, as JSON: names, not indices, and always the same keys."""
        return self.game.ruleset.view(self, viewer)

    @final
    def save(self) -> bytes:
        """The position as bytes: a format number, the rules' version, and the cells as varints."""
        return encode_cells(self.cells, self.game.ruleset.version)


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """A ruleset bound to one data set: its components, its vocabulary with names, its positions.

    `data` is the validated content of the chosen data files by option name, JSON throughout, from
    which any host can build the same game again; `data_hash` is its digest. `components` is what
    the ruleset made of all its files, for its own functions and nobody else.
    """

    def __init__(
        self, ruleset: Ruleset, data: Mapping[str, Any], vocabulary: Vocabulary, components: Any
    ) -> None:
        self.ruleset: Ruleset = ruleset
        self.data: Mapping[str, Any] = data
        self.data_hash: str = digest(data)
        self.vocabulary: Vocabulary = vocabulary
        self.components: Any = components

    def draw_setup(self, seats: int, options: Mapping[str, Any], source: Source) -> Setup:
        """Everything that shuffling decides before the first turn.

        `options` are complete (`games.options.complete`), `seats` within the ruleset's bounds.
        Raises `games.options.InvalidOption` where options do not go together, or a map is not made
        for so many seats.
        """
        return self.ruleset.draw_setup(self.components, seats, options, source)

    def start(self, setup: Setup) -> State:
        """The first position; options that the set-up leaves out have their defaults.

        Raises `ValueError` for a set-up that the components forbid.
        """
        ruleset = self.ruleset
        entry = Entry(setup, "set-up")
        seats = entry["seats"].integer(ruleset.min_seats, ruleset.max_seats)
        options = complete(ruleset.options, setup.get("options", {}))
        cells: vec[i64] = vec[i64]([0] * self.cell_count(seats))
        cells[SEATS] = seats
        fill(ruleset.options, options, cells)
        state = self.position(cells)
        ruleset.set_initial_state(state, entry, options)
        return state

    def reference(self, options: Mapping[str, Any]) -> Reference:
        """What the table is made of; `options` are complete."""
        return self.ruleset.reference(self.components, options)

    def position(self, cells: vec[i64]) -> State:
        """The position with these cells, which become its own."""
        state = self.ruleset.position(self, NO_CELLS)
        state.cells = cells
        return state

    def cell_count(self, seats: int) -> int:
        """How many cells a position of so many seats has."""
        return self.ruleset.cell_count(self.components, seats)

    def load(self, kept: bytes) -> State:
        """The position `State.save` wrote. Raises `ValueError`."""
        ruleset = self.ruleset
        cells = cells_of(kept, ruleset.version)
        seats = int(cells[SEATS]) if len(cells) > 0 else 0
        if not ruleset.min_seats <= seats <= ruleset.max_seats:
            raise ValueError(f"this is not a position of {ruleset.name}")
        if len(cells) != self.cell_count(seats):
            raise ValueError(f"saved by a {ruleset.name} with data of another size")
        return self.position(cells)


def no_schemas(_: Any) -> Mapping[str, Schema]:
    """The schemas of a game that declares none."""
    return {}


@dataclass(frozen=True, kw_only=True, eq=False)
class Ruleset:
    """One game as published. Each game makes one instance, called `RULESET`, in its package.

    `version` is the major version of the rules (1 to 255): notation and replay are stable within
    it. `folder` holds `data/`. `notices` are sentences that every client should show, such as that
    a map is a reconstruction. For who chooses what to play there are `summary`, a sentence on what
    the game is, the fewest and most `minutes` that a match takes people, and `weight`, how heavy it
    is, from 1 (light) to 5. `hides` says whether anything is ever hidden from a seat. `ply_cap`
    is an upper bound of decisions and chance outcomes in one match, from which tests know that
    every match ends.

    The functions are the game's own; they take its own kind of components and positions:

    * `components(files)`: every number of the game that is data, from the files of `data/` by stem
      and the chosen file of each `FileOption` by option name. Raises `games.data.DataError`.
    * `names(components)`: the name tables of the vocabulary.
    * `cell_count(components, seats)`: how many cells a position of so many seats has.
    * `position(game, cells)`: a position; it gets other cells before anything is asked of it.
    * `draw_setup(components, seats, options, source)`: see `Game.draw_setup`.
    * `set_initial_state(position, setup, options)`: makes a position that has only its seats and
      options the first one of `setup`. Raises `ValueError`.
    * `scores(position)`, `ranking(position)`, `score_sheet(position)`, `census(position)`: see the
      methods of `State` that ask them.
    * `label_params(position, seat, action)`: see `State.label_params`.
    * `refusal(position, seat, action)`: see `State.explain`.
    * `view(position, viewer)`: see `State.view`.
    * `table(view, names, layout)`: the table of a view as parts that can be drawn, with the notices
      in its caption; see `games.layout.TableOf`.
    * `tray(view, seat)`: what lies before a seat, as fields; see `games.trays`.
    * `schemas(components)`: by the name of each `FileOption` the schema that its file was held
      against; see `games.data_schema`.
    * `reference(components, options)`: what the table is made of with these complete options, for
      clients; see `games.reference`.
    """

    id: str
    name: str
    version: int
    folder: Path
    min_seats: int
    max_seats: int
    options: Sequence[Option]
    vocabulary: Vocabulary
    hides: bool
    ply_cap: int
    notices: Sequence[str] = ()
    summary: str = ""
    minutes: tuple[int, int] | None = None
    weight: float | None = None
    components: Callable[[Mapping[str, Entry]], Any]
    names: Callable[[Any], Mapping[str, Sequence[str]]]
    cell_count: Callable[[Any, int], int]
    position: Callable[[Game, vec[i64]], State]
    draw_setup: Callable[[Any, int, Mapping[str, Any], Source], Setup]
    set_initial_state: Callable[[Any, Entry, Mapping[str, Any]], None]
    scores: Callable[[Any], list[int]]
    ranking: Callable[[Any], list[list[int]]]
    score_sheet: Callable[[Any], dict[str, list[int]]]
    census: Callable[[Any], dict[str, int]]
    label_params: Callable[[Any, int, int], dict[str, Any]]
    refusal: Callable[[Any, int, int], str]
    view: Callable[[Any, int], dict[str, Any]]
    table: TableOf
    reference: Callable[[Any, Mapping[str, Any]], Reference]
    schemas: Callable[[Any], Mapping[str, Schema]] = no_schemas
    tray: Callable[[Mapping[str, Any], int], Sequence[Field]] = no_fields

    def picture(
        self,
        view: Mapping[str, Any],
        names: Sequence[str] = (),
        marked: Collection[str] = (),
        layout: str = WIDE,
        region: str | None = None,
        theme: str = LIGHT,
    ) -> str:
        """The table of `view` as an SVG document, made of nothing else but the players' names.

        `names` are in the order of the seats; without them there are numbers. The elements with
        the ids in `marked` are marked as the last move; those that are not there are passed over.
        With `region` only what lies in that region of the table, with the same ids and titles.
        `layout` is one of `games.layout.LAYOUTS`, `theme` one of `games.colours.THEMES`. Raises
        `games.layout.UnknownRegion`.
        """
        return self.table(view, names, layout).document(marked, region, theme)

    def bind(self, data: Mapping[str, Any], sources: Mapping[str, str]) -> Game:
        """The game over one data set.

        `data` is the content of the chosen file of each `FileOption`, by option name; `sources`
        says where each came from, for errors. Raises `games.data.DataError`.
        """
        files = {path.stem: Entry.of_file(path) for path in (self.folder / "data").glob("*.yaml")}
        files.update({name: Entry(content, sources[name]) for name, content in data.items()})
        components = self.components(files)
        return Game(self, data, self.vocabulary.bind(self.names(components)), components)


__all__ = [
    "ACTOR",
    "CHANCE",
    "OVER",
    "SEATS",
    "SPECTATOR",
    "Actions",
    "Game",
    "IllegalAction",
    "NotationError",
    "Ruleset",
    "Setup",
    "State",
]
