"""The page calls who plays by their names, and counts seats from one."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.http.api import Api
from tests.web.service import Service
from tests.web.test_table import sit

Seats = list[dict[str, Any]]
ANN: Seats = [
    {"seat": 0, "kind": "human", "name": "Ann"},
    {"seat": 1, "kind": "bot", "level": "easy"},
    {"seat": 2, "kind": "human", "name": "Seat 2"},
]
TWO_BOTS: Seats = [{"seat": n, "kind": "bot", "level": "easy", "for": "Ann"} for n in range(2)]
ODD: Seats = [{"seat": 0, "kind": "human", "name": "Seat 1 (Bob)) ("}, *ANN[1:]]


@pytest.mark.parametrize(
    ("seats", "sentence", "wanted"),
    [
        (ANN, "Seat 0 (Ann) builds", "Ann builds"),
        (ANN, "Seat 1 (easy bot) wins", "Easy bot wins"),
        (ANN, "Seat 2 pays; seat 0 receives $4", "Player 3 pays; Ann receives $4"),
        (ANN, "Seat 1 (Ben) sits down", "Ben sits down"),
        (ANN, "Seat 2 (hard bot) and Seat 0 (Ann) act", "Hard bot and Ann act"),
        (TWO_BOTS, "Seat 1 (easy bot) acts", "Easy bot 2 acts"),
        (ODD, "Seat 0 (Seat 1 (Bob)) () asks Seat 1 (easy bot)", "Seat 1 (Bob)) ( asks Easy bot"),
    ],
)
def test_a_sentence_of_the_service_has_the_names_of_the_page(
    service: Service, page: Page, seats: Seats, sentence: str, wanted: str
) -> None:
    page.goto(f"{service.address}/web/")
    said = page.evaluate(
        """async ([seats, sentence]) => {
          const { inNames } = await import("/web/seat_names.js");
          return inNames(sentence, seats);
        }""",
        [seats, sentence],
    )
    assert said == wanted


def test_the_table_calls_nobody_by_a_number_from_zero(service: Service, page: Page) -> None:
    seats = [{"kind": "human"}, {"kind": "bot", "level": "novice"}]
    made = Api(service.address).created(game="montana", seats=seats)
    sit(page, service, made.created)
    page.wait_for_selector("#actions button.action")
    expect(page.locator("#seats li").nth(0)).to_contain_text("Player 1 – you")
    expect(page.locator("#seats li").nth(1)).to_contain_text("Novice bot")
    assert "Seat 0" not in (page.locator("body").text_content() or "")
