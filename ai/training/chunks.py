"""Long work in parts, each with a file of its own: what was stopped goes on where it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

import orjson

from railhead.ai.training.arena import begin_process

CONFIG_FILE: Final = "plan.json"


class Chunk(Protocol):
    """A part of some work. `file` is there once it is done."""

    @property
    def file(self) -> Path:
        """Where it lies."""


P = TypeVar("P", bound=Chunk)


class ConfigMismatch(ValueError):
    """A folder holds what another plan has made; the message says what to do."""


def begin(folder: Path, plan: Mapping[str, Any]) -> None:
    """Make `folder` that of a plan, or find it to be so. Raises `ConfigMismatch`."""
    file = folder / CONFIG_FILE
    told = orjson.dumps(plan, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        replace(file, told)
    elif file.read_bytes() != told:
        raise ConfigMismatch(
            f"{folder} holds what was made otherwise, as {file} says: name another one"
        )


def replace(file: Path, content: bytes) -> None:
    """Put something on file, all or nothing."""
    unfinished = file.with_suffix(".part")
    unfinished.write_bytes(content)
    unfinished.replace(file)


def run(make: Callable[[P], P], parts: Sequence[P], processes: int) -> Iterator[P]:
    """The parts in their order, each once it is done; `make` writes the file of one.

    What is missing is made in so many processes, where one does not wait for those before it.
    """
    missing = [part for part in parts if not part.file.exists()]
    if not missing:
        yield from parts
        return
    with get_context("spawn").Pool(min(processes, len(missing)), begin_process) as pool:
        made = pool.imap(make, missing)
        waiting = {part.file for part in missing}
        for part in parts:
            yield next(made) if part.file in waiting else part
