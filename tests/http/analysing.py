"""Analyses as clients ask for them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import requests

from tests.http.api import PATIENCE, Api, SeatedMatch, problem
from tests.http.streams import SERVER_SENT

PERSON = {"kind": "human"}
BOT = {"kind": "bot", "level": "easy"}
SEATS = {"montana": 2, "great_western_trail": 3, "santa_fe": 3, "steam": 3}
"""How many play each game in the tests."""


def against_bots(api: Api, game: str, **members: Any) -> SeatedMatch:
    """A match of one person and bots, in which the person has a choice."""
    made = api.created(game=game, seats=[PERSON, *[BOT] * (SEATS[game] - 1)], seed=5, **members)
    return until_ours(made)


def until_ours(made: SeatedMatch, choices: int = 2) -> SeatedMatch:
    """The match once its person has so many actions to choose from."""
    shown = made.shown(0)
    while len(made.legal(0)["actions"]) < choices:
        if shown["to_act"] == [0]:
            assert made.act(0).status_code == 200
            shown = made.shown(0)
        else:
            shown = made.changed(0, shown["version"])
    return made


def asked(client: Api, made: SeatedMatch, **body: Any) -> str:
    """Where the analysis is that the client asks for."""
    answered = client.post(f"{made.path}/analyses", json=body)
    assert answered.status_code == 202, answered.text
    assert answered.json()["status"] == "running"
    place: str = answered.headers["Location"]
    assert place == f"{made.path}/analyses/{answered.json()['analysis']}"
    return place


def ended(client: Api, place: str) -> dict[str, Any]:
    """The analysis once it has ended."""
    for _ in range(4):
        answered = client.get(f"{place}?wait=20")
        assert answered.status_code == 200, answered.text
        shown: dict[str, Any] = answered.json()
        if shown["status"] != "running":
            return shown
    raise AssertionError(f"the analysis does not end: {shown}")


def once(client: Api, place: str, simulations: int = 1) -> dict[str, Any]:
    """The analysis once so many simulations have been run."""
    for event in followed(client, place):
        if event["simulations"] >= simulations:
            return event
    raise AssertionError("the analysis ends before that")


def followed(client: Api, place: str, form: str = SERVER_SENT) -> Iterator[dict[str, Any]]:
    """The events of the stream of an analysis, until it ends."""
    headers = {"Accept": form}
    answered = client.session.get(
        client.address + place, headers=headers, stream=True, timeout=PATIENCE
    )
    with answered:
        assert answered.status_code == 200, answered.text
        assert answered.headers["Content-Type"].startswith(form)
        yield from _events(answered, form)


def _events(answered: requests.Response, form: str) -> Iterator[dict[str, Any]]:
    for line in answered.iter_lines():
        name, _, text = line.decode().partition(": ") if form == SERVER_SENT else ("data", "", line)
        if name == "data" and text:
            yield json.loads(text)


def refused(client: Api, made: SeatedMatch, status: int, slug: str, **body: Any) -> dict[str, Any]:
    """The problem of who may not have that analysed."""
    wanted = {"simulations": 1, **body}
    return problem(client.post(f"{made.path}/analyses", json=wanted), status, slug)
