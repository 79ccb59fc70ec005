"""`python -m tests.web.late_tables`: a late table of each game for its card in the lobby."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, ViewportSize, sync_playwright

from railhead.games.game import Ruleset
from railhead.games.registry import shipped_rulesets
from tests.http.api import Api, SeatedMatch
from tests.web.conftest import FLAGS
from tests.web.service import Service

FOLDER = Path("web/pictures")
SIZE: ViewportSize = {"width": 480, "height": 300}
QUALITY = 70
LATE = 0.75
"""How much of the match has been played."""
SEED = 11


def play_bots(api: Api, ruleset: Ruleset) -> tuple[SeatedMatch, int]:
    """A match that bots have played to its end, and its last version."""
    bots = [{"kind": "bot", "level": "easy"}] * (ruleset.min_seats + 1)
    match = api.created(game=ruleset.id, seats=bots, seed=SEED)
    while (shown := match.owner.get(match.path).json())["status"] != "over":
        time.sleep(0.5)
    return match, shown["version"]


def board(api: Api, ruleset: Ruleset) -> str:
    """The board of a match that bots have played, when it was three quarters over."""
    match, last = play_bots(api, ruleset)
    query = f"version={round(LATE * last)}&region=board"
    return str(match.owner.get(f"{match.path}/picture.svg?{query}").text)


def photograph(page: Page, svg: str, file: Path) -> None:
    """Keep the middle of a picture as a small file."""
    page.set_content(
        f"<style>body {{ margin: 0 }} svg {{ width: 100%; height: auto }}</style>{svg}"
    )
    page.evaluate("scrollTo(0, (document.body.scrollHeight - innerHeight) / 2)")
    page.screenshot(path=file, type="jpeg", quality=QUALITY)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    service = Service(Path(tempfile.mkdtemp()))
    service.start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path="/usr/bin/chromium", args=list(FLAGS)
            )
            page = browser.new_page(viewport=SIZE)
            for ruleset in shipped_rulesets().values():
                photograph(page, board(Api(service.address), ruleset), FOLDER / f"{ruleset.id}.jpg")
            browser.close()
    finally:
        service.stop()


if __name__ == "__main__":
    main()
