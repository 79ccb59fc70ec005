"""Client processes that play matches over HTTP, repeat what got no answer, and keep a record."""

from __future__ import annotations

import heapq
import itertools
import json
import threading
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from hashlib import blake2b
from multiprocessing.queues import Queue
from multiprocessing.sharedctypes import SynchronizedArray
from multiprocessing.synchronize import Event
from pathlib import Path
from random import Random
from typing import Any

import requests

from tests.chaos.history import Operation, operation_line

COUNTS = ("started", "over", "acknowledged", "reads", "repeated", "failures", "gone", "set back")
"""What every client counts; `failures` are answers 500."""
ANSWER_SECONDS = 12.0
LONGEST_PAUSE = 1.0
GIVE_UP_SECONDS = 30.0
"""For how long a match must be said not to exist to count as gone."""
AGAIN = (408, 429, 500, 502, 503)


@dataclass(frozen=True)
class Plan:
    """What one client process does."""

    name: str
    number: int
    clients: int
    urls: tuple[str, ...]
    matches: int
    live: int
    """How many matches of its own it plays at once."""
    games: tuple[str, ...]
    seed: int
    folder: Path
    threads: int
    deadline: float
    """When it stops, whatever is left: of the monotonic clock."""


@dataclass
class Shared:
    """What client processes and the one that started them share."""

    counts: SynchronizedArray[int]
    inboxes: list[Queue[Seat]]
    faults_over: Event
    stop: Event


@dataclass(frozen=True)
class Seat:
    """A seat of a match, to be played by whoever is handed it."""

    match: str
    number: int
    token: str
    owner: str
    counts: bool
    """Whether its player counts the match as over, and looks on with the owner's token."""


@dataclass
class Chair:
    """A seat that is being played, and the submission that has no answer yet."""

    seat: Seat
    chance: Random
    version: int | None = None
    nonce: str | None = None
    pending: Operation | None = None
    missing_since: float | None = None
    pause: float = 0.0


@dataclass
class Opening:
    """A creation that has no answer yet."""

    number: int
    draft: Operation
    body: dict[str, Any]
    pause: float = 0.0


Task = Chair | Opening


class UnexpectedAnswer(Exception):
    """The service said something that no fault excuses."""


class Client:
    """One process: its threads take turns at whatever is due."""

    def __init__(self, plan: Plan, shared: Shared) -> None:
        self.plan = plan
        self.shared = shared
        self.chance = Random(plan.seed * 1000 + plan.number)
        self.lock = threading.Lock()
        self.due: list[tuple[float, int, Task]] = []
        self.order = itertools.count()
        self.begun = 0
        self.own_live = 0
        self.busy = 0
        self.crashed = False
        self.local = threading.local()
        self.written = (plan.folder / f"{plan.name}.jsonl").open("w", encoding="utf-8")

    def run(self) -> None:
        """Play until all matches are over, the faults too, or it is told to stop."""
        with ThreadPoolExecutor(self.plan.threads) as pool:
            at_work = [pool.submit(self._work) for _ in range(self.plan.threads)]
        for _, _, task in self.due:
            draft = task.draft if isinstance(task, Opening) else task.pending
            if draft is not None:
                self._write(replace(draft, outcome="unknown"))
        self.written.close()
        for one in at_work:
            one.result()

    def _work(self) -> None:
        while not self._ended():
            task = self._next()
            if task is None:
                time.sleep(0.02)
                continue
            try:
                self._step(task)
            except BaseException:
                self.crashed = True
                raise

    def _step(self, task: Task) -> None:
        try:
            again = self._open(task) if isinstance(task, Opening) else self._play(task)
        except requests.RequestException:
            again = self._backing_off(task)
        with self.lock:
            self.busy -= 1
            if again is not None:
                self._put(task, again)

    def _ended(self) -> bool:
        if self.crashed or self.shared.stop.is_set() or time.monotonic() > self.plan.deadline:
            return True
        own = self.shared.counts
        with self.lock:
            idle = not self.due and not self.busy and not self._wants_more()
        started, over = sum(own[0 :: len(COUNTS)]), sum(own[1 :: len(COUNTS)])
        gone = sum(own[6 :: len(COUNTS)])
        return idle and self.shared.faults_over.is_set() and started <= over + gone

    def _wants_more(self) -> bool:
        return self.begun < self.plan.matches or not self.shared.faults_over.is_set()

    def _next(self) -> Task | None:
        """The task that is due first, or a new one; None where there is nothing to do now."""
        inbox = self.shared.inboxes[self.plan.number]
        with self.lock:
            while not inbox.empty():
                self._put(Chair(inbox.get(), Random(self.chance.random())), 0)
            if self.due and self.due[0][0] <= time.monotonic():
                self.busy += 1
                return heapq.heappop(self.due)[2]
            if self.own_live < self.plan.live and self._wants_more():
                self.begun += 1
                self.own_live += 1
                self.busy += 1
                self._count("started")
                return self._new()
        return None

    def _put(self, task: Task, pause: float) -> None:
        heapq.heappush(self.due, (time.monotonic() + pause, next(self.order), task))

    def _count(self, name: str) -> None:
        place = self.plan.number * len(COUNTS) + COUNTS.index(name)
        with self.shared.counts.get_lock():
            self.shared.counts[place] += 1

    def _write(self, operation: Operation) -> None:
        with self.lock:
            self.written.write(operation_line(operation) + "\n")

    def _asked(self, method: str, path: str, **rest: Any) -> requests.Response:
        """The answer of any of the APIs; a connection is kept for each."""
        if not hasattr(self.local, "session"):
            self.local.session = requests.Session()
            self.local.session.trust_env = False
        url = self.chance.choice(self.plan.urls) + path
        answer: requests.Response = self.local.session.request(
            method, url, timeout=ANSWER_SECONDS, **rest
        )
        if answer.status_code == 500:
            self._count("failures")
        return answer

    # Creating.

    def _new(self) -> Opening:
        number = self.begun
        against_bot = number % 2 == 0
        other = {"kind": "bot", "level": "easy"} if against_bot else {"kind": "human", "name": "b"}
        body: dict[str, Any] = {
            "game": self.chance.choice(self.plan.games),
            "seats": [{"kind": "human", "name": "a"}, other],
        }
        if self.chance.random() < 0.5:
            body["seed"] = self.chance.randrange(1000)
        draft = Operation(
            self.plan.name, "", "create", time.monotonic(), None, "ok", key=uuid.uuid4().hex
        )
        return Opening(number, draft, body)

    def _open(self, task: Opening) -> float | None:
        draft = task.draft
        headers = {"Idempotency-Key": draft.key}
        answer = self._asked("POST", "/v1/matches", json=task.body, headers=headers)
        if answer.status_code in AGAIN:
            self._count("repeated")
            task.draft = replace(draft, attempts=draft.attempts + 1)
            return self._backing_off(task)
        if answer.status_code != 201:
            raise UnexpectedAnswer(f"a creation was refused: {answer.text}")
        made = answer.json()
        done = replace(draft, match=made["id"], version=made["version"], end=time.monotonic())
        self._write(done)
        owner = made["owner_token"]
        for seat in made["seats"]:
            if seat["kind"] == "human":
                to = (self.plan.number + seat["seat"]) % self.plan.clients
                chair = Seat(made["id"], seat["seat"], seat["token"], owner, seat["seat"] == 0)
                self.shared.inboxes[to].put(chair)
        return None

    def _backing_off(self, task: Task) -> float:
        task.pause = min(LONGEST_PAUSE, 0.1 + 2 * task.pause)
        return task.pause

    # Playing.

    def _play(self, chair: Chair) -> float | None:
        """One step of a seat; how long until the next one, None where there is none."""
        if chair.pending is not None:
            return self._submit(chair)
        if chair.seat.counts and chair.chance.random() < 0.1:
            self._read(chair, None)
        shown = self._read(chair, chair.seat.number)
        if shown is None:
            since = chair.missing_since
            if since is None or time.monotonic() < since + GIVE_UP_SECONDS:
                return self._backing_off(chair)
            self._leave(chair, "gone")
            return None
        return self._go_on(chair, shown)

    def _leave(self, chair: Chair, counted: str) -> None:
        if chair.seat.counts:
            self._count(counted)
            with self.lock:
                self.own_live -= 1

    def _go_on(self, chair: Chair, shown: dict[str, Any]) -> float | None:
        chair.pause = 0.0
        chair.version, chair.nonce = shown["version"], shown.get("updated_at")
        if shown["status"] == "over":
            self._leave(chair, "over")
            return None
        if chair.seat.number not in shown["to_act"]:
            return chair.chance.uniform(0.02, 0.2)
        action = chair.chance.choice(shown["legal_actions"]["actions"])["action"]
        chair.pending = Operation(
            self.plan.name,
            chair.seat.match,
            "submit",
            time.monotonic(),
            None,
            "ok",
            seat=chair.seat.number,
            before=shown["version"],
            action=action,
            key=uuid.uuid4().hex,
            attempts=0,
        )
        return 0.0

    def _path(self, chair: Chair) -> str:
        return f"/v1/matches/{chair.seat.match}"

    def _read(self, chair: Chair, seat: int | None) -> dict[str, Any] | None:
        """What a seat or a spectator sees now; None where no answer says that."""
        token = chair.seat.owner if seat is None else chair.seat.token
        headers = {"Authorization": f"Bearer {token}"}
        path = self._path(chair) + "?include=legal-actions"
        if seat is not None and chair.version is not None and chair.chance.random() < 0.3:
            path += "&wait=2"
            headers["If-None-Match"] = f'"{chair.version}"'
        start = time.monotonic()
        answer = self._asked("GET", path, headers=headers)
        end = time.monotonic()
        read = Operation(self.plan.name, chair.seat.match, "read", start, end, "ok", seat)
        if answer.status_code == 304:
            self._write(replace(read, version=chair.version, nonce=chair.nonce))
            return None
        if answer.status_code != 200:
            refusal = f"{answer.status_code} {answer.json()['type'].rpartition('/')[2]}"
            self._write(replace(read, outcome="refused", refusal=refusal))
            self._maybe_missing(chair, answer)
            if answer.status_code == 409:
                self._count("set back")
                chair.version = None
            return None
        chair.missing_since = None
        shown: dict[str, Any] = answer.json()
        self._count("reads")
        self._write(_with_content(replace(read, nonce=shown["updated_at"]), shown))
        return shown

    def _maybe_missing(self, chair: Chair, answer: requests.Response) -> None:
        if answer.status_code in (401, 404) and chair.missing_since is None:
            chair.missing_since = time.monotonic()

    def _submit(self, chair: Chair) -> float | None:
        """Send what is pending, as often as it takes, until an answer says what became of it."""
        pending = chair.pending
        assert pending is not None
        body = {"action": pending.action, "version": pending.before}
        headers = {
            "Authorization": f"Bearer {chair.seat.token}",
            "Idempotency-Key": pending.key,
        }
        if not pending.attempts:
            pending = replace(pending, start=time.monotonic())
        chair.pending = pending = replace(pending, attempts=pending.attempts + 1)
        path = self._path(chair) + "/actions?include=legal-actions"
        answer = self._asked("POST", path, json=body, headers=headers)
        if answer.status_code in AGAIN:
            self._count("repeated")
            return self._backing_off(chair)
        pending = replace(pending, end=time.monotonic())
        chair.pending = None
        shown = answer.json()
        if answer.status_code == 200:
            events = shown["events"]
            pending = replace(pending, first=events[0]["version"])
            self._write(_with_content(pending, shown))
            self._count("acknowledged")
            return self._go_on(chair, shown)
        refusal = shown["type"].rpartition("/")[2]
        self._write(replace(pending, outcome="refused", refusal=refusal))
        self._maybe_missing(chair, answer)
        if refusal == "match-went-back":
            self._count("set back")
        chair.version = None
        return self._backing_off(chair)


def digest(shown: dict[str, Any]) -> str:
    """A digest of a table: the view, whose turn it is, and how it ended."""
    table = [shown[name] for name in ("view", "status", "to_act", "result")]
    return blake2b(json.dumps(table, sort_keys=True).encode(), digest_size=8).hexdigest()


def _with_content(operation: Operation, shown: dict[str, Any]) -> Operation:
    return replace(operation, version=shown["version"], content=digest(shown))


def play(plan: Plan, shared: Shared) -> None:
    """What a client process does."""
    Client(plan, shared).run()
