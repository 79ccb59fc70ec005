"""No log of a run has a secret in it, whatever goes wrong: not a token, not an idempotency key."""

from __future__ import annotations

import io
import secrets
import sys

import pytest
import requests
import structlog

from railhead.service.core.matches import Matches
from railhead.service.logs import configure
from railhead.service.settings import Settings
from railhead.service.store.keys import match_key
from tests.http.api import Api, SeatedMatch
from tests.ports import free_port
from tests.service.conftest import Processes, Started, eventually

FORMATS = ["console", "json"]


class Run:
    """A whole service whose processes write one log, and all secrets that were used with it."""

    def __init__(self, processes: Processes, store_url: str, log_format: str) -> None:
        port = free_port()
        self.process: Started = processes.start(
            "serve",
            REDIS_URL=store_url,
            RAILHEAD_PORT=str(port),
            RAILHEAD_WORKERS="1",
            RAILHEAD_BOT_BUDGET_FACTOR="0.02",
            RAILHEAD_LOG_FORMAT=log_format,
            RAILHEAD_LOG_LEVEL="debug",
            RAILHEAD_WEBHOOK_PRIVATE_ADDRESSES="127.0.0.0/8",
        )
        eventually(lambda: "Railhead is ready" in self.text() or self.process.poll(), 120)
        self.api = Api(f"http://127.0.0.1:{port}")
        self.secrets: set[str] = set()

    def text(self) -> str:
        return self.process.log.read_text()

    def key(self) -> dict[str, str]:
        """The header with a new idempotency key."""
        key = secrets.token_hex(12)
        self.secrets.add(key)
        return {"Idempotency-Key": key}

    def created(self, game: str, *kinds: str) -> SeatedMatch:
        seats = [{"kind": "human"} if k == "h" else {"kind": "bot", "level": k} for k in kinds]
        body = {"game": game, "seats": seats}
        created = self.api.post("/v1/matches", json=body, headers=self.key()).json()
        match = SeatedMatch(self.api, created)
        self.secrets |= {created["owner_token"]}
        self.secrets |= {seat["token"] for seat in created["seats"] if "token" in seat}
        return match


@pytest.fixture(params=FORMATS)
def run(processes: Processes, matches: Matches, request: pytest.FixtureRequest) -> Run:
    return Run(processes, matches.store.settings.redis_url, request.param)


@pytest.mark.sampled
def test_no_log_has_a_secret_whatever_fails(run: Run, matches: Matches) -> None:
    broken = run.created("veil", "h", "h")
    legal = broken.legal(0)
    matches.store.writer.set(match_key(broken.created["id"], "head"), b"nothing of ours")
    action = {"action": legal["actions"][0]["action"], "version": legal["version"] + 1}
    answers: list[requests.Response] = []
    for seat in broken.seats.values():
        answers += [seat.get(broken.path), seat.get(f"{broken.path}/legal-actions")]
        answers += [seat.post(f"{broken.path}/actions", json=action, headers=run.key())]
        answers += [seat.get(f"{broken.path}?wait=1", headers={"If-None-Match": '"0"'})]
    answers += [broken.owner.get(broken.path)]
    assert {answered.status_code for answered in answers} == {500}

    lost = run.created("veil", "h", "h")
    matches.store.writer.set(match_key(lost.created["id"], "log"), b"no stream")
    legal = lost.legal(0)
    action = {"action": legal["actions"][0]["action"], "version": legal["version"]}
    answered = lost.seats[0].post(f"{lost.path}/actions", json=action, headers=run.key())
    assert answered.status_code == 503

    client = run.api.post("/v1/clients", json={"name": "hooked"}).json()
    hooked = run.api.holding(client["token"])
    url = f"http://127.0.0.1:{free_port()}/{secrets.token_hex(12)}"
    secret = hooked("PUT", "/v1/me/webhook", json={"url": url}).json()["secret"]
    run.secrets |= {
        client["token"],
        url,
        secret,
        hooked.post("/v1/me/webhook/secret").json()["secret"],
    }
    assert hooked.post("/v1/me/webhook/test").status_code == 202
    page = "/v1/me/webhook/deliveries"
    eventually(lambda: hooked.get(page).json()["deliveries"][0]["status"] == "failed")

    whole = run.created("veil", "h", "h")
    assert whole.act(0, headers=run.key()).status_code == 200
    run.created("failing_search", "easy", "easy")
    eventually(lambda: "search failed" in run.text())
    unreadable = run.created("failing_search", "easy", "easy")
    matches.store.writer.set(match_key(unreadable.created["id"], "head"), b"nothing of ours")
    for token in ("a" * 32, "junk token"):
        run.secrets.add(token)
        run.api.holding(token).get(whole.path)

    run.process.terminate()
    assert run.process.wait(60) == 0
    text = run.text()
    assert text.count("Traceback (most recent call last)") >= len(answers)
    assert text.count("request failed") > len(answers)
    assert len(run.secrets) > 15
    assert not [secret for secret in run.secrets if secret in text]


class Written(io.StringIO):
    """Keeps what each call writes apart."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []

    def write(self, text: str) -> int:
        self.parts.append(text)
        return super().write(text)


def test_a_line_is_written_at_once_with_its_end(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else lines of several processes mix, where standard error is not buffered."""
    error = Written()
    monkeypatch.setattr(sys, "stderr", error)
    kept = structlog.get_config()
    try:
        configure(settings)
        structlog.get_logger().warning("one")
        structlog.get_logger().warning("two")
    finally:
        structlog.configure(**kept)
    assert [part.endswith("\n") for part in error.parts] == [True, True]
