"""What actions would open, before they are taken: nothing is done by asking."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.http.api import Api, SeatedMatch, problem

GAMES = {"great_western_trail": 2, "montana": 2, "santa_fe": 2, "steam": 3}
DEPTH = 3


def legal(match: SeatedMatch, seat: int, **wanted: str) -> dict[str, Any]:
    answered = match.seats[seat].get(f"{match.path}/legal-actions", params=wanted)
    assert answered.status_code == 200, answered.text
    document: dict[str, Any] = answered.json()
    return document


def come_to_a_chain(api: Api, game: str) -> tuple[SeatedMatch, int, str]:
    """A match, its seat that is to act, and an action after which it has another choice."""
    seats = [{"kind": "human", "name": f"P{number}"} for number in range(GAMES[game])]
    match = api.created(game=game, seats=seats, seed=5)
    for _ in range(60):
        (seat, *_) = match.shown(0)["to_act"]
        for one in match.legal(seat)["actions"]:
            then = legal(match, seat, after=one["action"])["actions"]
            if len(then) > 1 and any(further["targets"] for further in then):
                return match, seat, one["action"]
        assert match.act(seat).status_code == 200
    raise AssertionError("no action leaves its seat another choice")


@pytest.mark.parametrize("game", GAMES)
def test_what_actions_would_open_is_open_once_they_are_taken(api: Api, game: str) -> None:
    match, seat, first = come_to_a_chain(api, game)
    before, random, chain = match.shown(0), Random(3), [first]
    told = [legal(match, seat, after=first)["actions"]]
    while told[-1] and len(chain) < DEPTH:
        chain.append(random.choice(told[-1])["action"])
        told.append(legal(match, seat, after=";".join(chain))["actions"])
    assert match.shown(0) == before, "nothing is done"
    for action, then in zip(chain, told, strict=True):
        answered = match.submit(seat, {"action": action, "version": match.shown(0)["version"]})
        assert answered.status_code == 200, answered.text
        if not then or len(answered.json()["events"]) > 1:
            break
        assert match.legal(seat)["actions"] == then


def test_only_what_is_about_an_element_is_listed_of_it(api: Api) -> None:
    match, seat, first = come_to_a_chain(api, "montana")
    everything = legal(match, seat, after=first)["actions"]
    (element, *_) = next(one["targets"] for one in everything if one["targets"])
    found = legal(match, seat, after=first, about=element)
    assert found["actions"] == [one for one in everything if element in one["targets"]]
    assert "reasons" not in found


def test_what_could_not_be_taken_opens_nothing(api: Api) -> None:
    match, seat, first = come_to_a_chain(api, "steam")
    where = f"{match.path}/legal-actions"
    for ahead in ("take:steam:of:all", f"{first};{first};{first}", f"{first};", ";"):
        refused = match.seats[seat].get(where, params={"after": ahead})
        problem(refused, 422, "illegal-action")
    other = next(one for one in match.seats if one != seat)
    problem(match.seats[other].get(where, params={"after": first}), 409, "not-your-turn")
    problem(match.owner.get(where, params={"after": first}), 403, "forbidden")
    tag = {"If-None-Match": f'"{match.shown(0)["version"]}-{seat}"'}
    again = match.seats[seat].get(where, params={"after": first}, headers=tag)
    assert again.status_code == 304


@pytest.mark.parametrize("game", GAMES)
def test_a_chain_is_seen_as_it_will_be(api: Api, game: str) -> None:
    match, seat, first = come_to_a_chain(api, game)
    then = legal(match, seat, after=first)["actions"]
    chain = ";".join([first, *[one["action"] for one in then[:1]]])
    where = f"{match.path}/picture.svg"
    seen = match.seats[seat].get(where, params={"after": chain})
    assert (seen.status_code, seen.headers["Content-Type"]) == (200, "image/svg+xml")
    assert seen.content != match.seats[seat].get(where).content
