"""What of the picture the events of a match are about, and for whom."""

from __future__ import annotations

from typing import Any

import pytest

from railhead.games.game import SPECTATOR
from railhead.games.random import Random
from railhead.service.core.matches import Matches
from railhead.service.http.schemas import responses
from railhead.service.model import Event
from railhead.service.model.event_text import render_move
from tests.conformance.hidden import determinized
from tests.http.api import Api, SeatedMatch
from tests.http.shapes import conforms
from tests.http.streams import FORMS, stream
from tests.http.test_picture import GAMES, ids_of

HIDING = ("veil", "santa_fe", "great_western_trail")


def created(api: Api, game: str) -> SeatedMatch:
    seats = [{"kind": "human", "name": f"P{number}"} for number in range(GAMES[game])]
    return api.created(game=game, seats=seats, seed=5)


def events(client: Api, match: SeatedMatch, after: int = 0) -> list[dict[str, Any]]:
    answered = client.get(f"{match.path}/events?after={after}&limit=1000")
    page = answered.json()
    conforms(page, responses.EventPage)
    found: list[dict[str, Any]] = page["events"]
    return found


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_who_acts_is_told_what_the_legal_action_was_about(api: Api, game: str) -> None:
    match = created(api, game)
    named = 0
    for turn in range(16):
        seat = next(iter(match.shown(0)["to_act"]), None)
        if seat is None:
            break
        legal = match.legal(seat)
        chosen = legal["actions"][turn % len(legal["actions"])]
        before = ids_of(match.seats[seat].get(f"{match.path}/picture.svg").content)
        body = {"action": chosen["action"], "version": legal["version"]}
        answered = match.submit(seat, body)
        assert answered.status_code == 200, answered.text
        told, *_ = answered.json()["events"]
        assert told.get("targets", []) == chosen["targets"]
        assert set(chosen["targets"]) <= before
        named += len(chosen["targets"])
    assert named > 4


def test_pages_and_streams_tell_the_same_targets(api: Api) -> None:
    match = created(api, "great_western_trail")
    for _ in range(12):
        assert match.act(match.shown(0)["to_act"][0]).status_code == 200
    log = events(match.seats[0], match)
    assert {one["kind"] for one in log if "targets" in one} >= {"action", "chance"}
    assert all(one["targets"] for one in log if "targets" in one), "none are left out"
    for form in FORMS:
        with stream(match.seats[0], match.path, form) as told:
            assert told.take(len(log)) == log


def test_a_forced_move_is_about_something_too(api: Api) -> None:
    match = api.created(options={"deck": "small"}, seed=5)
    match.play_out()
    forced = [one for one in events(match.seats[0], match) if one["kind"] == "forced"]
    assert any("targets" in one for one in forced)


def test_what_no_move_is_has_no_targets(api: Api) -> None:
    match = api.created(undo="any", seed=3)
    assert match.act(0).status_code == 200
    version = match.created["version"]
    body = {"to": version, "version": version + 1}
    gone_back = match.owner.post(f"{match.path}/undo", json=body)
    assert gone_back.status_code == 200, gone_back.text
    (undo,) = [one for one in events(match.owner, match) if one["kind"] == "undo"]
    assert "targets" not in undo


def test_a_card_selected_in_secret_is_named_to_its_seat_alone(match: SeatedMatch) -> None:
    version = match.created["version"]
    chosen = match.legal(0)["actions"][0]["targets"]
    assert match.act(0).status_code == 200
    assert match.act(1).status_code == 200
    own, *_ = events(match.seats[0], match, version)
    assert own["targets"] == chosen
    for client in (match.seats[1], match.owner):
        hidden, *later = events(client, match, version)
        assert hidden["action"] == "select:?"
        assert "targets" not in hidden
        revealed = [one for one in later if one["action"].startswith("reveal:0")]
        assert [one["targets"] for one in revealed] == [chosen]


@pytest.mark.sampled
@pytest.mark.parametrize("game", HIDING)
def test_targets_follow_from_what_their_viewer_may_know(
    api: Api, matches: Matches, game: str
) -> None:
    """Each move that looks the same, in each world that does, is about the same."""
    match, random = created(api, game), Random(7, 3)
    compared = 0
    for turn in range(14):
        before = matches.match(match.created["id"])
        if before.status == "over":
            break
        seat = before.to_act[0]
        legal = match.legal(seat)["actions"]
        assert match.act(seat, turn % len(legal)).status_code == 200
        for viewer, client in {**match.seats, SPECTATOR: match.owner}.items():
            told = events(client, match, before.version)[0]
            for _ in range(3):
                world = determinized(before.state, viewer, int(random.next32()))
                for action in world.legal_actions(seat):
                    seen = world.observe(viewer, seat, action)
                    if seen != told["action"]:
                        continue
                    notation = world.game.vocabulary.notation(action)
                    event = Event(told["version"], "action", seat, notation, {viewer: seen})
                    rendered = render_move(before.seats, world, event, action)
                    assert rendered.targets_for(viewer) == told.get("targets", [])
                    compared += 1
    assert compared > 60
