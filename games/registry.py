"""The one list of games, and the data sets each can be played with."""

from __future__ import annotations

import importlib
import os
from collections.abc import Mapping
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from games import data
from games.game import Game, Ruleset
from games.options import FileOption, InvalidOption

GAMES: list[str] = [
    "games.montana",
    "games.great_western_trail",
    "games.santa_fe",
    "games.steam",
]
"""The packages of the games, each with a `RULESET`. A new game is one line here."""


def shipped() -> Mapping[str, Ruleset]:
    """The rulesets that are part of the project, by id."""
    found = [importlib.import_module(name).RULESET for name in GAMES]
    return {ruleset.id: ruleset for ruleset in found}


@cache
def rulesets() -> Mapping[str, Ruleset]:
    """Every ruleset by id: the shipped ones, then those of the modules named in
    `RAILHEAD_EXTRA_GAMES` (import paths, separated by commas)."""
    extra = [name for name in os.environ.get("RAILHEAD_EXTRA_GAMES", "").split(",") if name]
    found = [importlib.import_module(name).RULESET for name in extra]
    return {**shipped(), **{ruleset.id: ruleset for ruleset in found}}


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
        self._bound: dict[tuple[str, str], Game] = {}
        self._of_files: dict[tuple[str, ...], Game] = {}

    def files(self, ruleset: Ruleset, option: FileOption) -> dict[str, Path]:
        """The data files `option` may name. Shipped names cannot be replaced by dropped-in ones."""
        folders = [ruleset.folder / "data" / option.name]
        if self.extra is not None:
            folders.insert(0, self.extra / ruleset.id / option.name)
        return {path.stem: path for folder in folders for path in sorted(folder.glob("*.yaml"))}

    def game(self, ruleset: Ruleset, options: Mapping[str, Any]) -> Game:
        """The game over the data files that complete `options` name.

        Raises `InvalidOption` for a name without a file, `games.data.DataError` for a bad file.
        """
        paths = {
            option.name: self._path(ruleset, option, options[option.name])
            for option in ruleset.options
            if isinstance(option, FileOption)
        }
        files = {name: data.raw(path) for name, path in paths.items()}
        # Parsing takes tens of milliseconds, and an operator may change a file: so by its content.
        key = (ruleset.id, *(blake2b(text, digest_size=16).hexdigest() for text in files.values()))
        game = self._of_files.get(key)
        if game is None:
            sources = {name: str(path) for name, path in paths.items()}
            contents = {name: data.parsed(text, sources[name]) for name, text in files.items()}
            game = self._of_files[key] = self.bind(ruleset, contents, sources)
        return game

    def _path(self, ruleset: Ruleset, option: FileOption, name: str) -> Path:
        """The file that an option names. Raises `InvalidOption`."""
        files = self.files(ruleset, option)
        if name not in files:
            raise InvalidOption(option.name, f"must be one of {', '.join(sorted(files))}")
        return files[name]

    def bind(
        self, ruleset: Ruleset, contents: Mapping[str, Any], sources: Mapping[str, str]
    ) -> Game:
        """The game over these contents, built once per content. Raises `games.data.DataError`."""
        key = (ruleset.id, data.digest(contents))
        game = self._bound.get(key)
        if game is None:
            game = self._bound[key] = ruleset.bind(contents, sources)
        return game
