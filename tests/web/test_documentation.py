"""The page of the API in a browser: examples can be looked at, on a phone too, without a script."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import NewPage
from tests.web.service import Service
from tests.web.test_accessibility import WINDOWS, clean
from tests.web.test_matches import PHONE
from tests.web.test_size import BUSY

MOST_BYTES = 100_000
FIRST_OPERATION_MS = 500
OPEN_ALL = "document.querySelectorAll('details').forEach((one) => { one.open = true; })"
OPEN_SOME = (
    "document.querySelectorAll('details').forEach((one, at) => { one.open = at % 31 === 0; })"
)
NO_COMPLAINT = "no message of the console is expected"


def shown(page: Page, service: Service, place: str = "") -> Page:
    page.goto(f"{service.address}/docs/{place}")
    expect(page.get_by_role("heading", name="GET /v1/games All games")).to_be_visible()
    return page


def test_it_shows_operations_and_a_recorded_answer_to_who_has_keys_only(
    service: Service, new_page: NewPage
) -> None:
    page = shown(new_page(NO_COMPLAINT, java_script_enabled=False), service)
    answer = page.get_by_label("Example of answer 200, application/json").first
    expect(answer).to_be_hidden()
    page.get_by_role("link", name="schemas", exact=True).focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(answer).to_be_visible()
    expect(answer).to_contain_text('"id": "montana"')
    expect(page.get_by_label("Command").first).to_contain_text('curl -sS \\\n  "$URL/v1/games"')


def test_a_link_opens_what_it_leads_to(service: Service, new_page: NewPage) -> None:
    page = shown(new_page(NO_COMPLAINT), service, "#submit_action")
    expect(page.get_by_text("Needs a seat token, and the version of the match")).to_be_visible()
    page.locator("#submit_action").get_by_role("link", name="NewAction").click()
    expect(page.locator("#NewAction")).to_be_in_viewport()


def test_the_policy_has_nothing_to_complain_of(service: Service, new_page: NewPage) -> None:
    page = new_page(NO_COMPLAINT)
    page.add_init_script(
        "window.refused = [];"
        "addEventListener('securitypolicyviolation', (one) => refused.push(one.blockedURI))"
    )
    shown(page, service)
    page.evaluate(OPEN_ALL)
    assert page.evaluate("refused") == []


@pytest.mark.parametrize("window", WINDOWS, ids=["light", "dark", "phone", "dark phone"])
def test_axe_finds_nothing_in_it(
    service: Service, new_page: NewPage, window: dict[str, Any]
) -> None:
    page = shown(new_page(**window), service)
    page.evaluate(OPEN_SOME)
    clean(page, "operations and schemas, opened")


def test_nothing_is_wider_than_a_phone(service: Service, new_page: NewPage) -> None:
    page = shown(new_page(viewport=PHONE, has_touch=True, is_mobile=True), service)
    page.evaluate(OPEN_ALL)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_it_is_small_and_soon_there(service: Service, new_page: NewPage) -> None:
    page = shown(new_page(), service)
    sent = page.evaluate("performance.getEntriesByType('navigation')[0].encodedBodySize")
    assert 0 < sent <= MOST_BYTES
    loaded = page.evaluate("performance.getEntriesByType('resource').map((one) => one.name)")
    assert {name.removeprefix(service.address) for name in loaded} <= {"/web/icon.svg"}
    assert min(reloaded(page) for _ in range(5)) < BUSY * FIRST_OPERATION_MS


def reloaded(page: Page) -> float:
    """Milliseconds from a reload to the first that is painted, which operations are part of."""
    page.reload()
    painted: float = page.evaluate("""() => new Promise((found) => {
      new PerformanceObserver((list) => {
        const [first] = list.getEntriesByName("first-contentful-paint");
        if (first) found(first.startTime);
      }).observe({ type: "paint", buffered: true });
    })""")
    return painted
