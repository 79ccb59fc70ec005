"""The examples of the contract, as a service gave them: `make examples` records them anew."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import orjson

RECORDED: Final = Path(__file__).with_suffix(".json")


@dataclass(frozen=True)
class Example:
    """One operation of the recording.

    `path` has its parameters by name, `request` its body, null for none, and `answers` its good
    answers in JSON by status, such as `"200"`; long lists in them are cut.
    """

    path: Mapping[str, Any]
    request: Any
    answers: Mapping[str, Any]


@cache
def _all() -> Mapping[str, Any]:
    found: dict[str, Any] = orjson.loads(RECORDED.read_bytes())
    return found


def recorded_example(operation: str) -> Example:
    """The example of an operation, one of empty words where the recording has none yet.

    So a service with a new operation can show its contract while its example is recorded.
    """
    one = _all().get(operation, {"path": defaultdict(str), "answers": {}})
    return Example(one["path"], one.get("request"), one["answers"])
