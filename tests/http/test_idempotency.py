"""The same Idempotency-Key twice is one creation, one action."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from tests.http.api import VEIL_SEATS, Api, SeatedMatch, problem

BODY = {"game": "veil", "seats": VEIL_SEATS}
KEY = {"Idempotency-Key": "8e03978e-40d5-43dd-bc93-6894a57f9324"}


def test_a_creation_repeated_has_its_first_answer_tokens_included(api: Api) -> None:
    first = api.post("/v1/matches", json=BODY, headers=KEY)
    again = api.post("/v1/matches", json=BODY, headers=KEY)
    assert first.status_code == again.status_code == 201
    assert first.json() == again.json()
    other = {"Idempotency-Key": "another"}
    assert api.post("/v1/matches", json=BODY, headers=other).json()["id"] != first.json()["id"]


def test_a_key_belongs_to_one_request(api: Api, match: SeatedMatch) -> None:
    assert api.post("/v1/matches", json=BODY, headers=KEY).status_code == 201
    changed = api.post("/v1/matches", json={**BODY, "seed": 4}, headers=KEY)
    problem(changed, 422, "idempotency-key-reused")
    legal = match.legal(0)
    body = {"action": legal["actions"][0]["action"], "version": legal["version"]}
    assert match.submit(0, body, **KEY).status_code == 200
    body["action"] = legal["actions"][1]["action"]
    problem(match.submit(0, body, **KEY), 422, "idempotency-key-reused")


def test_a_key_belongs_to_one_caller_and_one_match(api: Api, match: SeatedMatch) -> None:
    assert match.act(0, headers=KEY).status_code == 200
    assert match.act(1, headers=KEY).status_code == 200
    assert api.created().act(0, headers=KEY).status_code == 200


def test_an_action_repeated_counts_once_and_answers_the_same(match: SeatedMatch) -> None:
    legal = match.legal(0)
    body = {"action": legal["actions"][0]["action"], "version": legal["version"]}
    first = match.submit(0, body, **KEY)
    assert first.status_code == 200
    assert match.act(1).status_code == 200
    again = match.submit(0, body, **KEY)
    assert again.status_code == 200
    assert again.json() == first.json()
    assert again.headers["ETag"] == first.headers["ETag"]


def test_a_repetition_is_answered_even_after_the_end(api: Api) -> None:
    match = api.created(options={"deck": "small"})
    legal = match.legal(0)
    body = {"action": legal["actions"][0]["action"], "version": legal["version"]}
    first = match.submit(0, body, **KEY)
    match.play_out()
    assert match.submit(0, body, **KEY).json() == first.json()


def test_repetitions_at_the_same_time_are_one(match: SeatedMatch, api: Api) -> None:
    legal = match.legal(0)
    body = {"action": legal["actions"][0]["action"], "version": legal["version"]}
    token = match.created["seats"][0]["token"]

    def submit(_: int) -> tuple[int, str]:
        answered = api.holding(token).post(f"{match.path}/actions", json=body, headers=KEY)
        return answered.status_code, answered.text

    with ThreadPoolExecutor(6) as pool:
        answers = set(pool.map(submit, range(12)))
    assert len(answers) == 1, answers
    assert answers.pop()[0] == 200


def test_a_refusal_does_not_use_the_key_up(match: SeatedMatch) -> None:
    version = match.legal(0)["version"]
    refused = match.submit(0, {"action": "nonsense", "version": version}, **KEY)
    problem(refused, 422, "illegal-action")
    assert match.act(0, headers=KEY).status_code == 200
