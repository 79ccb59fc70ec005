"""How much the table in the browser weighs, and how soon it is drawn."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

from tests.http.api import Api
from tests.web.conftest import NewPage
from tests.web.service import Service
from tests.web.test_table import SEATS, sit

SCRIPTS = sorted(Path("web").rglob("*.js"))
MOST_BYTES = 30_000
MOST_LINES = 400
FIRST_TABLE_MS = 500
BUSY = 4
"""A machine that runs all tests at once is so many times slower than one that does not."""


def test_the_scripts_are_small(service: Service, new_page: NewPage) -> None:
    made = Api(service.address).created(game="montana", seats=SEATS)
    page = new_page()
    page.goto(f"{service.address}/web/")
    page.wait_for_selector(".card")
    assert 0 < loaded(page) <= MOST_BYTES
    sit(page, service, made.created)
    assert 0 < loaded(page) <= MOST_BYTES


def loaded(page: Page) -> int:
    """How many bytes of scripts a page has been sent, compressed as they come."""
    found: int = page.evaluate("""() => performance.getEntriesByType("resource")
      .filter(({ name }) => name.endsWith(".js"))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)""")
    return found


def test_a_module_has_one_subject() -> None:
    for path in SCRIPTS:
        assert len(path.read_text(encoding="utf-8").splitlines()) < MOST_LINES, path


def test_the_first_table_is_drawn_soon(service: Service, new_page: NewPage) -> None:
    made = Api(service.address).created(game="montana", seats=SEATS)
    page = new_page()
    sit(page, service, made.created)
    assert min(first_drawn(page) for _ in range(5)) < BUSY * FIRST_TABLE_MS


def first_drawn(page: Page) -> float:
    """Milliseconds from a reload to the first picture."""
    page.reload()
    page.wait_for_selector(".sheet svg")
    drawn: float = page.evaluate("performance.getEntriesByName('first-table')[0].startTime")
    return drawn
