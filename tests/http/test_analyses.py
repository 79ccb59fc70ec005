"""Analyses over HTTP by real workers: what they tell, cancelling, progress, and who may ask."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from rich.console import Console

from railhead.games.random import Random
from railhead.service.analyses import responses as analysis_responses
from railhead.service.analyses.analysis_results import new_analysis, result_json
from railhead.service.commands.play.client import Client
from railhead.service.commands.play.sitting import Sitting
from railhead.service.core.matches import Matches
from railhead.service.model import AnalysisRequest, Match
from railhead.service.settings import Settings
from tests.http.analysing import (
    BOT,
    PERSON,
    SEATS,
    against_bots,
    asked,
    ended,
    followed,
    once,
    refused,
    until_ours,
)
from tests.http.api import Api, SeatedMatch, problem, serving
from tests.http.shapes import conforms
from tests.http.streams import FORMS, LINES
from tests.service.conftest import Processes, eventually

MOST_SECONDS = 60
HIDING = ("great_western_trail", "santa_fe")


@pytest.fixture(scope="module")
def thinking(store_url: str) -> Iterator[str]:
    """Where an API listens that lets analyses take long."""
    with serving(store_url, RAILHEAD_ANALYSIS_SECONDS=str(MOST_SECONDS)) as where:
        yield where


@pytest.fixture
def api(thinking: str, settings: Settings) -> Api:
    return Api(thinking)


@pytest.fixture
def worker(processes: Processes, matches: Matches) -> None:
    """One worker process, whose bots do not think long."""
    processes.workers(matches, 1, RAILHEAD_BOT_BUDGET_FACTOR="0.02")


@pytest.mark.sampled
@pytest.mark.usefixtures("worker")
@pytest.mark.parametrize("game", SEATS)
def test_candidates_are_legal_actions_with_their_labels(api: Api, game: str) -> None:
    made = against_bots(api, game)
    eventually(lambda: made.shown(0)["to_act"] == [0])
    ann, legal = made.seats[0], made.legal(0)
    place = asked(ann, made, seconds=1)
    shown = ended(ann, place)
    conforms(shown, analysis_responses.AnalysisShown)
    assert (shown["status"], shown["seat"], shown["reason"]) == ("done", 0, None)
    assert shown["version"] == legal["version"]
    labels = {one["action"]: (one["label"], one["targets"]) for one in legal["actions"]}
    told = {one["action"]: (one["label"], one["targets"]) for one in shown["candidates"]}
    assert told
    assert told.items() <= labels.items()
    best, first = shown["candidates"][0], shown["line"][0]
    assert first == {"seat": 0, **{name: best[name] for name in ("action", "label", "targets")}}
    assert sum(one["visits"] for one in shown["candidates"]) <= shown["simulations"]
    listed = ann.get(f"{made.path}/analyses").json()
    conforms(listed, analysis_responses.AnalysisList)
    assert listed["analyses"] == [shown]
    submitted = made.submit(0, {"action": best["action"], "version": legal["version"]})
    assert submitted.status_code == 200, "the best action can be submitted as it is"


def local(match: Match, wanted: AnalysisRequest) -> dict[str, Any]:
    """What an analysis at this position comes to."""
    analysis = new_analysis(match, wanted, None)
    assert wanted.simulations is not None
    while analysis.simulations < wanted.simulations:
        analysis.step(wanted.simulations - analysis.simulations)
    return result_json(analysis, match.state)


@pytest.mark.sampled
@pytest.mark.usefixtures("worker")
@pytest.mark.parametrize("game", HIDING)
def test_an_analysis_depends_on_what_its_seat_knows_alone(
    api: Api, matches: Matches, game: str
) -> None:
    made = api.created(game=game, seats=[PERSON] * 3, seed=5, analyses="everybody")
    random, varied = Random(7), 0
    for _ in range(6):
        shown = made.shown(0)
        seat = shown["to_act"][-1]
        match = matches.match(made.created["id"])
        wanted = AnalysisRequest(seat, match.version, MOST_SECONDS, 150)
        place = asked(made.seats[seat], made, seconds=MOST_SECONDS, simulations=150)
        answered = ended(made.seats[seat], place)
        true = match.state
        for _ in range(2):
            match.state = true.clone()
            match.state.determinize(seat, random)
            varied += match.state.save() != true.save()
            again = local(match, wanted)
            assert {name: answered[name] for name in again} == again
        for _ in range(5):
            seat = made.shown(0)["to_act"][0]
            made.act(seat, int(random.below(len(made.legal(seat)["actions"]))))
    assert varied > 3, "hardly anything was hidden: this proves nothing"


@pytest.mark.usefixtures("worker")
def test_the_same_question_gets_the_same_answer(api: Api) -> None:
    made = against_bots(api, "montana")
    shown = [
        ended(made.seats[0], asked(made.seats[0], made, seconds=MOST_SECONDS, simulations=200))
        for _ in range(2)
    ]
    one, two = ({**each, "asked_at": "", "analysis": 0} for each in shown)
    assert one == two
    assert one["simulations"] == 200


@pytest.mark.usefixtures("worker")
def test_a_cancelled_analysis_ends_at_once(api: Api) -> None:
    made = against_bots(api, "steam")
    ann = made.seats[0]
    place = asked(ann, made, seconds=MOST_SECONDS)
    before = once(ann, place)
    began = time.monotonic()
    assert ann.delete(place).status_code == 204
    shown = ann.get(place).json()
    assert shown["status"] == "cancelled"
    assert shown["candidates"], "what it has found until then stays"
    assert shown["simulations"] >= before["simulations"]
    assert ended(ann, asked(ann, made, simulations=64))["status"] == "done"
    assert time.monotonic() - began < 8, "the only worker is free again"
    assert ann.get(place).json() == shown
    assert ann.delete(place).status_code == 204
    assert ann.get(place).json() == shown


@pytest.mark.full
@pytest.mark.usefixtures("worker")
def test_two_at_once_share_a_worker_and_a_third_is_refused(api: Api) -> None:
    made = against_bots(api, "montana")
    ann = made.seats[0]
    places = [asked(ann, made, seconds=8) for _ in range(2)]
    document = problem(
        ann.post(f"{made.path}/analyses", json={"seconds": 1}), 429, "too-many-analyses"
    )
    assert document["fix"]
    for place in places:
        once(ann, place)
    running = [ann.get(place).json()["status"] for place in places]
    assert running == ["running", "running"], "neither waits until the other has ended"
    shown = [ended(ann, place) for place in places]
    assert [one["status"] for one in shown] == ["done", "done"]
    assert [one["analysis"] for one in shown] == [1, 2]
    asked(ann, made, simulations=1)


@pytest.mark.sampled
@pytest.mark.usefixtures("worker")
@pytest.mark.parametrize("form", FORMS)
def test_the_progress_of_an_analysis_is_a_stream(api: Api, form: str) -> None:
    made = against_bots(api, "great_western_trail")
    ann = made.seats[0]
    place = asked(ann, made, seconds=4)
    began = time.monotonic()
    events = list(followed(ann, place, form))
    assert time.monotonic() - began < MOST_SECONDS
    for event in events:
        conforms(event, analysis_responses.AnalysisEvent)
    assert {event["kind"] for event in events[:-1]} == {"progress"}
    assert events[-1] == {"kind": "end", **ann.get(place).json()}
    simulations = [event["simulations"] for event in events]
    assert simulations == sorted(simulations)
    assert len(set(simulations)) > 3, "it is told again and again"
    assert list(followed(ann, place, form)) == events[-1:]


@pytest.mark.usefixtures("worker")
def test_a_stream_ends_with_its_match(api: Api) -> None:
    made = against_bots(api, "montana")
    place = asked(made.seats[0], made, seconds=MOST_SECONDS)
    events = followed(made.seats[0], place, LINES)
    assert next(events)["kind"] == "progress"
    assert made.owner.delete(made.path).status_code == 204
    last = list(events)[-1]
    conforms(last, analysis_responses.AnalysisEvent)
    assert last["kind"] == "problem"
    assert last["problem"]["type"] == "/problems/no-such-analysis"
    problem(made.seats[0].get(place), 404, "no-such-match")


def waits_for_the_bot(made: SeatedMatch) -> list[float]:
    """The seconds that the bot of the match takes for some of its turns, in their order."""
    waited = []
    for _ in range(6):
        until_ours(made, 1)
        shown = made.shown(0)
        while shown["to_act"] == [0]:
            assert made.act(0).status_code == 200
            shown = made.shown(0)
        began = time.monotonic()
        made.changed(0, shown["version"])
        waited.append(time.monotonic() - began)
    return sorted(waited)


@pytest.mark.full
@pytest.mark.usefixtures("worker")
def test_a_bot_is_not_kept_waiting_by_a_long_analysis(api: Api) -> None:
    made = against_bots(api, "montana")
    ann = made.seats[0]
    place = asked(ann, made, seconds=MOST_SECONDS)
    once(ann, place)
    waited = waits_for_the_bot(made)
    assert waited[3] < 0.5, waited
    assert waited[-1] < 4, waited
    before = ann.get(place).json()
    assert before["status"] == "running"
    later = once(ann, place, before["simulations"] + 1)
    assert later["candidates"], "it goes on with what it has"
    assert ann.delete(place).status_code == 204


# Who may ask.


@pytest.mark.usefixtures("worker")
def test_a_person_alone_may_ask_and_several_may_not(api: Api) -> None:
    alone = against_bots(api, "montana")
    assert alone.shown(0)["analyses"] == "alone"
    asked(alone.seats[0], alone, simulations=1)
    several = api.created(game="montana", seats=[PERSON, PERSON], seed=5)
    seat = several.shown(0)["to_act"][0]
    document = refused(several.seats[seat], several, 403, "analyses-not-allowed")
    assert document["analyses"] == "alone"
    change = {"kind": "bot", "level": "easy"}
    other = f"{several.path}/seats/{1 - seat}"
    assert several.seats[1 - seat]("PUT", other, json=change).status_code == 200
    refused(several.seats[seat], several, 403, "analyses-not-allowed")
    assert several.seats[1 - seat]("PUT", other, json={**change, "resign": True}).ok
    asked(several.seats[seat], several, simulations=1)
    waiting = api.created(game="montana", seats=[PERSON, {"kind": "open"}])
    refused(waiting.seats[0], waiting, 403, "analyses-not-allowed")
    waiting = api.created(game="montana", seats=[PERSON, {"kind": "open"}], analyses="everybody")
    refused(waiting.seats[0], waiting, 409, "match-not-started")


def over(api: Api, **members: Any) -> tuple[SeatedMatch, dict[int, int]]:
    """A match that is over, and the versions at which each seat had a choice."""
    made = api.created(seed=5, options={"deck": "small"}, **members)
    choices: dict[int, int] = {}
    while made.shown(0)["status"] != "over":
        shown = made.shown(0)
        seat = shown["to_act"][0]
        choices[seat] = shown["version"]
        assert made.act(seat).status_code == 200
    return made, choices


@pytest.mark.usefixtures("worker")
def test_after_the_end_everybody_may_ask_about_every_decision(api: Api) -> None:
    made, choices = over(api)
    nobodys = api.created()
    version = choices[1]
    for client in (made.seats[0], made.owner):
        shown = ended(client, asked(client, made, simulations=64, version=version, seat=1))
        assert (shown["status"], shown["seat"], shown["version"]) == ("done", 1, version)
        refused(client, made, 409, "match-over")
        refused(client, made, 404, "no-such-version", version=999)
        document = refused(client, made, 404, "no-such-seat", version=version, seat=9)
        assert document["seats"] == 2
    problem(made.seats[0].get(f"{made.path}/analyses/7"), 404, "no-such-analysis")
    problem(made.seats[1].get(f"{made.path}/analyses/1"), 404, "no-such-analysis")
    problem(made.seats[1].delete(f"{made.path}/analyses/1"), 404, "no-such-analysis")
    assert made.seats[1].get(f"{made.path}/analyses").json() == {"analyses": []}
    refused(nobodys.seats[0], made, 404, "no-such-match")
    refused(api, made, 401, "unauthorized")


def test_a_sealed_match_shows_each_seat_its_own_decisions(api: Api) -> None:
    made, choices = over(api, sealed=True)
    asked(made.seats[1], made, simulations=1, version=choices[1])
    refused(made.seats[0], made, 403, "forbidden", version=choices[1], seat=1)
    refused(made.owner, made, 403, "forbidden", version=choices[1])


@pytest.mark.parametrize("analyses", ["nobody", "ended", "everybody"])
def test_a_match_says_who_may_ask(api: Api, analyses: str) -> None:
    made = api.created(seed=5, options={"deck": "small"}, analyses=analyses)
    shown = made.shown(0)
    assert shown["analyses"] == analyses
    seat, version = shown["to_act"][0], shown["version"]
    if analyses == "everybody":
        asked(made.seats[seat], made, simulations=1)
        refused(made.owner, made, 403, "forbidden")
        refused(made.seats[seat], made, 403, "forbidden", seat=1 - seat)
        refused(made.seats[seat], made, 404, "no-such-version", version=version + 1)
        refused(made.seats[seat], made, 422, "invalid-request", seconds=0)
        refused(made.seats[seat], made, 422, "invalid-request", nonsense=1)
        assert refused(made.seats[seat], made, 409, "not-your-turn", version=0)["detail"]
    else:
        refused(made.seats[seat], made, 403, "analyses-not-allowed")
    made.play_out()
    if analyses == "nobody":
        refused(made.seats[seat], made, 403, "analyses-not-allowed", version=version)
    else:
        asked(made.owner, made, simulations=1, version=version)


def test_a_board_of_ones_own_is_no_way_around_it(api: Api) -> None:
    made = api.created(game="montana", seats=[PERSON, PERSON], seed=5)
    seat = made.shown(0)["to_act"][0]
    alone = [PERSON, BOT] if seat == 0 else [BOT, PERSON]

    def forked(of: SeatedMatch) -> SeatedMatch:
        body = {"version": of.shown(seat)["version"], "seats": alone}
        answered = of.seats[seat].post(f"{of.path}/forks", json=body)
        assert answered.status_code == 201, answered.text
        return SeatedMatch(api, answered.json())

    first = forked(made)
    second = forked(first)
    for board in (first, second):
        assert board.shown(seat)["analyses"] == "nobody"
        refused(board.seats[seat], board, 403, "analyses-not-allowed")
    free = api.created(game="montana", seats=[PERSON, PERSON], seed=5, analyses="everybody")
    board = forked(free)
    assert board.shown(seat)["analyses"] == "everybody"
    asked(board.seats[seat], board, simulations=1)


def test_more_than_the_service_allows_is_cut_down(api: Api) -> None:
    made = against_bots_waiting(api)
    answered = made.seats[0].post(f"{made.path}/analyses", json={"seconds": 3600})
    assert answered.json()["seconds"] == MOST_SECONDS


def against_bots_waiting(api: Api) -> SeatedMatch:
    """A match in which a person is to act before any bot is."""
    made = api.created(seats=[PERSON, PERSON], analyses="everybody", seed=3)
    assert 0 in made.shown(0)["to_act"]
    return made


def test_an_analysis_is_waited_for_no_longer_than_asked(api: Api) -> None:
    made = against_bots_waiting(api)
    place = asked(made.seats[0], made)
    began = time.monotonic()
    shown = made.seats[0].get(f"{place}?wait=1").json()
    assert 0.9 < time.monotonic() - began < 5
    assert shown["status"] == "running", "there is no worker"
    problem(made.seats[0].get(place, headers={"Accept": "image/png"}), 406, "not-acceptable")


@pytest.mark.full
@pytest.mark.usefixtures("worker")
def test_a_hint_in_the_terminal(api: Api) -> None:
    made = against_bots(api, "montana")
    client = Client(api.address)
    client.resume(made.created["id"], made.created["seats"][0]["token"])
    sitting = Sitting(client, "")
    sitting.enter("h")
    assert sitting.page is not None
    console = Console(record=True, width=200)
    console.print(sitting.page.content)
    (analysis,) = made.seats[0].get(f"{made.path}/analyses").json()["analyses"]
    best = analysis["candidates"][0]
    printed = console.export_text()
    assert f"{best['label']}  {best['action']}" in printed
    assert f"{best['visits']} visits" in printed


@pytest.mark.full
def test_a_hint_in_the_terminal_where_none_is_given(api: Api) -> None:
    refusing = api.created(game="montana", analyses="nobody", seed=3)
    client = Client(api.address)
    client.resume(refusing.created["id"], refusing.created["seats"][0]["token"])
    sitting = Sitting(client, "")
    sitting.enter("h")
    assert sitting.page is None
    assert "may not be asked for" in sitting.message
