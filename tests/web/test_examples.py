"""The page of the examples that shows a table, over a line on which answers are lost."""

from __future__ import annotations

from pathlib import Path

import requests
from playwright.sync_api import expect

from tests.client.bad_line import FAULTS
from tests.client.faults import gateway
from tests.web.conftest import NewPage
from tests.web.service import Service

PAGE = Path("examples/table.html").resolve()
PATIENCE = 200_000


def test_a_match_is_watched_to_its_end(service: Service, new_page: NewPage) -> None:
    body = {
        "game": "montana",
        "options": {"round_limit": 4},
        "seats": [{"kind": "bot", "level": "easy"}] * 2,
        "visibility": "public",
    }
    match = requests.post(f"{service.address}/v1/matches", json=body, timeout=60).json()["id"]
    with gateway(service.address) as failing:
        lost = ["unsent", "unanswered", "half", "502", "503"]
        failing.faults["GET"] = [FAULTS[one] for one in lost]
        page = new_page(expected="Access to fetch at")
        page.goto(f"{PAGE.as_uri()}#{failing.url}/v1/matches/{match}")
        status = page.get_by_role("status")
        expect(status).to_have_text("The match is over.", timeout=PATIENCE)
        expect(page.locator("section svg")).to_be_visible()
        assert failing.faults["GET"] == [], "not all that can go wrong did"
        page.close()
