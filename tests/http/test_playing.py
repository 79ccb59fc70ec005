"""Whole matches over HTTP with bots in real workers, and what each seat may see of them."""

from __future__ import annotations

from typing import Any

import pytest

from railhead.games.game import SPECTATOR, State
from railhead.games.layout import LAYOUTS
from railhead.games.random import Random
from railhead.service.core.matches import Matches
from railhead.service.games.routes import components_json
from railhead.service.http.rendering import legal_actions_json, match_json
from railhead.service.http.schemas import responses
from railhead.service.matches.picture_routes import draw_picture
from tests.http.api import Api, SeatedMatch
from tests.http.shapes import conforms

BOT = {"kind": "bot", "level": "easy"}


@pytest.mark.full
@pytest.mark.usefixtures("bots")
def test_a_match_of_montana_against_bots_to_the_end(api: Api, matches: Matches) -> None:
    seats = [{"kind": "human", "name": "guest"}, BOT, BOT]
    match = api.created(game="montana", seats=seats, seed=7)
    shown = match.play_out()
    conforms(shown, responses.MatchShown)
    result = shown["result"]
    assert sorted(seat for place in result["ranking"] for seat in place) == [0, 1, 2]
    assert result["sheet"]
    assert all(len(row) == 3 for row in result["sheet"].values())
    match_id = match.created["id"]
    moved = {event.seat for event in matches.events(match_id) if event.kind == "action"}
    assert moved == {0, 1, 2}
    assert matches.replay(match_id).save() == matches.match(match_id).state.save()


@pytest.mark.usefixtures("bots")
def test_bots_alone_play_to_the_end_while_their_owner_watches(api: Api) -> None:
    match = api.created(seats=[BOT, BOT], options={"deck": "small"})
    shown = match.owner.get(match.path).json()
    while shown["status"] != "over":
        tag = {"If-None-Match": f'"{shown["version"]}"'}
        answered = match.owner.get(f"{match.path}?wait=20", headers=tag)
        assert answered.status_code == 200, "nothing happens"
        shown = answered.json()
    assert shown["result"]["scores"]


class Swaps:
    """What the test saw: how often something hidden differed between determinizations."""

    def __init__(self) -> None:
        self.varied = 0
        self.compared = 0


def swapped(state: State, viewer: int, random: Random) -> State:
    """The position with all that `viewer` cannot know dealt anew."""
    copy = state.clone()
    copy.determinize(viewer, random)
    return copy


def compare(seated: SeatedMatch, matches: Matches, random: Random, seen: Swaps) -> None:
    """Hold what each viewer is answered against what it would be with the hidden parts swapped."""
    match = matches.match(seated.created["id"])
    viewers = {**seated.seats, SPECTATOR: seated.owner}
    for viewer, client in viewers.items():
        answered = client.get(seated.path).json()
        if answered["version"] != match.version:
            return  # a bot has moved since
        pictures = {
            layout: client.get(f"{seated.path}/picture.svg?layout={layout}") for layout in LAYOUTS
        }
        eyes = "watching" if viewer == SPECTATOR else viewer
        tag = f'"{match.version}-{eyes}"'
        tags = {one.headers["ETag"].replace("-gzip", "") for one in pictures.values()}
        if tags != {tag}:
            return
        again = client.get(f"{seated.path}/versions/{match.version}").json()
        then = {"updated_at": again["updated_at"], "waited_for": []}
        assert again == {**answered, **then}, "of an earlier version nobody is waited for"
        scores = client.get(f"{seated.path}/scores")
        assert scores.status_code == 409 or client.get(seated.path).json()["status"] == "over"
        components = client.get(f"{seated.path}/components").json()
        assert components == components_json(match.game, match.record.options)
        true = match.state
        for _ in range(3):
            match.state = swapped(true, viewer, random)
            assert answered == match_json(match, viewer, False)
            for layout, picture in pictures.items():
                assert picture.content == draw_picture(matches, match, viewer, layout), (
                    "the picture shows what is hidden"
                )
            if viewer != SPECTATOR:
                legal = client.get(f"{seated.path}/legal-actions").json()
                if legal["version"] == match.version:
                    assert legal == legal_actions_json(match, viewer)
            seen.varied += match.state.save() != true.save()
            seen.compared += 1
        match.state = true


def check_events(seat: int, events: list[dict[str, Any]]) -> int:
    """Fail where an event shows what was done in secret; how many were redacted."""
    redacted = 0
    for event in events:
        kind, *values = event["action"].split(":")
        secret = (
            (kind == "draw" and values[0] != str(seat))
            or (kind == "select" and event["seat"] != seat)
            or (kind == "give" and seat not in (event["seat"], (event["seat"] + 1) % 4))
        )
        assert (values[-1:] == ["?"]) is secret, event
        redacted += secret
    return redacted


@pytest.mark.full
@pytest.mark.usefixtures("bots")
def test_no_seat_is_shown_what_it_may_not_know(api: Api, matches: Matches) -> None:
    seats = [{"kind": "human"}, BOT, {"kind": "human"}, BOT]
    match = api.created(seats=seats, options={"deck": "plain"})
    random, seen, redacted = Random(5, 8), Swaps(), 0
    shown = match.shown(0)
    while shown["status"] != "over":
        compare(match, matches, random, seen)
        ours = [seat for seat in shown["to_act"] if seat in match.seats]
        if ours:
            legal = match.legal(ours[0])
            choice = int(random.below(len(legal["actions"])))
            answered = match.act(ours[0], choice)
            assert answered.status_code == 200, answered.text
            redacted += check_events(ours[0], answered.json()["events"])
            shown = match.shown(0)
        else:
            shown = match.changed(0, shown["version"])
    assert seen.varied > seen.compared / 4, "hardly anything was hidden: this proves nothing"
    for seat, client in match.seats.items():
        redacted += check_events(
            seat, client.get(f"{match.path}/events?limit=1000").json()["events"]
        )
    assert redacted > 20
