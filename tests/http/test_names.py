"""Names of seats are shown to others: every character of them can be seen."""

from __future__ import annotations

import re
import unicodedata

import pytest

from railhead.service.http.schemas.fields import VISIBLE, first_unseen
from tests.http.api import Api, fields_of, problem

SEEN_ALTHOUGH_FORMAT = {0x600, 0x601, 0x602, 0x603, 0x604, 0x605, 0x6DD, 0x70F, 0x890, 0x891}
SEEN_ALTHOUGH_FORMAT |= {0x8E2, 0x110BD, 0x110CD}
"""Signs of Arabic, Syriac and Kaithi that Unicode calls format characters; they have ink."""
TURNING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
INVISIBLE = {
    "a newline": "Ann\nBen",
    "a null": "Ann\x00",
    "an escape": "\x1b[2JAnn",
    "an override": "Ann \u202enneB",
    "an isolate": "Ann\u2067",
    "a mark of direction": "Ann\u200f",
    "no width": "An\u200bn",
    "a joiner": "Ann\u200d",
    "joined emoji": "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "styled emoji": "\u2764\ufe0f",
    "a soft hyphen": "An\u00adn",
    "a byte order mark": "\ufeffAnn",
    "a filler": "\u3164",
    "blank braille": "\u2800",
    "a tag": "Ann\U000e0041",
    "an end of line": "Ann\u2028Ben",
    "spaces only": "\u3000 ",
}
VISIBLE_NAMES = ["Ann", "Ann Bär", "王小明", "محمد", "דוד", "🙂", "🇫🇷 Zoë", "O'Brien (2)", "नरेंद्र"]


def seats(name: str) -> list[dict[str, str]]:
    return [{"kind": "human", "name": name}, {"kind": "human", "name": "Ben"}]


@pytest.mark.parametrize("name", INVISIBLE.values(), ids=INVISIBLE.keys())
def test_what_cannot_be_seen_is_refused(api: Api, name: str) -> None:
    answered = api.post("/v1/matches", json={"game": "veil", "seats": seats(name)})
    assert fields_of(problem(answered, 422, "invalid-request")) == ["seats.0.name"]
    assert not re.fullmatch(VISIBLE, name) or max(name) > "\uffff"


def test_the_refusal_names_the_character(api: Api) -> None:
    body = {"game": "veil", "seats": seats(INVISIBLE["joined emoji"])}
    (error,) = problem(api.post("/v1/matches", json=body), 422, "invalid-request")["errors"]
    assert "U+200D (zero width joiner)" in error["problem"]
    assert "emoji" in error["problem"]


@pytest.mark.parametrize("name", VISIBLE_NAMES)
def test_what_can_be_seen_is_kept(api: Api, name: str) -> None:
    match = api.created(seats=seats(name))
    assert match.created["seats"][0]["name"] == name
    assert match.shown(1)["seats"][0]["name"] == name
    assert re.fullmatch(VISIBLE, name)


def test_names_composed_differently_are_kept_alike(api: Api) -> None:
    decomposed = unicodedata.normalize("NFD", "Zoë Ångström")
    match = api.created(seats=seats(decomposed))
    assert match.created["seats"][0]["name"] == "Zoë Ångström"


def test_no_character_that_unicode_calls_a_control_or_a_format_passes() -> None:
    passing = [
        code
        for code in range(0x110000)
        if unicodedata.category(chr(code)) in ("Cc", "Cf", "Zl", "Zp")
        or unicodedata.bidirectional(chr(code)) in TURNING
        if first_unseen(chr(code)) is None
    ]
    assert set(passing) == SEEN_ALTHOUGH_FORMAT
