"""The table in the browser: how soon it is drawn, and how soon again after an action."""

from __future__ import annotations

import os
import shutil
import statistics
import sys
from typing import Any

import requests
from playwright.sync_api import Page, sync_playwright

from bench.figure import Figure
from bench.running import serving

GAMES = ("great_western_trail", "montana", "santa_fe", "steam")
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
RELOADS = 9
ACTIONS = 25
KEEP = """async (created) => (await import("/web/tokens.js")).keepCreated(created)"""
WATCH = """() => new MutationObserver(() => { window.drawn = performance.now(); })
  .observe(document.querySelector(".sheet"), { childList: true })"""
ACT = """async ([path, token]) => {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const { actions, version } = await (await fetch(`${path}/legal-actions`, { headers })).json();
  const body = JSON.stringify({ action: actions[0].action, version });
  delete window.drawn;
  const answered = await fetch(`${path}/actions`, { method: "POST", headers, body });
  window.answered = performance.now();
  return answered.status;
}"""
"""Takes the first action with a seat's token, past the page, which learns of it by its stream."""


def figures() -> list[Figure]:
    """The figures of the games together; none where there is no Chromium, which is said."""
    executable = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if executable is None:
        print("No table is drawn: install chromium, or name one in CHROMIUM.", file=sys.stderr)
        return []
    with serving() as running, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        address = f"http://127.0.0.1:{running.port}"
        first, again, asked = [], [], []
        for game in GAMES:
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            created = seat_people(page, address, game)
            first.append(statistics.median(first_table(page) for _ in range(RELOADS)))
            traffic = Traffic(page)
            waits = redraws(page, address, created)
            again.append(statistics.median(waits))
            asked.append((traffic.requests / len(waits), traffic.bytes / len(waits) / 1000))
            page.close()
        browser.close()
    beside = ", ".join(GAMES)
    return [
        Figure("table: first drawn, slowest game", round(max(first)), "ms", "<= 500", beside),
        Figure("table: redrawn after an action", round(max(again)), "ms", "<= 100", beside),
        Figure("table: of a redraw", round(max(many for many, _ in asked), 1), "requests", "<= 2"),
        Figure("table: of a redraw", round(max(size for _, size in asked), 1), "KB", "<= 25"),
    ]


class Traffic:
    """What a page asks for from now on, and how much it is sent, but for what `ACT` asks itself."""

    def __init__(self, page: Page) -> None:
        self.requests = self.bytes = 0
        self.own: set[str] = set()
        session = page.context.new_cdp_session(page)
        session.on("Network.requestWillBeSent", self._note_request)
        session.on("Network.dataReceived", self._note_bytes)
        session.send("Network.enable")

    def _note_request(self, message: dict[str, Any]) -> None:
        path = message["request"]["url"].partition("?")[0]
        if path.endswith(("/actions", "/legal-actions")):
            self.own.add(message["requestId"])
        else:
            self.requests += 1

    def _note_bytes(self, message: dict[str, Any]) -> None:
        if message["requestId"] not in self.own:
            self.bytes += message["encodedDataLength"] or message["dataLength"]


def seat_people(page: Page, address: str, game: str) -> dict[str, Any]:
    """A match of people alone, whose tokens the browser has."""
    seats = requests.get(f"{address}/v1/games/{game}", timeout=10).json()["seats"]["min"]
    body = {"game": game, "seats": [{"kind": "human"}] * seats}
    answered = requests.post(f"{address}/v1/matches", json=body, timeout=10)
    answered.raise_for_status()
    created: dict[str, Any] = answered.json()
    page.goto(f"{address}/web/")
    page.evaluate(KEEP, created)
    page.goto(f"{address}/web/table.html#match={created['id']}")
    page.wait_for_selector(".sheet svg")
    return created


def first_table(page: Page) -> float:
    """Milliseconds from a reload to the first picture."""
    page.reload()
    page.wait_for_selector(".sheet svg")
    drawn: float = page.evaluate("performance.getEntriesByName('first-table')[0].startTime")
    return drawn


def redraws(page: Page, address: str, created: dict[str, Any]) -> list[float]:
    """Milliseconds from the answer to an action to the picture after it, of many actions."""
    path = f"{address}/v1/matches/{created['id']}"
    owner = {"Authorization": f"Bearer {created['owner_token']}"}
    tokens = {seat["seat"]: seat["token"] for seat in created["seats"]}
    page.evaluate(WATCH)
    waits = []
    for _ in range(ACTIONS):
        shown = requests.get(path, headers=owner, timeout=10).json()
        if not shown["to_act"]:
            break
        page.evaluate(ACT, [path, tokens[shown["to_act"][0]]])
        page.wait_for_function("() => window.drawn !== undefined")
        waits.append(page.evaluate("window.drawn - window.answered"))
    return waits
