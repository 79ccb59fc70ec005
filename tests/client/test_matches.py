"""Whatever can be done with a match, against a real service, with both clients."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from railhead.client import Created, Match, Railhead, problems
from railhead.client.schemas import BotSeat, HumanSeat, OpenSeat
from tests.client.conftest import Opened
from tests.http.api import Api
from tests.http.playing import bots, matches, settings, uncounted

__all__ = ["bots", "matches", "settings", "uncounted"]

ANN: HumanSeat = {"kind": "human", "name": "Ann"}
BEN: HumanSeat = {"kind": "human", "name": "Ben"}
BOT: BotSeat = {"kind": "bot", "level": "easy"}
OPEN: OpenSeat = {"kind": "open"}


@pytest.fixture
def railhead(opened: Opened, api: Api) -> Railhead:
    return opened(api.address)


def first(match: Match, after: float = 0.0) -> None:
    """Take the first legal action, after so many seconds."""
    time.sleep(after)
    match.act(match.legal_actions()["actions"][0])


def play_out(created: Created) -> None:
    while (state := created.owner.state())["status"] != "over":
        first(created.seats[state["to_act"][0]])


@pytest.mark.full
def test_waiting_ends_when_something_happens_or_in_time(railhead: Railhead, api: Api) -> None:
    created = railhead.create("veil", [ANN, BEN], seed=3)
    ann = created.seats[0]
    now = ann.wait()
    assert now is not None
    assert now["legal_actions"]
    assert now["legal_actions"]["actions"]
    began = time.monotonic()
    assert ann.wait(seconds=1) is None
    assert time.monotonic() - began >= 1
    with Railhead(api.address) as other, ThreadPoolExecutor(1) as pool:
        ben = other.match(created.id, created.seats[1].token)
        acting = pool.submit(first, ben, 0.5)
        later = ann.wait()
        acting.result()
    assert later is not None
    assert later["version"] > now["version"]
    again = ann.wait(later["version"] + 7)
    assert again is not None, "the match is not so far, so it went back"
    assert again["version"] == later["version"]


def test_why_nothing_can_be_done_with_an_element_is_said(railhead: Railhead) -> None:
    table = railhead.create("montana", [ANN, BEN], seed=3)
    to_act = table.owner.state()["to_act"][0]
    match = table.seats[to_act]
    about = match.legal_actions("wheel")
    assert match.version == about["version"]
    assert all("wheel" in action["targets"] for action in about["actions"])
    reasons = {reason["action"]: reason["detail"] for reason in match.why_not("wheel")}
    legal = {action["type"] for action in about["actions"]}
    assert reasons.keys() == {"hire", "joker", "advance"} - legal
    assert all(text.startswith("now is the time for ") for text in reasons.values())
    (waits,) = table.seats[1 - to_act].why_not("wheel")
    assert waits["action"] is None
    assert waits["detail"].startswith("It is not your turn; ")


def test_puzzles_are_solved(railhead: Railhead) -> None:
    listed = railhead.puzzles("montana")
    assert railhead.puzzle("montana")["id"] in {row["id"] for row in listed}
    puzzle = railhead.puzzle("montana", listed[0]["id"])
    first = puzzle["actions"][0]["action"]
    told = railhead.answer("montana", puzzle["id"], first, reveal=True)["solution"]
    assert told is not None
    best = told["candidates"][0]["action"]
    assert railhead.answer("montana", puzzle["id"], best)["right"]


def test_who_holds_no_seat_has_no_turn(railhead: Railhead) -> None:
    created = railhead.create("veil", [ANN, BEN])
    for nobody in (created.owner, created.spectator):
        with pytest.raises(ValueError, match=f"the token holds no seat of match {created.id}"):
            nobody.turn()
        with pytest.raises(ValueError, match="holds no seat"):
            nobody.resign()
    with pytest.raises(ValueError, match="read the match first"):
        railhead.match(created.id, created.seats[0].token).act("keep")


def test_taking_back_and_looking_back(railhead: Railhead) -> None:
    created = railhead.create("montana", [ANN, BEN], seed=5, undo="any")
    acting = created.seats[created.owner.state()["to_act"][0]]
    before = acting.state()
    first(acting)
    after = acting.state()
    assert acting.at(before["version"])["view"] == before["view"]
    assert before["version"] in created.owner.undo_reach()["versions"]
    done = created.owner.undo(before["version"])
    assert done["version"] > after["version"]
    assert acting.state()["view"] == before["view"]
    kinds = [event["kind"] for event in acting.log()]
    assert kinds[-1] == "undo"
    first(acting)
    version = acting.state()["version"]
    created.owner.undo()
    assert version - 1 in [event.get("to") for event in acting.log()]
    with pytest.raises(problems.CannotGoBack):
        acting.undo()


def test_a_fork_goes_on_from_a_version(railhead: Railhead) -> None:
    created = railhead.create("montana", [ANN, BEN], seed=5)
    acting = created.seats[created.owner.state()["to_act"][0]]
    version = acting.state()["version"]
    fork = acting.fork(version, [ANN, BOT], undo="off")
    assert fork.document["origin"] == {
        "kind": "fork",
        "match": created.id,
        "version": version,
    }
    assert fork.seats[0].state()["undo"] == "off"
    assert [*fork.seats] == [0]


def test_open_seats_are_claimed(railhead: Railhead) -> None:
    created = railhead.create("veil", [ANN, OPEN])
    assert created.owner.state()["status"] == "open"
    guest = railhead.match(created.id).claim(1, invitation=created.invitations[1], name="guest")
    shown = guest.state()
    assert (shown["status"], shown["you"]) == ("active", 1)
    turn = guest.turn()
    assert turn is not None
    assert (turn.seat, turn.game, turn.version) == (1, "veil", shown["version"])
    assert turn.view == shown["view"]


@pytest.mark.sampled
@pytest.mark.usefixtures("bots")
def test_who_resigns_waits_for_the_end_and_is_last(railhead: Railhead) -> None:
    created = railhead.create("veil", [ANN, BOT])
    assert created.seats[0].resign()["resigned"] is True
    assert created.seats[0].turn(take_back=True) is None
    result = created.owner.state()["result"]
    assert result is not None
    assert result["ranking"] == [[1], [0]]


def test_after_the_end(railhead: Railhead) -> None:
    created = railhead.create("veil", [ANN, BEN], seed=3, visibility="public")
    assert created.id in [listed["id"] for listed in railhead.matches(status="active")]
    play_out(created)
    ann = created.seats[0]
    assert ann.turn() is None
    assert [*ann.events(seat=1)][-1]["kind"] == "over"
    assert ann.at(3, seat=1)["you"] == 1
    assert ann.scores()["scores"]
    again = ann.rematch()
    assert again.state()["you"] == 0
    document = ann.export()
    imported = railhead.import_match(document)
    assert imported.owner.state()["result"] == ann.state()["result"]
    assert created.id not in [listed["id"] for listed in railhead.matches(status="active")]
    created.owner.delete()
    with pytest.raises(problems.NoSuchMatch):
        ann.state()


def test_games_and_tables_are_described(railhead: Railhead) -> None:
    assert "steam" in [game["id"] for game in railhead.games()]
    assert railhead.game("steam")["seats"]["min"] == 3
    assert railhead.components("steam", map="ruhr")["options"]["map"] == "ruhr"
    assert railhead.rules("montana").startswith("# ")
    assert railhead.picture("montana").startswith("<svg")
    created = railhead.create("montana", [ANN, BEN], options={"round_limit": 2})
    ann = created.seats[0]
    assert ann.picture(version=0, layout="narrow").startswith("<svg")
    assert ann.picture(region="board", theme="dark").startswith("<svg")
    acting = created.seats[ann.state()["to_act"][0]]
    chosen = acting.legal_actions()["actions"][0]["action"]
    assert acting.picture(after=chosen) != acting.picture()
    assert ann.components()["game"] == "montana"
    assert ann.state()["options"]["round_limit"] == 2  # type: ignore[typeddict-item]


@pytest.mark.sampled
@pytest.mark.usefixtures("bots")
def test_an_analysis_is_followed_waited_for_and_cancelled(railhead: Railhead) -> None:
    created = railhead.create("montana", [ANN, BOT], seed=5)
    ann = created.seats[0]
    turn = ann.turn()
    assert turn is not None
    analysis = ann.analyse(1)
    *_, last = analysis.progress()
    assert last["kind"] == "end"
    done = analysis.wait()
    assert done["status"] == "done"
    legal = {action["action"] for action in turn.actions}
    assert {one["action"] for one in done["candidates"]} <= legal
    cancelled = ann.analyse(10, version=turn.version)
    cancelled.cancel()
    assert cancelled.wait()["status"] == "cancelled"
    assert [one["analysis"] for one in ann.analyses()] == [cancelled.number, analysis.number]
