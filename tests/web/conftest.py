"""A service, and a browser that looks at it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.web.player import Player
from tests.web.service import Service

FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
WIDE = {"width": 1440, "height": 900}
PATIENCE = 60_000
FAILED = "Failed to load resource"
"""What the browser says of its own about answers that the page has a word for."""

NewPage = Callable[..., Page]


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service for all tests; none of them counts on what others have left."""
    started = Service(tmp_path_factory.mktemp("matches"))
    started.start()
    yield started
    started.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium as it is installed here."""
    with sync_playwright() as playwright:
        executable = os.environ.get("CHROMIUM") or "/usr/bin/chromium"
        open_page = playwright.chromium.launch(executable_path=executable, args=list(FLAGS))
        yield open_page
        open_page.close()


@pytest.fixture
def new_page(browser: Browser) -> Iterator[NewPage]:
    """Opens pages of people who share nothing; an error in one of them fails the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_page(expected: str | tuple[str, ...] = FAILED, **settings: Any) -> Page:
        def told(text: str) -> None:
            if not text.startswith(FAILED) and not text.startswith(expected):
                errors.append(text)

        context = browser.new_context(**{"viewport": WIDE, **settings})
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: told(said.text) if said.type == "error" else None)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture
def page(new_page: NewPage) -> Page:
    """A page in a large window."""
    return new_page()


@pytest.fixture
def player(page: Page) -> Player:
    """Somebody at that page."""
    return Player(page, Random(7))
