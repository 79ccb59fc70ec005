"""`python -m tests.web.screenshot docs/pictures/table.png`: the picture at the top of the README.

`pngquant --force --ext .png 96` then takes two thirds of its bytes.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from random import Random

from playwright.sync_api import Page, sync_playwright

from tests.web.conftest import FLAGS
from tests.web.player import Player
from tests.web.service import Service

GAME = "Steam"
MOVES = 70
"""Late enough for networks to meet, early enough for room on the map."""


def play_by_bot(page: Page, address: str) -> None:
    """Create a match, let a bot play the own seat for a while, and take the seat back."""
    player = Player(page, Random(1))
    player.create(address, GAME)
    page.get_by_text("Leave the seat").first.click()
    page.get_by_role("button", name="Let a bot play").first.click()
    page.wait_for_function("(moves) => Number(document.body.dataset.version) > moves", arg=MOVES)
    page.get_by_role("button", name="Take the seat back").click()
    player.wait_for_turn()
    page.wait_for_timeout(1_000)


def main(file: str) -> None:
    service = Service(Path(tempfile.mkdtemp()), RAILHEAD_BOT_BUDGET="0.2")
    service.start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path="/usr/bin/chromium", args=list(FLAGS)
            )
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.set_default_timeout(120_000)
            play_by_bot(page, service.address)
            page.screenshot(path=file)
            browser.close()
    finally:
        service.stop()


if __name__ == "__main__":
    main(sys.argv[1])
