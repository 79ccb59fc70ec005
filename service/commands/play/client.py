"""The public API as the terminal client speaks it: patient, and safe to repeat.

All text of an answer comes without characters that a terminal would obey.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from email.utils import parsedate_to_datetime
from typing import Any

import click
import requests

WAIT_SECONDS = 30
HINT_SECONDS = 2
TRIES = 5
"""How often a request is sent that the service says to send again later."""
PAGE = 1000
"""How many events are asked for at once."""
PAUSES = (0.5, 1, 2, 4)
"""Seconds between attempts to find a connection again; the last goes on."""
CUT_OFF = (
    requests.ConnectionError,
    requests.Timeout,
    requests.exceptions.ChunkedEncodingError,
)
GATEWAY_STATUSES = (502, 504)
"""What something between us and the service says while it does not reach it."""


class Refused(click.ClickException):
    """The service answered with a problem document."""

    def __init__(self, answer: requests.Response) -> None:
        try:
            problem = printable(answer.json())
        except requests.JSONDecodeError:
            problem = {"title": f"HTTP status {answer.status_code}", "detail": answer.text[:200]}
        lines = [str(problem.get("detail") or problem.get("title"))]
        lines += [f"  {e['field']}: {e['problem']}" for e in problem.get("errors", [])]
        super().__init__("\n".join(lines))
        self.slug = str(problem.get("type", "")).rpartition("/")[2]
        self.status = answer.status_code


class Client:
    """The public API of one service, and of one match once there is one.

    `on_pause` hears why there is no answer yet, and None once there is one. Where it is set, a lost
    connection is looked for until it is found again.
    """

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        self.session = requests.Session()
        self.match = ""
        self.on_pause: Callable[[str | None], None] | None = None
        self.ahead = 0.0
        """By how many seconds our clock is ahead of the service's."""

    def twin(self) -> Client:
        """Another one for the same match, for use in another thread."""
        other = Client(self.url)
        other.session.headers.update(self.session.headers)
        other.match, other.on_pause = self.match, self.on_pause
        return other

    def call(self, method: str, path: str, **arguments: Any) -> requests.Response:
        """One request, repeated as `Retry-After` says where it is not taken.

        Raises `Refused` for a problem, `ClickException` without an answer. A repetition is safe:
        what changes something has an idempotency key, or names the version that it is about.
        """
        for last in (*[False] * (TRIES - 1), True):
            answer = self._send(method, path, **arguments)
            asked = answer.headers.get("Retry-After", "")
            pause = int(asked) if asked.isascii() and asked.isdecimal() else 0
            if answer.status_code >= 400 and (last or not 0 < pause <= WAIT_SECONDS):
                raise Refused(answer)
            time.sleep(pause)
            if answer.status_code < 400:
                break
        return answer

    def _send(self, method: str, path: str, **arguments: Any) -> requests.Response:
        attempts = 0
        while True:
            try:
                answer = self.session.request(
                    method, self.url + path, timeout=WAIT_SECONDS + 30, **arguments
                )
            except CUT_OFF as error:
                if self.on_pause is None:
                    raise click.ClickException(
                        f"no service answers at {self.url}; start one with `railhead serve`"
                    ) from error
            except (requests.RequestException, ValueError) as error:
                raise click.ClickException(f"{self.url} is no address: {error}") from error
            else:
                if self.on_pause is None or answer.status_code not in GATEWAY_STATUSES:
                    if attempts and self.on_pause is not None:
                        self.on_pause(None)
                    with suppress(KeyError, ValueError):
                        sent = parsedate_to_datetime(answer.headers["Date"])
                        self.ahead = time.time() - sent.timestamp()
                    return answer
            assert self.on_pause is not None
            self.on_pause("The connection is lost; trying again")
            time.sleep(PAUSES[min(attempts, len(PAUSES) - 1)])
            attempts += 1

    def rest(self, reason: str) -> None:
        """Let a moment pass because of something that passes."""
        if self.on_pause is not None:
            self.on_pause(reason)
        time.sleep(PAUSES[-1])
        if self.on_pause is not None:
            self.on_pause(None)

    def json(self, path: str, **parameters: Any) -> dict[str, Any]:
        """What is found at an address below `/v1`; raises as `call` does."""
        found: dict[str, Any] = printable(self.call("GET", path, params=parameters).json())
        return found

    def create(self, body: dict[str, Any]) -> dict[str, Any]:
        """Create a match and take its seat 0; returns the creation's answer."""
        key = {"Idempotency-Key": str(uuid.uuid4())}
        answer = self.call("POST", "/v1/matches", json=body, headers=key)
        created: dict[str, Any] = answer.json()
        self.resume(created["id"], created["seats"][0]["token"])
        return created

    def resume(self, match_id: str, token: str) -> None:
        """Play on in a match of which we hold a seat token."""
        self.match = f"/v1/matches/{match_id}"
        self.session.headers["Authorization"] = f"Bearer {token}"

    def read(self, after: int | None = None) -> dict[str, Any] | None:
        """The match with our legal actions.

        With `after`, once its version is another; None when that takes long.
        """
        headers = {} if after is None else {"If-None-Match": f'"{after}"'}
        parameters = {"include": "legal-actions"}
        waiting = parameters if after is None else {**parameters, "wait": str(WAIT_SECONDS)}
        answer = self.call("GET", self.match, headers=headers, params=waiting)
        return None if answer.status_code == 304 else printable(answer.json())

    def events(self, after: int) -> list[dict[str, Any]]:
        """All that has happened since a version."""
        found: list[dict[str, Any]] = []
        while True:
            page = self.json(f"{self.match}/events", after=after, limit=PAGE)
            found += page["events"]
            if page["next"] == after or len(page["events"]) < PAGE:
                return found
            after = page["next"]

    def act(self, action: str, version: int) -> None:
        """Submit an action for the decision that was open at `version`."""
        key = {"Idempotency-Key": str(uuid.uuid4())}
        body = {"action": action, "version": version}
        self.call("POST", f"{self.match}/actions", json=body, headers=key)

    def undo(self, to: int, version: int) -> None:
        """Go back to the position at `to`, from that at `version`."""
        self.call("POST", f"{self.match}/undo", json={"to": to, "version": version})

    def resign(self, seat: int, level: str) -> None:
        """Give our seat up for good; a bot of that level plays on, where anybody else plays."""
        body = {"kind": "bot", "level": level, "resign": True}
        self.call("PUT", f"{self.match}/seats/{seat}", json=body)

    def hint(self, seconds: int = HINT_SECONDS) -> dict[str, Any]:
        """An analysis of our decision, once the service has thought about it."""
        answer = self.call("POST", f"{self.match}/analyses", json={"seconds": seconds})
        place = answer.headers["Location"]
        return self.json(place, wait=WAIT_SECONDS)


def printable(value: Any) -> Any:
    """JSON with a space for each character that is no more than an order to a terminal."""
    if isinstance(value, str):
        return (
            value if value.isprintable() else "".join(c if c.isprintable() else " " for c in value)
        )
    if isinstance(value, list):
        return [printable(item) for item in value]
    if isinstance(value, dict):
        return {printable(key): printable(item) for key, item in value.items()}
    return value
