"""Positions made by hand, of any game: options, a first position, moves in notation, refusals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Generic, Protocol, TypeVar, overload

import pytest

from railhead.games.data import Entry
from railhead.games.game import CHANCE, Game, IllegalAction, Ruleset, Setup, State
from railhead.games.options import FileOption, complete
from railhead.games.random import Random
from railhead.games.registry import Catalogue

CATALOGUE = Catalogue()

Kind = TypeVar("Kind", bound=State)


def merged(content: Any, changes: Any) -> Any:
    """The content of a data file with changes: mappings key by key, anything else as a whole."""
    if not isinstance(content, dict) or not isinstance(changes, dict):
        return changes
    return {
        **content,
        **{key: merged(content.get(key), change) for key, change in changes.items()},
    }


def altered_game(
    ruleset: Ruleset, options: Mapping[str, Any], changes: Mapping[str, Mapping[str, Any]]
) -> Game:
    """The game over its data files with other contents; see `merged`.

    `changes` are for the files of `data/` by stem, and for the chosen files by option. They are
    refused like a bad file where the components do not allow them.
    """
    data = {
        name: merged(content, changes.get(name, {}))
        for name, content in CATALOGUE.game(ruleset, options).data.items()
    }
    fixed = {stem: change for stem, change in changes.items() if stem not in data}

    def components(files: Mapping[str, Entry]) -> Any:
        altered = {
            stem: Entry(merged(files[stem].value, change), f"altered {stem}")
            for stem, change in fixed.items()
        }
        return ruleset.components({**files, **altered})

    return replace(ruleset, components=components).bind(data, dict.fromkeys(data, "altered data"))


class Positions(Generic[Kind]):
    """Makes positions of one game, whose class is `kind`.

    `usual` are the options of its tests where a test chooses none and the defaults do not fit.
    """

    def __init__(self, ruleset: Ruleset, kind: type[Kind], **usual: Any) -> None:
        self.ruleset = ruleset
        self.kind = kind
        self.usual = usual
        self._games: dict[tuple[str, ...], Game] = {}

    def options(self, **chosen: Any) -> dict[str, Any]:
        """All options of a match, those chosen among them."""
        return complete(self.ruleset.options, {**self.usual, **chosen})

    def game(self, **chosen: Any) -> Game:
        """The game over the data files that the options name, one and the same for each choice."""
        given = self.options(**chosen)
        files = tuple(
            given[option.name] for option in self.ruleset.options if isinstance(option, FileOption)
        )
        if files not in self._games:
            self._games[files] = CATALOGUE.game(self.ruleset, given)
        return self._games[files]

    def started(self, setup: Setup, game: Game | None = None) -> Kind:
        """The first position of a set-up, over the usual data files where no game is given."""
        state = (game or self.game()).start(setup)
        assert isinstance(state, self.kind)
        return state

    def opened(self, seats: int = 2, seed: int = 1, **chosen: Any) -> Kind:
        """The first position of a match as it is drawn."""
        played = self.game(**chosen)
        setup = played.draw_setup(seats, self.options(**chosen), Random(seed))
        return self.started(setup, played)


class Board(Protocol):
    """A position that gives every player a block of numbers."""

    def amount(self, seat: int, cell: int) -> int: ...

    def give(self, seat: int, cell: int, number: int) -> None: ...


class Pieces:
    """A player's numbers by name; `cells` says where each lies in the player's block."""

    def __init__(self, cells: Mapping[str, int]) -> None:
        self.cells = cells

    def have(self, state: Board, seat: int, **numbers: int) -> None:
        """Set numbers of a player."""
        for name, number in numbers.items():
            state.give(seat, self.cells[name], number)

    @overload
    def held(self, state: Board, seat: int, name: str, /) -> int: ...

    @overload
    def held(
        self, state: Board, seat: int, name: str, second: str, /, *names: str
    ) -> tuple[int, ...]: ...

    def held(self, state: Board, seat: int, /, *names: str) -> int | tuple[int, ...]:
        """A number of a player; several as a tuple."""
        numbers = tuple(state.amount(seat, self.cells[name]) for name in names)
        return numbers[0] if len(names) == 1 else numbers


def actor(state: State) -> int:
    """The seat to act, `CHANCE` or `OVER`."""
    return int(state.actor())


def offered(state: State, kind: str = "") -> list[str]:
    """The notation of every legal action of the seat to act, of one type where given."""
    seat = actor(state)
    moves = [state.observe(seat, seat, action) for action in state.legal_actions(seat)]
    return [move for move in moves if not kind or move.split(":")[0] == kind]


def act(state: State, *moves: str) -> None:
    """Apply moves of whoever is to act, or outcomes of chance, each checked; no piece is lost."""
    for move in moves:
        action = state.parse(move)
        before = state.census()
        is_chance = state.game.vocabulary.type_of(action).chance
        state.apply(CHANCE if is_chance else actor(state), action)
        assert state.census() == before


def settle_chance(state: State, seed: int = 1) -> None:
    """Whatever chance is due, drawn."""
    state.sample_chance(Random(seed))


def refused(state: State, move: str, seat: int | None = None) -> str:
    """Why the seat to act, or `seat`, may not make a move, which changes nothing."""
    before = state.save()
    with pytest.raises(IllegalAction) as raised:
        state.apply(actor(state) if seat is None else seat, state.parse(move))
    assert state.save() == before
    return str(raised.value)


def label(state: State, move: str) -> str:
    """How a move of the seat to act is labelled."""
    return state.label(actor(state), state.parse(move))


def phase(state: State) -> str:
    """The phase as views name it."""
    shown: str = state.view(0)["phase"]
    return shown
