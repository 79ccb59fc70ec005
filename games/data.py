"""Boards, cards and tiles as data files: reading them, and saying precisely what is wrong in one.

A ruleset's folder `data/` holds YAML files. A `FileOption` called `map` offers every file of
`data/map/`, and every file that an operator drops into `<extra folder>/<game>/map/`.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import yaml

GAMES_FOLDER: Final = Path(__file__).resolve().parent
"""Where the games are. A compiled module cannot tell its own place, so rulesets start from here."""

CONFIDENCES: Final = ("A", "B", "C")
"""Two sources agree, one source, inferred or reconstructed."""


LONGEST_SAID: Final = 60
"""How many characters of a value an error says."""
_WORD: Final = re.compile(r"[A-Za-z0-9_+,.\-]+")


class DataError(ValueError):
    """A data file that cannot be used: `source` names the file, `entry` the place in it.

    Where several things are wrong with it this is the first, and `others` has the rest.
    """

    def __init__(self, source: str, entry: str, problem: str) -> None:
        super().__init__(f"{source}: {entry}: {problem}")
        self.source = source
        self.entry = entry
        self.problem = problem
        self.others: Sequence[DataError] = ()


def join_errors(errors: Sequence[DataError]) -> DataError:
    """The first of these errors, with the others. There is at least one."""
    first, *others = errors
    first.others = others
    return first


def read(path: Path) -> dict[str, Any]:
    """The content of a YAML data file, a mapping. Raises `DataError`."""
    return parse(raw(path), str(path))


def raw(path: Path) -> bytes:
    """The bytes of a data file. Raises `DataError`."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise DataError(str(path), "file", str(error)) from error


def parse(text: bytes, source: str) -> dict[str, Any]:
    """The mapping that the bytes of a YAML file hold. Raises `DataError`, naming `source`."""
    try:
        content = yaml.load(text.decode(), Loader=_Loader)
    except (UnicodeDecodeError, yaml.YAMLError) as error:
        raise DataError(source, "file", str(error)) from error
    if not isinstance(content, dict):
        raise DataError(source, "file", "the top level is not a mapping")
    return content


def digest(data: Mapping[str, Any]) -> str:
    """The hash of validated data: equal exactly when the canonical JSON is equal."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def _text_of(value: Any) -> str:
    """A value as whoever sent it may have written it, as much of it as is needed to find it."""
    text = repr(value) if isinstance(value, str) else json.dumps(value, default=str)
    return text if len(text) <= LONGEST_SAID else f"{text[:LONGEST_SAID]}…"


class Entry:
    """One place in a data file, read with checks that name the file and the place.

    Every method raises `DataError` when the value is missing or of another shape. What is wrong
    and does not keep a loader from reading on is noted by `refuse`, and raised by `settle`.
    """

    def __init__(
        self, value: Any, source: str, path: str = "", noted: list[DataError] | None = None
    ) -> None:
        self.value = value
        self.source = source
        self.path = path
        self._noted: list[DataError] = [] if noted is None else noted

    @classmethod
    def of_file(cls, path: Path) -> Entry:
        """The whole content of a data file."""
        return cls(read(path), str(path))

    def fail(self, problem: str) -> DataError:
        """The error for this place after those noted before, to be raised by the caller."""
        return join_errors([*self._noted, self._error(problem)])

    def missing(self, key: str) -> DataError:
        """The error for a key that is not below this place."""
        return DataError(self.source, f"{self.path}.{key}" if self.path else key, "is missing")

    def refuse(self, problem: str) -> None:
        """Note what is wrong with this place, and let its loader read on."""
        self._noted.append(self._error(problem))

    def sound(self) -> bool:
        """Whether nothing was noted of the file."""
        return not self._noted

    def settle(self) -> None:
        """Raise all that was noted of the file, where anything was."""
        if self._noted:
            raise join_errors(self._noted)

    def _error(self, problem: str) -> DataError:
        return DataError(self.source, self.path or "file", problem)

    def __getitem__(self, key: str) -> Entry:
        path = f"{self.path}.{key}" if self.path else key
        if not isinstance(self.value, dict):
            raise self.fail("is not a mapping")
        if key not in self.value:
            raise self.missing(key)
        return Entry(self.value[key], self.source, path, self._noted)

    def get(self, key: str) -> Entry | None:
        """The entry below `key`, or None where there is none."""
        if not isinstance(self.value, dict):
            raise self.fail("is not a mapping")
        return self[key] if key in self.value else None

    def only(self, *keys: str) -> None:
        """Refuse keys other than these: a misspelt key would otherwise do nothing, silently."""
        for key in self.mapping():
            if key not in keys:
                raise self.fail(f"has the unknown key {key!r}; known are {', '.join(keys)}")

    def check_sourced(self, *keys: str) -> Entry:
        """This entry, which has a confidence, a source, and exactly these keys besides."""
        self.only("confidence", "source", *keys)
        self["confidence"].index(CONFIDENCES)
        self["source"].text()
        for key in keys:
            self[key]
        return self

    def mapping(self) -> dict[str, Entry]:
        """The entries of a mapping, by key."""
        if not isinstance(self.value, dict):
            raise self.fail("is not a mapping")
        return {str(key): self[key] for key in self.value}

    def items(self, length: int | None = None) -> list[Entry]:
        """The entries of a list, of exactly `length` where one is given."""
        if not isinstance(self.value, list):
            raise self.fail("is not a list")
        if length is not None and len(self.value) != length:
            raise self.fail(f"has {len(self.value)} entries, not {length}")
        return [
            Entry(item, self.source, f"{self.path}[{index}]", self._noted)
            for index, item in enumerate(self.value)
        ]

    def integer(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`."""
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self.fail(f"is not a whole number: {_text_of(self.value)}")
        if not low <= self.value <= high:
            raise self.fail(f"is {self.value}, outside {low} to {high}")
        return self.value

    def number(self) -> int:
        """The whole number here, in a file that is held against its schema already."""
        value: int = self.value
        return value

    def text(self) -> str:
        """A non-empty text."""
        if not isinstance(self.value, str) or not self.value:
            raise self.fail(f"is not a text: {_text_of(self.value)}")
        return self.value

    def word(self) -> str:
        """A name as notation writes it: letters, digits and any of `_ + - .` and commas."""
        if not _WORD.fullmatch(self.text()):
            raise self.fail(
                f"is {_text_of(self.value)}, not letters, digits and any of _ + - . and commas"
            )
        return self.text()

    def flag(self) -> bool:
        """True or false."""
        if not isinstance(self.value, bool):
            raise self.fail(f"is neither true nor false: {_text_of(self.value)}")
        return self.value

    def index(self, names: Sequence[str]) -> int:
        """The position of a name in `names`."""
        if self.value not in names:
            raise self.fail(f"is {_text_of(self.value)}, not one of {', '.join(names)}")
        return names.index(self.value)

    def indexes(self, names: Sequence[str], length: int, apart: bool = False) -> list[int]:
        """The positions in `names` of a list of `length` names; all different ones if `apart`."""
        found = [item.index(names) for item in self.items(length)]
        if apart and len(set(found)) < length:
            raise self.fail("lists a name twice")
        return found


# The loader in C is eight times as fast, and only missing where PyYAML was built without it.
_Safe: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Loader(_Safe):  # type: ignore[misc]  # one of two classes
    """YAML 1.1 reads `no` and `on` as truth values and 012 as ten; a key given twice wins silently.

    This loader keeps to true/false and decimal numbers and refuses a key given twice.
    """


def _unique_mapping(loader: _Loader, node: yaml.MappingNode) -> dict[Any, Any]:
    keys = [loader.construct_object(key) for key, _ in node.value]
    for key in keys:
        if keys.count(key) > 1:
            raise yaml.constructor.ConstructorError(
                None, None, f"the key {key!r} is given twice", node.start_mark
            )
    mapping: dict[Any, Any] = loader.construct_mapping(node, deep=True)
    return mapping


def _narrow(loader: type[_Loader]) -> None:
    loader.yaml_implicit_resolvers = {
        first: [(tag, pattern) for tag, pattern in resolvers if not tag.endswith((":bool", ":int"))]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }
    loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("true|false$"), list("tf"))
    loader.add_implicit_resolver(
        "tag:yaml.org,2002:int", re.compile("[-+]?(0|[1-9][0-9]*)$"), list("-+0123456789")
    )
    loader.add_constructor("tag:yaml.org,2002:map", _unique_mapping)


_narrow(_Loader)
