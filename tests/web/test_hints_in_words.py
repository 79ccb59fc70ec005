"""What searches found, in words: candidates by what they win, and the turning points of a match."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.http.api import Api
from tests.web.service import Service
from tests.web.test_table import sit

PEOPLE = [{"kind": "human"}, {"kind": "human"}]


def estimate(value: float) -> dict[str, float]:
    return {"low": value * 0.9, "value": value, "high": value * 1.1}


def candidate(label: str, win: float, score: float, visits: int) -> dict[str, Any]:
    return {
        "label": label,
        "action": label,
        "targets": [],
        "visits": visits,
        "win": estimate(win),
        "score": estimate(score),
    }


CANDIDATES = [
    candidate("most looked at", 0.35, 10.0, 900),
    candidate("best", 0.39, 12.0, 300),
    candidate("as good", 0.39, 11.95, 100),
]


def words_of(page: Page, service: Service, code: str, given: object) -> Any:
    page.goto(f"{service.address}/web/puzzles.html")
    return page.evaluate(f"(given) => import('/web/hint_words.js').then((words) => {code})", given)


def test_candidates_are_in_the_order_of_what_they_win(service: Service, page: Page) -> None:
    code = "words.byWorth(given).map(({ label }) => label)"
    assert words_of(page, service, code, CANDIDATES) == ["best", "as good", "most looked at"]


def test_a_candidate_is_told_beside_the_others(service: Service, page: Page) -> None:
    code = "given.map((one) => words.candidateInWords(one, given))"
    most, best, _ = words_of(page, service, code, CANDIDATES)
    assert most == (
        "Wins 35 % (32 % to 39 %) with 10.0 points: 4 % less and 2.0 points fewer than the best."
    )
    assert best.endswith(": as good as the next best.")
    (alone,) = words_of(page, service, code, CANDIDATES[:1])
    assert alone == "Wins 35 % (32 % to 39 %) with 10.0 points."


def test_a_candidate_says_where_its_points_come_from(service: Service, page: Page) -> None:
    sheets = [{"cattle": 3.0, "deep_wells": 4.0, "money": 2.0}, {"cattle": 1.0, "deep_wells": 4.5}]
    given = [{**one, "sheet": sheet} for one, sheet in zip(CANDIDATES[:2], sheets, strict=True)]
    code = "given.map((one) => words.candidateInWords(one, given))"
    other, best = words_of(page, service, code, given)
    assert other.endswith(" than the best. Why: Cattle +2.0, Money +2.0.")
    assert best.endswith(" than the next best. Why: Cattle −2.0, Deep wells +0.5.")


def test_the_line_is_told_in_labels_with_who_moves(service: Service, page: Page) -> None:
    line = [
        {"seat": seat, "label": label} for seat, label in ((0, "Hire"), (0, "Stop"), (1, "Bank"))
    ]
    code = "words.lineInWords(given, (seat) => `Seat ${seat}`)"
    assert words_of(page, service, code, line) == ("After “Hire” it may go on: Stop; Seat 1: Bank.")
    assert words_of(page, service, code, line[:1]) == ""


def test_turning_points_are_found_and_lead_to_the_board(service: Service, page: Page) -> None:
    made = Api(service.address).created(game="montana", seats=PEOPLE, options={"round_limit": 6})
    made.play_out()
    sit(page, service, made.created)
    expect(page.locator("#result")).to_be_visible()
    part = page.locator(".turning")
    part.get_by_role("button", name="Find turning points").click()
    said = part.get_by_role("status")
    expect(said).to_contain_text("decisions were looked at", timeout=120_000)
    found = part.locator("li")
    assert found.count() >= 1, "somebody who plays at random loses something"
    expect(found.first).to_contain_text("Better:")
    version = found.first.locator("button").inner_text().split(":")[0].removeprefix("Move ")
    found.first.locator("button").click()
    expect(page.locator("#slider")).to_have_value(str(int(version) - 1))
    expect(page.locator("#looking")).to_be_visible()
