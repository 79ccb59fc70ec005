"""The first position of a match that comes as a document: never taken as it is written.

Most begin as their set-up makes them. A fork begins where another match was: there `line`, the
moves that led there from the set-up, must lead there. Where hidden things were dealt anew for the
fork, no line does; then the opening must fit the set-up, and all that its log makes of it is tried
out first, as the data of strangers is.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping, Sequence
from typing import Any, Final

import structlog

from railhead.games.data import DataError
from railhead.games.game import CHANCE, OVER, Game, IllegalAction, NotationError, State
from railhead.games.options import NO_CELL, FileOption, InvalidOption, PatternOption, complete
from railhead.service.core import chance
from railhead.service.core.origins import forked_from
from railhead.service.errors import InvalidData
from railhead.service.history.log_entries import import_refused
from railhead.service.model import Event
from railhead.service.user_data.user_data import UserData
from railhead.service.user_data.validation_queue import ValidationTicket

log = structlog.get_logger()

Line = Sequence[Mapping[str, Any]]
BROKEN: Final = (ValueError, LookupError, TypeError, ArithmeticError)
"""What rules raise that were given something that no match has."""


class _Watched(dict[str, Any]):
    """An object of a set-up that knows which of its members were read."""

    def __init__(self, members: Mapping[str, Any]) -> None:
        super().__init__({name: _watch_reads(value) for name, value in members.items()})
        self.read: set[str] = set()

    def __getitem__(self, name: str) -> Any:
        self.read.add(name)
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        """As of any object."""
        self.read.add(name)
        return super().get(name, default)


def _watch_reads(value: Any) -> Any:
    if isinstance(value, dict):
        return _Watched(value)
    return [_watch_reads(one) for one in value] if isinstance(value, list) else value


def _unread(value: Any, place: str) -> str | None:
    """The place of a member that nothing has read; None where all were."""
    if isinstance(value, _Watched):
        inner = [(f"{place}.{name}", value.read, name, one) for name, one in value.items()]
        unread = next((where for where, read, name, _ in inner if name not in read), None)
        return unread or next(filter(None, (_unread(one, at) for at, _, _, one in inner)), None)
    if isinstance(value, list):
        found = (_unread(one, f"{place}.{number}") for number, one in enumerate(value))
        return next(filter(None, found), None)
    return None


def opening_of(
    own_data: UserData,
    place: ValidationTicket,
    game: Game,
    document: Mapping[str, Any],
    options: Mapping[str, Any],
    seats: int,
    entries: Sequence[Event],
) -> tuple[State, Line | None]:
    """The first position of the match of a document, and by which moves it is known to have come
    about, where it was forked.

    Raises `ImportRefused`, and what `UserData.validate_opening` raises.
    """
    begun = _set_up(game, document["setup"], options)
    if int(begun.seats()) != seats:
        raise import_refused("seats", f"must be {int(begun.seats())} seats, as in the set-up")
    opening, line = document["opening"], document["line"]
    if forked_from(document["origin"]) is None:
        for member in ("opening", "line"):
            if document[member] is not None:
                raise import_refused(member, "must be null: by its origin the match was not forked")
        return begun, None
    if opening is None:
        raise import_refused("opening", "is missing: by its origin the match was forked")
    state = _load_position(game, opening)
    if line is not None:
        if _play_line(begun, line).save() != state.save():
            raise import_refused("opening", "must be the position that line leads to")
    else:
        if not game.ruleset.hides:
            raise import_refused("line", "is missing: nothing is hidden, so the moves are known")
        _check_fits(begun, state)
        try:
            own_data.validate_opening(game, state.save(), begun.census(), entries, place)
        except InvalidData as error:
            raise import_refused("opening", error.members["errors"][0]["problem"]) from error
    if state.actor() == OVER:
        raise import_refused("opening", "must not be the end of a match")
    return state, line


def _set_up(game: Game, setup: Mapping[str, Any], options: Mapping[str, Any]) -> State:
    """The position that a set-up makes, all of which the game reads."""
    watched = _Watched({**setup, "options": dict(options)})
    try:
        if complete(game.ruleset.options, _object(setup.get("options"))) != options:
            raise import_refused("setup", "must have the options of the match")
        state = game.start(watched)
    except InvalidOption as error:
        raise import_refused("setup", f"options.{error.option} {error.problem}") from error
    except DataError as error:
        raise import_refused("setup", f"{error.entry} {error.problem}") from error
    except BROKEN as error:
        log.info("set-up refused", game=game.ruleset.id, exc_info=error)
        raise import_refused("setup", "cannot be laid out") from error
    # They were compared above: the game need not read each of them.
    dict.__getitem__(watched, "options").read.update(options)
    watched.read |= {"options", *_missing_parts(game, setup, options, watched.read)}
    unread = _unread(watched, "setup")
    if unread is not None:
        raise import_refused(unread, "is not known to the game")
    return state


def _missing_parts(
    game: Game, setup: Mapping[str, Any], options: Mapping[str, Any], read: set[str]
) -> list[str]:
    """What of a set-up is null where nothing is to be read, just as the game itself draws it."""
    nulls = [name for name, value in setup.items() if value is None and name not in read]
    if not nulls:
        return []
    drawn = game.draw_setup(setup["seats"], options, chance.unpredictable())
    return [name for name in nulls if drawn.get(name, name) is None]


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise import_refused("setup", "options must be an object, as of the match")
    return value


def _load_position(game: Game, opening: str) -> State:
    """A position that was saved, written in the one way that the service writes it."""
    try:
        saved = base64.b64decode(opening, validate=True)
        state = game.load(saved)
    except (binascii.Error, *BROKEN) as error:
        raise import_refused(
            "opening", "must be a position of the game, as an export has it"
        ) from error
    if base64.b64encode(saved).decode() != opening or state.save() != saved:
        raise import_refused("opening", "must be written as an export writes it")
    return state


def _play_line(state: State, line: Line) -> State:
    """The position that moves lead to. Changes `state`."""
    for number, move in enumerate(line):
        try:
            action = state.parse(move["action"])
            written = state.game.vocabulary.notation(action)
            if written != move["action"]:
                raise import_refused(f"line.{number}", f"must have its action as {written}")
            state.apply(CHANCE if move["seat"] is None else move["seat"], action)
        except (IllegalAction, NotationError) as error:
            raise import_refused(f"line.{number}", str(error)) from error
        except (LookupError, TypeError, ArithmeticError) as error:
            raise import_refused(f"line.{number}", "cannot be carried out here") from error
    return state


def _check_fits(begun: State, state: State) -> None:
    """Whether a position may be one of the match that began so, as far as a look can tell."""
    if int(state.seats()) != int(begun.seats()):
        raise import_refused("opening", f"must be a position of {int(begun.seats())} seats")
    for option in begun.game.ruleset.options:
        if isinstance(option, PatternOption | FileOption) or option.cell == NO_CELL:
            continue
        if state.cells[option.cell] != begun.cells[option.cell]:
            raise import_refused(
                "opening", f"must have the option {option.name} as the match has it"
            )
