"""A table whose bots are halted, or whose match cannot be read, says so in the browser."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from railhead.service.core.matches import Matches, open_matches
from railhead.service.running.embedded_store import Embedded
from railhead.service.settings import Settings
from tests.http.api import Api
from tests.http.test_halted import halt, waiting_for_a_bot
from tests.web.service import Service
from tests.web.test_table import sit


@pytest.fixture(scope="module")
def idle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Service, Path]]:
    """A service of which no bot plays: a thought takes longer than any test."""
    folder = tmp_path_factory.mktemp("halted")
    started = Service(
        folder, RAILHEAD_BOT_BUDGET_FACTOR="100", RAILHEAD_EXTRA_GAMES="examples.veil"
    )
    started.start()
    yield started, folder
    started.stop()


@pytest.fixture
def matches(idle: tuple[Service, Path]) -> Iterator[Matches]:
    opened = open_matches(replace(Settings(), redis_url=Embedded(idle[1]).url))
    yield opened
    opened.close()


def test_halted_bots_and_damage_are_said_at_the_table(
    idle: tuple[Service, Path], matches: Matches, page: Page
) -> None:
    service, _ = idle
    made = waiting_for_a_bot(Api(service.address))
    match_id = made.created["id"]
    sit(page, service, made.created)
    expect(page.locator("#standing")).to_contain_text("is thinking")
    expect(page.locator("#halted")).to_be_hidden()
    halt(matches, match_id)
    expect(page.locator("#halted")).to_contain_text("failed again and again")
    expect(page.locator("#standing")).to_contain_text("does not play on")
    expect(page.locator("#announcer")).to_contain_text("do not play on")
    page.reload()
    expect(page.locator("#halted")).to_be_visible()
    assert matches.store.halted_turns.take_up(match_id)
    expect(page.locator("#halted")).to_be_hidden()
    expect(page.locator("#standing")).to_contain_text("is thinking")
    (key,) = matches.store.reader.keys(f"match:*{match_id}:head")
    matches.store.writer.set(key, b"\xff not a head")
    page.reload()
    expect(page.locator("#message")).to_contain_text("cannot be read")
    expect(page.locator("#message")).to_contain_text("Ask the operator")
