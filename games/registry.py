"""The one list of games, and the data sets each can be played with."""

from __future__ import annotations

import importlib
import os
from collections.abc import Mapping
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from railhead.games import data
from railhead.games.game import Game, Ruleset
from railhead.games.options import FileOption, InvalidOption, complete
from railhead.games.recently_used import RecentlyUsed

GAMES: list[str] = [
    "railhead.games.montana",
    "railhead.games.great_western_trail",
    "railhead.games.santa_fe",
    "railhead.games.steam",
]
"""The packages of the games, each with a `RULESET`. A new game is one line here."""


KEPT_GAMES: Final = 64
"""How many games a catalogue keeps, with their tables: those that were asked for last."""
Contents = Mapping[str, Mapping[str, Any]]
"""The content of data files by the option that names them."""
NONE: Final[Contents] = {}


def shipped_rulesets() -> Mapping[str, Ruleset]:
    """The rulesets that are part of the project, by id."""
    found = [importlib.import_module(name).RULESET for name in GAMES]
    return {ruleset.id: ruleset for ruleset in found}


@cache
def rulesets() -> Mapping[str, Ruleset]:
    """Every ruleset by id: the shipped ones, then those of the modules named in
    `RAILHEAD_EXTRA_GAMES` (import paths, separated by commas)."""
    extra = [name for name in os.environ.get("RAILHEAD_EXTRA_GAMES", "").split(",") if name]
    found = [importlib.import_module(name).RULESET for name in extra]
    return {**shipped_rulesets(), **{ruleset.id: ruleset for ruleset in found}}


def rules_page(ruleset: Ruleset) -> str | None:
    """The rules of a game as Markdown, None where there is no page.

    An installed game has the page beside its data; in a checkout it is one of `docs/rules/`.
    """
    pages = [
        ruleset.folder / "rules.md",
        data.GAMES_FOLDER.parent / "docs" / "rules" / f"{ruleset.id}.md",
    ]
    found = next((page for page in pages if page.is_file()), None)
    return None if found is None else found.read_text(encoding="utf-8")


class Catalogue:
    """The data files of every game: the shipped ones and those in the operator's folder.

    `extra` is a folder with `<game>/<option>/<name>.yaml`, or None.
    """

    def __init__(self, extra: Path | None = None) -> None:
        self.extra = extra
        self._bound: RecentlyUsed[tuple[str, str], Game] = RecentlyUsed(KEPT_GAMES)
        self._of_files: RecentlyUsed[tuple[str, ...], Game] = RecentlyUsed(KEPT_GAMES)

    def files(self, ruleset: Ruleset, option: FileOption) -> dict[str, Path]:
        """The data files `option` may name. Shipped names cannot be replaced by dropped-in ones."""
        folders = [ruleset.folder / "data" / option.name]
        if self.extra is not None:
            folders.insert(0, self.extra / ruleset.id / option.name)
        return {path.stem: path for folder in folders for path in sorted(folder.glob("*.yaml"))}

    def game(self, ruleset: Ruleset, options: Mapping[str, Any], own: Contents = NONE) -> Game:
        """The game over the data files that complete `options` name.

        `own` has what options name that begin with `mine/`, by option. Raises `InvalidOption` for a
        name without a file, `games.data.DataError` for a bad file.
        """
        named = [option for option in ruleset.options if isinstance(option, FileOption)]
        sources = {option.name: str(options[option.name]) for option in named}
        files: dict[str, bytes] = {}
        for option in named:
            if option.name not in own:
                path = self._path(ruleset, option, options[option.name])
                files[option.name], sources[option.name] = data.raw(path), str(path)
        # Parsing takes tens of milliseconds, and an operator may change a file: so by its content.
        key = (ruleset.id, *(_content_digest(name, files, own) for name in sources))
        game = self._of_files.get(key)
        if game is None:
            parsed = {name: data.parse(text, sources[name]) for name, text in files.items()}
            contents = {name: own[name] if name in own else parsed[name] for name in sources}
            game = self.bind(ruleset, contents, sources)
            self._of_files.keep(key, game)
        return game

    def document(self, ruleset: Ruleset, option: FileOption, name: str) -> dict[str, Any]:
        """What the data file of this name says.

        Raises `InvalidOption` for a name without a file, `games.data.DataError` for a bad file.
        """
        return data.read(self._path(ruleset, option, name))

    def is_standard(self, game: Game, options: Mapping[str, Any]) -> bool:
        """Whether a game is that over the data files which its `options` name here."""
        try:
            named = complete(game.ruleset.options, options)
            return self.game(game.ruleset, named).data_hash == game.data_hash
        except (InvalidOption, data.DataError):
            return False

    def _path(self, ruleset: Ruleset, option: FileOption, name: str) -> Path:
        """The file that an option names. Raises `InvalidOption`."""
        files = self.files(ruleset, option)
        if name not in files:
            raise InvalidOption(option.name, f"must be one of {', '.join(sorted(files))}")
        return files[name]

    def bind(self, ruleset: Ruleset, contents: Contents, sources: Mapping[str, str]) -> Game:
        """The game over these contents, the same as long as it is kept.

        What an option that came later would name is its default. Raises `games.data.DataError`.
        """
        key = (ruleset.id, data.digest(contents))
        game = self._bound.get(key)
        if game is None:
            defaults = {
                option.name: self._path(ruleset, option, option.default)
                for option in ruleset.options
                if isinstance(option, FileOption) and option.name not in contents
            }
            whole = {**contents, **{name: data.read(path) for name, path in defaults.items()}}
            told = {**sources, **{name: str(path) for name, path in defaults.items()}}
            game = ruleset.bind(whole, told)
            self._bound.keep(key, game)
        return game


def _content_digest(name: str, files: Mapping[str, bytes], own: Contents) -> str:
    """What tells the content that an option names from every other."""
    if name in own:
        return data.digest(own[name])
    return blake2b(files[name], digest_size=16).hexdigest()
