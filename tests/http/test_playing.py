"""Whole matches over HTTP with bots in real workers, and what each seat may see of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from railhead.games.colours import LIGHT
from railhead.games.game import SPECTATOR, State
from railhead.games.layout import LAYOUTS, WIDE
from railhead.games.random import Random
from railhead.service.core.matches import Matches
from railhead.service.games.routes import components_json
from railhead.service.http.legal_actions import legal_actions_json
from railhead.service.http.pictures import PictureStyle
from railhead.service.http.rendering import match_json
from railhead.service.http.schemas import responses
from railhead.service.matches.picture_routes import draw_picture
from railhead.service.model import Event, Match
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
    """What the test saw: how often something hidden differed between determinizations, and of how
    many actions it saw the picture that they would lead to."""

    def __init__(self) -> None:
        self.varied = 0
        self.compared = 0
        self.previews = 0


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
        answered = client.get(f"{seated.path}?include=trays").json()
        if answered["version"] != match.version:
            return  # a bot has moved since
        regions = client.get(f"{seated.path}/components").json()["regions"]
        styles = [
            *({"layout": layout} for layout in LAYOUTS),
            *({"region": one["id"]} for one in regions),
        ]
        pictures = [client.get(f"{seated.path}/picture.svg", params=style) for style in styles]
        eyes = "watching" if viewer == SPECTATOR else viewer
        tag = f'"{match.version}-{eyes}"'
        tags = {one.headers["ETag"].replace("-gzip", "") for one in pictures}
        if tags != {tag}:
            return
        again = client.get(f"{seated.path}/versions/{match.version}").json()
        again["trays"] = answered["trays"]  # of the version now alone
        then = {"updated_at": again["updated_at"], "waited_for": []}
        assert again == {**answered, **then}, "of an earlier version nobody is waited for"
        scores = client.get(f"{seated.path}/scores")
        assert scores.status_code == 409 or client.get(seated.path).json()["status"] == "over"
        components = client.get(f"{seated.path}/components").json()
        assert components == components_json(
            match.game, match.record.options, len(match.record.seats)
        )
        true = match.state
        for _ in range(3):
            match.state = swapped(true, viewer, random)
            assert answered == match_json(match, viewer, ["trays"])
            for style, picture in zip(styles, pictures, strict=True):
                asked = PictureStyle(style.get("layout", WIDE), LIGHT, style.get("region"))
                assert picture.content == draw_picture(matches, match, viewer, asked), (
                    f"the picture shows what is hidden: {style}"
                )
            if viewer != SPECTATOR:
                legal = client.get(f"{seated.path}/legal-actions").json()
                if legal["version"] == match.version:
                    assert legal == legal_actions_json(match, viewer)
                    chosen = legal["actions"][:3]
                    seen.previews += compare_previews(seated, matches, match, viewer, chosen)
            seen.varied += match.state.save() != true.save()
            seen.compared += 1
        match.state = true


def compare_previews(
    seated: SeatedMatch, matches: Matches, match: Match, viewer: int, actions: list[dict[str, Any]]
) -> int:
    """Hold pictures after legal actions against those with the hidden parts as in `match`.

    How many were compared: none any more once a bot has moved.
    """
    style = PictureStyle(WIDE, LIGHT, None)
    for compared, action in enumerate(actions):
        notation = action["action"]
        shown = seated.seats[viewer].get(f"{seated.path}/picture.svg", params={"after": notation})
        if shown.headers.get("ETag", "").replace("-gzip", "") != f'"{match.version}-{viewer}"':
            return compared
        then = matches.after(replace(match, state=match.state.clone()), viewer, notation)
        opened = (
            seated.seats[viewer]
            .get(f"{seated.path}/legal-actions", params={"after": notation})
            .json()
        )
        if opened.get("version") != match.version:
            return compared
        assert opened == legal_actions_json(then, viewer), f"{notation} opens what is hidden"
        done = Event(match.version + 1, "action", viewer, notation)
        assert shown.content == draw_picture(matches, then, viewer, style, [done]), (
            f"the picture after {notation} shows what is hidden"
        )
    return len(actions)


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
    assert seen.previews > seen.compared / 4, "hardly anything was looked at before it was done"
    for seat, client in match.seats.items():
        redacted += check_events(
            seat, client.get(f"{match.path}/events?limit=1000").json()["events"]
        )
    assert redacted > 20
