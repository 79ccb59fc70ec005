"""Names of seats are shown to others: every character of them can be seen."""

from __future__ import annotations

import re
import unicodedata

import pytest

from railhead.service.http.schemas.visible_text import VISIBLE, first_unseen
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
    "a soft hyphen": "An\u00adn",
    "a byte order mark": "\ufeffAnn",
    "a filler": "\u3164",
    "blank braille": "\u2800",
    "a tag": "Ann\U000e0041",
    "an end of line": "Ann\u2028Ben",
    "spaces only": "\u3000 ",
}
MISPLACED = {
    "a joiner at the end": "Ann\u200d",
    "a joiner at the beginning": "\u200dAnn",
    "a joiner in a Latin name": "An\u200dn",
    "a non-joiner in a Latin name": "An\u200cn",
    "nothing but a joiner": "\u200d",
    "an emoji joined to nothing": "\U0001f468\u200d",
    "an emoji joined to a letter": "\U0001f468\u200dA",
    "emoji joined twice": "\U0001f468\u200d\u200d\U0001f469",
    "tones of skin joined": "\U0001f3fd\u200d\U0001f3fd",
    "a Persian non-joiner at the end": "\u0645\u06cc\u200c",
    "a doubled Persian non-joiner": "\u0645\u06cc\u200c\u200c\u062e",
    "a non-joiner after a Persian letter that joins nothing": "\u0627\u200c\u0628",
    "a doubled joiner after a virama": "\u0915\u094d\u200d\u200d\u0937",
    "a joiner between Devanagari letters": "\u0915\u200d\u0937",
    "a joiner before a vowel sign": "\u0915\u094d\u200d\u093e",
    "a non-joiner after the last virama": "\u0915\u094d\u200c",
    "a virama of another script": "a\u094d\u200d",
    "a styled letter": "x\ufe0f",
    "an emoji styled as it is": "\U0001f600\ufe0f",
    "an emoji styled twice": "\u2764\ufe0f\ufe0f",
    "an emoji styled as text": "\u2764\ufe0e",
    "a flag of no region": "\U0001f3f4\U000e0067\U000e007f",
}
WITHOUT_A_CHARACTER = {
    "private use": "Ann\ue000",
    "private use beyond the first plane": "Ann\U000f0000",
    "no character": "Ann\ufdd0",
    "the last of a plane": "Ann\U0001fffe",
    "unassigned": "Ann\u0378",
    "unassigned beyond the first plane": "Ann\U000e1000",
}
REFUSED = {**INVISIBLE, **MISPLACED, **WITHOUT_A_CHARACTER}
JOINED = [
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",  # Persian
    "\u0d05\u0d28\u0d3f\u0d32\u0d4d\u200d",  # Malayalam, a chillu as before Unicode 5.1
    "\u0dc1\u0dca\u200d\u0dbb\u0dd3",  # Sinhala
    "\u0d9a\u200d\u0dca\u0d9a",  # Sinhala, letters that touch
    "\u0915\u094d\u200d\u0937",  # Devanagari, a half form
    "\u0915\u094d\u200c\u0937",  # Devanagari, a virama that is shown
    "\u09b0\u200d\u09cd\u09af\u09be\u09ac",  # Bengali, ra with ya-phalaa
    "\U0001f468\u200d\U0001f469\u200d\U0001f467 Bär",
    "\u2764\ufe0f\u200d\U0001f525",
    "\U0001f3f3\ufe0f\u200d\U0001f308",
    "\U0001f469\U0001f3fd\u200d\u2695\ufe0f",
    "1\ufe0f\u20e3",
    "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",  # Scotland
    "\U0001fae9",  # younger than the Unicode of the oldest Python
]
VISIBLE_NAMES = ["Ann", "Ann Bär", "王小明", "محمد", "דוד", "🙂", "🇫🇷 Zoë", "O'Brien (2)", "नरेंद्र"]


def seats(name: str) -> list[dict[str, str]]:
    return [{"kind": "human", "name": name}, {"kind": "human", "name": "Ben"}]


@pytest.mark.parametrize("name", REFUSED.values(), ids=REFUSED.keys())
def test_what_cannot_be_seen_is_refused(api: Api, name: str) -> None:
    answered = api.post("/v1/matches", json={"game": "veil", "seats": seats(name)})
    assert fields_of(problem(answered, 422, "invalid-request")) == ["seats.0.name"]


@pytest.mark.parametrize("name", INVISIBLE.values(), ids=INVISIBLE.keys())
def test_the_contract_refuses_what_no_name_may_have(name: str) -> None:
    assert not re.fullmatch(VISIBLE, name) or max(name) > "\uffff"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("An\u200bn", "U+200B (zero width space), which cannot be seen"),
        ("An\u200dn", "U+200D (zero width joiner) where it joins or styles nothing"),
        ("An\ue000", "U+E000, which is for private use"),
        ("An\u0378", "U+0378, which is no character of Unicode"),
    ],
)
def test_the_refusal_names_the_character_and_the_reason(api: Api, name: str, said: str) -> None:
    body = {"game": "veil", "seats": seats(name)}
    (error,) = problem(api.post("/v1/matches", json=body), 422, "invalid-request")["errors"]
    assert said in error["problem"]


def test_half_a_character_is_refused(api: Api) -> None:
    body = b'{"game": "veil", "seats": [{"kind": "human", "name": "\\ud83d"}, {"kind": "open"}]}'
    answered = api.post("/v1/matches", data=body, headers={"Content-Type": "application/json"})
    problem(answered, 400, "malformed-json")


@pytest.mark.parametrize("name", ["An\u200dn", "An\ue000", "An\u0378", "An\u202en"])
def test_every_text_of_people_is_held_to_it(api: Api, name: str) -> None:
    match = api.created(seats=[{"kind": "human", "name": "Ann"}, {"kind": "open"}])
    invitation = match.created["seats"][1]["invitation"]
    client = api.post("/v1/clients", json={"name": "bot"}).json()["token"]
    board = api.get("/v1/games/steam/data/map/ruhr").json()
    owner = api.holding(client)
    asked = {
        "name": api.post("/v1/clients", json={"name": name}),
        "contact": api.post("/v1/clients", json={"name": "bot", "contact": name}),
        "name of a claim": api.post(
            f"{match.path}/seats/1/claim", json={"invitation": invitation, "name": name}
        ),
        "title": owner("PUT", "/v1/me/data/steam/map/own", json={**board, "title": name}),
    }
    for field, answered in asked.items():
        document = answered.json()
        assert answered.status_code == 422, field
        assert fields_of(document) == [field.partition(" ")[0]]
        assert f"U+{ord(name[2]):04X}" in document["errors"][0]["problem"]
    assert match.shown(0)["seats"][1]["kind"] == "open"


@pytest.mark.parametrize("name", JOINED)
def test_a_contact_and_a_claim_have_joiners_too(api: Api, name: str) -> None:
    match = api.created(seats=[{"kind": "human", "name": "Ann"}, {"kind": "open"}])
    body = {"invitation": match.created["seats"][1]["invitation"], "name": name}
    assert api.post(f"{match.path}/seats/1/claim", json=body).status_code == 200
    assert match.shown(0)["seats"][1]["name"] == unicodedata.normalize("NFC", name)
    made = api.post("/v1/clients", json={"name": name, "contact": name})
    assert made.status_code == 201


@pytest.mark.parametrize("name", [*VISIBLE_NAMES, *JOINED])
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
