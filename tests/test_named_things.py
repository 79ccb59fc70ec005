"""What docstrings and comments name in backticks is there: no rename leaves an old name behind.

A plain name is looked up near by: in the file, in what the files of its folder and the modules it
imports define, and among the members of the API where a file is about those. A short word is a
name somewhere in so much code, so anywhere would be no check. Names of classes and constants may
be anywhere.
"""

from __future__ import annotations

import builtins
import keyword
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parent.parent
FOLDERS: Final = ("service", "ai", "games", "railhead")
GENERATED: Final = ("railhead/client/problems.py", "railhead/client/schemas.py")
"""Written from `service`, whose words are looked at."""
ABOUT_THE_API: Final = (
    *("service/errors", "service/metrics.py", "service/documentation", "railhead/client"),
    *("service/model/matches.py", "service/model/searches.py"),
    *("service/http/access_log.py", "service/http/route.py"),
    *("service/http/concurrency_limiter.py", "service/store/ttl_cache.py"),
)
"""Files that speak of members and values of the API, which other parts of `service` use."""
OTHERS: Final[Mapping[str, str]] = {
    "Ann": "an example of a name",
    "New_York": "an example of a notation",
    "seats.0.kind": "an example of a place in a body",
    "hexes.3.city": "an example of a place in a document",
    "on": "YAML 1.1",
    "no": "YAML 1.1",
    "c": "a number in a formula",
    "card": "a word of a sentence",
    "hire": "an example of a notation",
    "HSS": "an example of letters",
    "Koln": "an example of a notation",
    "disk": "a value of RAILHEAD_DURABILITY",
    "librt": "the wheel of mypyc's types",
    "pyspiel.load_game": "OpenSpiel",
    "request": "Flask",
    "response_stream": "RSGI",
    "seat_0": "PettingZoo's agents",
    "seat_1": "PettingZoo's agents",
    "SO_ATTACH_REUSEPORT_CBPF": "Linux",
    "start_response": "WSGI",
    "body.json": "an example of a file",
    "_compiled.json": "written by a build",
}
"""What no file here defines, each with what it is of."""
LEXEME: Final = re.compile(
    r'[rRbBfFuU]{0,2}(?P<long>"""(?:[^\\"]|\\.|"(?!""))*""")'
    r'|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|(?P<comment>#[^\n]*)',
    re.DOTALL,
)
ARGUMENT: Final = re.compile(r"[(\[{,=+]\s*$")
QUOTED: Final = re.compile(r"(?<!`)`([^`\s]+)`(?!`)")
NAME: Final = re.compile(r"[A-Za-z_]\w*")
DOTTED: Final = re.compile(r"_*[A-Za-z]\w*(\.\w+)*(\(\))?")
FILE: Final = re.compile(r"[\w./-]+\.(py|ya?ml|jsonl?|md|lua|js|ts|toml|txt|csv|sh|html)")
DECLARED: Final = re.compile(
    r"^\s*(?:async\s+)?def\s+(\w+)|^\s*class\s+(\w+)|^(\w+)\s*(?::[^=\n]*)?=[^=]|self\.(\w+)"
    r"|^    (\w+): |^[A-Z, _]*\b([A-Z_]+),[A-Z, _]* = ",
    re.MULTILINE,
)
PARAMETER: Final = re.compile(r"(?:[(,] ?|^ {4,8})(\w+): ", re.MULTILINE)
TEXT: Final = re.compile(r"\"(\w+)\"|'(\w+)'")
CLASS: Final = re.compile(r"^\s*class\s+(\w+)", re.MULTILINE)
CLASS_BODY: Final = r"^class [^\n]*\n(?:(?!\S|    (?:async )?def ).*\n)*?"
"""A class up to its first method."""
IMPORTED: Final = re.compile(r"^from railhead\.([\w.]+) import ", re.MULTILINE)
MEMBER: Final = re.compile(r"\"(\w+)\"|\b(\w+)=")


@dataclass
class Source:
    """A file in two parts: its code, and each docstring or comment with its first line."""

    path: str
    code: str
    prose: list[tuple[int, str]] = field(default_factory=list)

    @cached_property
    def names(self) -> set[str]:
        """All words of the code, those in texts of it with them."""
        return set(NAME.findall(self.code))

    @cached_property
    def declared(self) -> set[str]:
        """Its functions, classes and constants, and the attributes of its classes."""
        return {name for found in DECLARED.findall(self.code) for name in found if name}

    @cached_property
    def parameters(self) -> set[str]:
        return set(PARAMETER.findall(self.code))

    @cached_property
    def texts(self) -> set[str]:
        """Its texts that are one word."""
        return {name for found in TEXT.findall(self.code) for name in found if name}

    @property
    def folder(self) -> str:
        return self.path.rpartition("/")[0]

    @property
    def stem(self) -> str:
        return Path(self.path).stem


def split(path: str, text: str) -> Source:
    """A text that stands alone in a statement is a docstring, of whatever it follows."""
    code: list[str] = []
    prose: list[tuple[int, str]] = []
    end = 0
    for found in LEXEME.finditer(text):
        start = found.start()
        if found["long"]:
            line = text[text.rfind("\n", 0, start) + 1 : start]
            if line.strip() or ARGUMENT.search(text[max(0, start - 200) : start]):
                continue
        elif not found["comment"]:
            continue
        code.append(text[end:start])
        end = found.end()
        prose.append((text.count("\n", 0, start) + 1, found[0]))
    return Source(path, "".join([*code, text[end:]]), prose)


class Sources:
    """The files of a repository below `root`, and what a name may stand for in each of them."""

    def __init__(self, root: Path) -> None:
        found = [path for folder in FOLDERS for path in (root / folder).rglob("*.*")]
        kept = [path for path in found if not any(up.is_symlink() for up in path.parents)]
        self.root = root
        self.sources: dict[str, Source] = {}
        self.by_folder: defaultdict[str, list[Source]] = defaultdict(list)
        self.homes: defaultdict[str, list[Source]] = defaultdict(list)
        for path in kept:
            if path.suffix != ".py":
                continue
            name = str(path.relative_to(root))
            source = self.sources[name] = split(name, path.read_text(encoding="utf-8"))
            self.by_folder[source.folder].append(source)
            for home in {source.stem, Path(source.folder).name, *CLASS.findall(source.code)}:
                self.homes[home].append(source)
        self.folders = {part for path in kept for part in path.relative_to(root).parts[:-1]}
        self.files = {
            str(Path(*parts[at:]))
            for path in (*kept, *root.glob("*.*"), *root.glob("docs/**/*.*"))
            for parts in (path.relative_to(root).parts,)
            for at in range(len(parts))
        }
        self.everywhere = {name for one in self.sources.values() for name in one.names}
        self.members = {
            word
            for path, source in self.sources.items()
            if path.startswith("service/")
            for found in MEMBER.findall(source.code)
            for word in found
        }

    @cache  # noqa: B019 - there are two of them
    def imported_names(self, path: str) -> set[str]:
        """What the modules define that a file imports from."""
        found: set[str] = set()
        for module in IMPORTED.findall(self.sources[path].code):
            place = module.replace(".", "/")
            for base in (place, f"railhead/{place}"):
                if f"{base}.py" in self.sources:
                    found |= self.sources[f"{base}.py"].declared
                for source in self.by_folder.get(base, ()):
                    found |= source.declared
        return found

    def is_there(self, name: str, path: str) -> bool:
        """Whether a name in a docstring or comment of `path` stands for something."""
        name = name.removesuffix("()").removeprefix("railhead.")
        if name in OTHERS or name.removeprefix("/") in self.files:
            return True
        if FILE.fullmatch(name):
            return self._is_text(name)
        if "." in name:
            return self._is_member(name, path) or self._is_text(name)
        return self._is_name(name, path)

    def _is_module(self, name: str, path: str) -> bool:
        above = [str(folder) for folder in Path(path).parents]
        places = [name, *(f"{folder}/{name}" for folder in above)]
        return any(f"{one}.py" in self.sources or one in self.by_folder for one in places) or any(
            home.stem == name and home.path.startswith(f"{above[0]}/") for home in self.homes[name]
        )

    def _is_text(self, name: str) -> bool:
        return any(f'"{name}"' in one.code for one in self.sources.values())

    @cache  # noqa: B019 - there are two of them
    def data_words(self, folder: str) -> set[str]:
        """The words of the data beside the files of a folder."""
        files = [
            *(self.root / folder).glob("*.yaml"),
            *(self.root / folder / "data").rglob("*.yaml"),
        ]
        return {word for file in files for word in NAME.findall(file.read_text(encoding="utf-8"))}

    def _is_member(self, name: str, path: str) -> bool:
        *_, owner, member = name.split(".")
        if homes := self.homes.get(owner):
            return any(
                member in (*home.declared, home.stem, *dir(object))
                or f"{home.folder}/{member}" in self.by_folder
                or re.search(CLASS_BODY + f"    {member} = ", home.code, re.MULTILINE)
                for home in homes
            )
        return all(self._is_name(part, path) or part in self.everywhere for part in (owner, member))

    def _is_name(self, name: str, path: str) -> bool:
        source = self.sources[path]
        if name in KNOWN or name in source.names or self._is_module(name, path):
            return True
        if name[:1].isupper() and name in self.everywhere:
            return True
        if path.startswith(ABOUT_THE_API) and name in self.members:
            return True
        if not path.startswith("service/") and name.upper() in source.names:
            return True  # a cell that a constant is the number of
        near = self.by_folder[source.folder]
        return (
            any(name in one.declared or name in one.texts for one in near)
            or (source.stem == "__init__" and any(name in one.parameters for one in near))
            or name in self.imported_names(path)
            or any(name in self.data_words(str(folder)) for folder in Path(path).parents[:-1])
        )

    def faults(self) -> Iterator[str]:
        """Names that stand for nothing, each with its place."""
        for path, source in self.sources.items():
            if path in GENERATED:
                continue
            for first, text in source.prose:
                for found in QUOTED.finditer(text):
                    name = found[1]
                    if not (DOTTED.fullmatch(name) or FILE.fullmatch(name)):
                        continue
                    if not self.is_there(name, path):
                        line = first + text.count("\n", 0, found.start())
                        yield f"{path}:{line}: there is no `{name}`"


KNOWN: Final = {*dir(builtins), *dir(BaseException), *keyword.kwlist, *sys.stdlib_module_names}


@pytest.fixture(scope="module")
def sources() -> Sources:
    return Sources(ROOT)


def test_what_is_named_is_there(sources: Sources) -> None:
    faults = list(sources.faults())
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("ai/search/levels.py", "rate.yaml"),
        ("service/clients/client_status.py", "standing"),
        ("service/history/seat_changes.py", "matches.seating"),
        ("service/http/concurrency_limiter.py", "leave"),
        ("service/model/clients.py", "now"),
        ("service/model/matches.py", "Clocks.stood"),
        ("service/model/matches.py", "matches.origins"),
        ("service/queue/backpressure.py", "held_by"),
        ("service/shortcuts.py", "KernelTimed"),
        ("service/store/position_snapshots.py", "place"),
        ("service/store/serialization.py", "packed"),
        ("service/user_data/user_data.py", "bound"),
        ("service/user_data/user_data.py", "place"),
        ("service/webhooks/delivery_slots.py", "take"),
        ("service/webhooks/deliverer.py", "places"),
    ],
)
def test_a_name_of_before_a_rename_is_found(sources: Sources, path: str, name: str) -> None:
    """Others have such names elsewhere, but not here."""
    assert not sources.is_there(name, path)


def test_docstrings_and_comments_are_told_from_code() -> None:
    text = (
        '''"""A `word`."""\nX = 1  # a `remark`\n"""What `X` is."""\nY = f(\n    """text"""\n)\n'''
    )
    source = split("a.py", text)
    assert source.prose == [(1, '"""A `word`."""'), (2, "# a `remark`"), (3, '"""What `X` is."""')]
    assert source.names == {"X", "Y", "f", "text"}
