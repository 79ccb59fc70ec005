"""Calls operations of the contract one after the other, and keeps what was sent and answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import requests

from railhead.service.features import ROUTES
from railhead.service.http.route import Route
from tests.http.api import Api
from tests.recording.names import Names
from tests.recording.shortening import shortened

BY_NAME: Final = {route.name: route for route in ROUTES}
WHOLE: Final = ("put_my_data", "import_match", "export_match", "create_match")
"""Operations whose example is as long as it is: what they send must work when it is sent."""

JSON: Final = ("application/json", "application/schema+json")

Examples = dict[str, dict[str, Any]]


@dataclass
class Telling:
    """One telling of the story: what it has recorded, and what stands for what.

    With `written`, the examples of the contract, it sends these in place of what the story has,
    and records what the story would have sent.
    """

    anybody: Api
    names: Names = field(default_factory=Names)
    recorded: Examples = field(default_factory=dict)
    written: Mapping[str, Mapping[str, Any]] | None = None

    def tell(
        self, caller: Api, operation: str, body: Any = None, query: str = "", **path: Any
    ) -> Any:
        """The answer to an operation, which must be a good one; recorded, the first of a status."""
        route, first = BY_NAME[operation], operation not in self.recorded
        said = {"path": path, **({} if body is None else {"request": body})}
        kept = self.recorded.setdefault(operation, {**said, "answers": {}})
        if first and self.written is not None:
            said = self.names.live(self.written[operation])
        answered = _sent(caller, route, said, query)
        answer = _json_of(answered)
        self.names.learn(operation, answer if route.method != "get" else None)
        if answer is not None and str(answered.status_code) not in kept["answers"]:
            kept["answers"][str(answered.status_code)] = answer
        return answer

    def examples(self) -> Examples:
        """All that was recorded, with fixed values for what varies, and short."""
        return {
            name: self.names.fixed(kept if name in WHOLE else _short(kept))
            for name, kept in self.recorded.items()
        }


def _sent(caller: Api, route: Route, said: Mapping[str, Any], query: str) -> requests.Response:
    rest = {"json": said["request"]} if "request" in said else {}
    answered = caller(route.method.upper(), route.path.format(**said["path"]) + query, **rest)
    assert answered.status_code in route.answers, (route.name, answered.text)
    assert answered.ok, (route.name, answered.text)
    return answered


def _json_of(answered: requests.Response) -> Any:
    kind = answered.headers.get("Content-Type", "").partition(";")[0]
    return answered.json() if kind in JSON and answered.content else None


def _short(kept: Mapping[str, Any]) -> dict[str, Any]:
    return {**kept, "answers": shortened(kept["answers"])}
