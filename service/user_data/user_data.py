"""Data of a client's own: maps, boards and components that its matches may be played with.

A match keeps what it was created with, so that nothing which becomes of a document later changes
it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any, Final

import orjson
import structlog

from railhead.games.data import DataError, Entry, digest
from railhead.games.data_schema import DIALECT, Schema, problems
from railhead.games.game import Game, Ruleset
from railhead.games.options import MINE, FileOption, InvalidOption, complete
from railhead.games.recently_used import RecentlyUsed
from railhead.games.registry import Catalogue, Contents
from railhead.service.errors import InvalidData, NoSuchData, TooMuchData, Unauthorized
from railhead.service.model import Client, Document, Event
from railhead.service.store.store import Store
from railhead.service.user_data.opening_validation import moves_of
from railhead.service.user_data.storage import DocumentStorage
from railhead.service.user_data.validation_queue import ValidationQueue, ValidationTicket
from railhead.service.user_data.validation_sandbox import (
    validate_in_sandbox,
    validate_opening_in_sandbox,
)

log = structlog.get_logger()

CACHED_VALIDATIONS: Final = 4096
MOST_FAULTS: Final = 100
"""Of so many faults of a document it is told at most."""
ANYTHING: Final[Schema] = {
    "$schema": DIALECT,
    "title": "A document of data",
    "description": "The game declares no more of it.",
    "type": "object",
}


class UserData:
    """The data that the clients of one store have sent.

    Every method raises `Unavailable` as the store does.
    """

    def __init__(self, store: Store, catalogue: Catalogue) -> None:
        self._store = store
        self._catalogue = catalogue
        settings = store.settings
        self._validations = ValidationQueue(
            settings.data_validations,
            settings.max_data_validations,
            settings.data_validations_per_caller,
        )
        self._passed: RecentlyUsed[tuple[str, str], bool] = RecentlyUsed(CACHED_VALIDATIONS)

    @property
    def _documents(self) -> DocumentStorage:
        return self._store.storage(DocumentStorage)

    def put(
        self,
        client: Client,
        ruleset: Ruleset,
        option: str,
        name: str,
        content: Mapping[str, Any],
        ticket: ValidationTicket | None = None,
    ) -> tuple[Document, bool]:
        """Keep a document whose form is checked; whether it is a new one.

        Raises what `check` raises, and `Unauthorized` where the client is gone.
        """
        size = self.check(ruleset, option, content, ticket or ValidationTicket(client.id))
        most, room = self._store.settings.data_documents, self._store.settings.data_bytes
        told = digest(content)
        at = self._store.clocks.at(client.id)
        document = Document(ruleset.id, option, name, told, ruleset.version, size, at)
        kept = self._documents.put(client, document, content, most, room)
        if kept == "gone":
            raise Unauthorized()
        if kept == "full":
            raise TooMuchData(documents=most, bytes=room)
        return document, kept == "new"

    def check(
        self, ruleset: Ruleset, option: str, content: Mapping[str, Any], ticket: ValidationTicket
    ) -> int:
        """How many bytes a document has, whose form is checked, and which can be played with.

        Raises `NoSuchData` for an option that names no data, `TooMuchData` for more bytes than any
        client may keep, and what `bind_validated` raises.
        """
        _option_named(ruleset, option)
        size = len(orjson.dumps(dict(content)))
        most, room = self._store.settings.data_documents, self._store.settings.data_bytes
        if size > room:
            raise TooMuchData(documents=most, bytes=room)
        self.bind_validated(ruleset, {option: content}, ticket)
        return size

    def schema(self, ruleset: Ruleset, option: str) -> Schema:
        """The schema of what an option names. Raises `NoSuchData` for one that names no data."""
        _option_named(ruleset, option)
        game = self._catalogue.game(ruleset, complete(ruleset.options, {}))
        return ruleset.schemas(game.components).get(option, ANYTHING)

    def refused_by_schema(
        self, ruleset: Ruleset, option: str, content: Any
    ) -> list[dict[str, str]]:
        """What the schema alone refuses, also of a document whose form is not right.

        Raises `NoSuchData` for an option that names no data.
        """
        schema = self.schema(ruleset, option)
        return [] if schema is ANYTHING else _field_errors(problems(Entry(content, ""), schema))

    def get(
        self, client: Client, game: str, option: str, name: str
    ) -> tuple[Document, dict[str, Any]]:
        """A document of the client's and what it says. Raises `NoSuchData`."""
        found = self._documents.get(client.id, game, option, name)
        if found is None:
            raise NoSuchData()
        return found

    def list_documents(self, client: Client) -> list[Document]:
        """The documents of a client."""
        return self._documents.list_documents(client.id)

    def delete(self, client: Client, game: str, option: str, name: str) -> None:
        """Delete a document; matches that were made with it go on. Raises `NoSuchData`."""
        if not self._documents.delete(client.id, game, option, name):
            raise NoSuchData()

    def game(
        self,
        ruleset: Ruleset,
        options: Mapping[str, Any],
        client: str | None,
        ticket: ValidationTicket | None = None,
    ) -> Game:
        """The game over the data that complete `options` name, a client's own data among it.

        Raises `InvalidOption`, also for data that the rules have come to refuse. Data that was
        kept with other rules is tried out again, which raises what `bind_validated` raises.
        """
        own = {
            option.name: self._document_or_default(
                ruleset, option.name, options[option.name], client, ticket
            )
            for option in ruleset.options
            if isinstance(option, FileOption) and options[option.name].startswith(MINE)
        }
        return self._catalogue.game(ruleset, options, own)

    def _document_or_default(
        self,
        ruleset: Ruleset,
        option: str,
        value: str,
        client: str | None,
        ticket: ValidationTicket | None,
    ) -> dict[str, Any]:
        if client is None:
            raise InvalidOption(option, f"begins with {MINE}, which needs the token of a client")
        name = value.removeprefix(MINE)
        found = self._documents.get(client, ruleset.id, option, name)
        if found is None:
            raise InvalidOption(option, f"names no document of the client's: there is no {name!r}")
        document, content = found
        if document.rules_version != ruleset.version:
            try:
                self.bind_validated(ruleset, {option: content}, ticket or ValidationTicket(client))
            except InvalidData as error:
                raise InvalidOption(option, "names a document that the rules now refuse") from error
        return content

    def bind_validated(
        self, ruleset: Ruleset, contents: Contents, ticket: ValidationTicket
    ) -> Game:
        """The game over data that a stranger sent, of checked form, by option.

        Data that was not tried out lately is, when it is the turn of `ticket`. Raises
        `InvalidData`, `ValidationPending` where `ticket` is to come again, `TooManyTrials`, and
        `Overloaded` where too many trials wait.
        """
        try:
            game = ruleset.bind(
                {**self._defaults(ruleset), **contents}, dict.fromkeys(_file_options(ruleset), "")
            )
        except DataError as error:
            raise InvalidData(errors=_field_errors((error, *error.others))) from error
        except (ValueError, ArithmeticError, LookupError, TypeError) as error:
            log.info("data refused", game=ruleset.id, exc_info=error)
            problem = {"field": "body", "problem": "cannot be read", "pointer": ""}
            raise InvalidData(errors=[problem]) from error
        key = (ruleset.id, game.data_hash)
        if self._passed.get(key) is None:
            ticket.validate(self._validations, key, partial(validate_in_sandbox, game))
            self._passed.keep(key, True)
        return game

    def validate_opening(
        self,
        game: Game,
        saved: bytes,
        pieces: Mapping[str, int],
        entries: Sequence[Event],
        ticket: ValidationTicket,
    ) -> None:
        """Try out what a log makes of a position that a stranger sent, with the census `pieces`.

        Raises what `bind_validated` raises of data that is tried out.
        """
        moves = moves_of(entries)
        key = (game.ruleset.id, digest({"opening": saved.hex(), "moves": moves}))
        ticket.validate(
            self._validations, key, partial(validate_opening_in_sandbox, game, saved, pieces, moves)
        )

    def _defaults(self, ruleset: Ruleset) -> dict[str, Mapping[str, Any]]:
        """The data that the options name by default."""
        game = self._catalogue.game(ruleset, complete(ruleset.options, {}))
        return dict(game.data)


def _file_options(ruleset: Ruleset) -> list[str]:
    return [option.name for option in ruleset.options if isinstance(option, FileOption)]


def _option_named(ruleset: Ruleset, option: str) -> None:
    """Raises `NoSuchData` for an option that names no data."""
    known = _file_options(ruleset)
    if option not in known:
        wanted = f"only {' and '.join(known)} does" if known else "none does"
        raise NoSuchData(f"no option {option!r} of {ruleset.name} names data; {wanted}")


def _field_errors(errors: Iterable[DataError]) -> list[dict[str, str]]:
    return [_problem(error) for error in islice(errors, MOST_FAULTS)]


def _problem(error: DataError) -> dict[str, str]:
    """What a loader says, with the place as a path and as a JSON pointer."""
    field = "" if error.entry == "file" else error.entry.replace("[", ".").replace("]", "")
    pointer = "".join(f"/{part}" for part in field.split(".")) if field else ""
    return {"field": field or "body", "problem": error.problem, "pointer": pointer}
