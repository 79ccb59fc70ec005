"""What a model asks to see before it decides, and whether it does what it says it will do."""

from __future__ import annotations

from pathlib import Path

import pytest

from railhead.agents.harness.command_player import reply
from railhead.agents.harness.endpoint_player import Terms, chat_reply
from railhead.agents.harness.looking import Look
from railhead.agents.harness.stated_plans import MOST_STEPS, StatedPlan
from tests.agents.completions import KEY, completions
from tests.agents.test_harness import endpoint, run_matches, scripted
from tests.http.api import Api

ONE = ("--matches", "1")
LEGAL = [{"action": one, "label": one} for one in ("build:E20:21:0", "build:E22:21:0", "done")]


@pytest.mark.full
def test_who_looks_before_every_other_decision_is_counted_so(
    api: Api, bots: None, tmp_path: Path
) -> None:
    [one] = run_matches(api, tmp_path / "out.json", *scripted("looks"), *ONE)
    assert one["status"] == "finished"
    assert one["looked"] == (one["decisions"] + 1) // 2
    assert one["looks"] == {"rules": one["looked"], "table": 2 * one["looked"]}
    assert one["illegal"] == 0


@pytest.mark.full
def test_who_never_looks_is_counted_so(api: Api, bots: None, tmp_path: Path) -> None:
    [one] = run_matches(api, tmp_path / "out.json", *scripted("first"), *ONE)
    assert (one["looked"], one["looks"], one["plans"], one["steps"]) == (0, {}, 0, {})


@pytest.mark.full
def test_a_hidden_table_is_shown_to_who_asks_for_it(api: Api, bots: None, tmp_path: Path) -> None:
    [one] = run_matches(api, tmp_path / "out.json", *scripted("asks"), *ONE, "--hide-table")
    assert one["status"] == "finished"
    assert one["looked"] == one["looks"]["table"] == one["decisions"]
    assert one["input_tokens"] == 110 * one["decisions"], "those of looks count too"
    assert one["output_tokens"] == 6 * one["decisions"]


@pytest.mark.sampled
def test_who_only_looks_forfeits(api: Api, bots: None, tmp_path: Path) -> None:
    terms = ["--max-looks", "2", "--max-illegal", "2"]
    [one] = run_matches(api, tmp_path / "out.json", *scripted("stares"), *ONE, *terms)
    assert one["status"] == "forfeited"
    assert "You have looked 2 times at this decision." in one["reason"]
    assert (one["looked"], one["looks"], one["illegal"]) == (1, {"table": 4}, 2)


@pytest.mark.full
def test_plans_that_are_kept_and_plans_that_are_broken_are_told_apart(
    api: Api, bots: None, tmp_path: Path
) -> None:
    kept, broken = (
        run_matches(api, tmp_path / f"{manner}.json", *scripted(manner), *ONE, game="montana")[0]
        for manner in ("keeps", "breaks")
    )
    for one in (kept, broken):
        assert one["status"] == "finished"
        assert one["plans"] == one["decisions"]
        assert sum(one["steps"].values()) == 2 * one["plans"], "each step ends in one way"
    assert kept["steps"]["kept"] > 5
    assert "dropped" not in kept["steps"]
    assert broken["steps"]["dropped"] > 5
    assert "kept" not in broken["steps"], "other actions are legal beside it"


@pytest.mark.full
def test_an_endpoint_looks_by_a_line_of_its_answer(api: Api, bots: None, tmp_path: Path) -> None:
    with completions(looks=True) as server:
        terms = (*ONE, "--hide-table")
        [one] = run_matches(api, tmp_path / "out.json", *endpoint(server), *terms, TEST_KEY=KEY)
    assert one["status"] == "finished"
    assert one["looked"] == one["decisions"] == one["plans"]
    assert one["input_tokens"] == 2000 * one["decisions"]
    last = [message["role"] for message in server.seen[-1]["messages"]]
    assert last == ["system", *["user", "assistant"] * (len(last) // 2 - 1), "user"]
    assert "Table:" in server.seen[-1]["messages"][-1]["content"]


def test_a_step_is_kept_or_dropped_once_it_is_legal_and_the_rest_stays_open() -> None:
    plan = StatedPlan()
    assert plan.follow(LEGAL, "done") == {}
    assert plan.state(["build", "build:E22", "build:E22", "done", "done"]) == {}
    assert plan.follow(LEGAL, "build:E20:21:0") == {"kept": 1}
    assert plan.follow(LEGAL, "build:E22:21:0") == {"kept": 1}
    assert plan.follow(LEGAL, "done") == {"dropped": 1, "open": 2}
    assert plan.follow(LEGAL, "done") == {}
    plan.state(["build", "done"])
    assert plan.follow(LEGAL[2:], "done") == {}, "the first step waits"
    assert plan.follow(LEGAL, "build:E22:21:0") == {"kept": 1}
    assert plan.follow(LEGAL, "done") == {"kept": 1}
    plan.state(["build:E2"])
    assert plan.follow(LEGAL, "build:E22:21:0") == {}, "a part is a whole one"
    assert plan.state(["done"] * 100) == {"open": 1}
    assert plan.state(["", " Done "]) == {"open": MOST_STEPS}
    assert plan.follow(LEGAL, "done") == {"kept": 1}
    plan.state(["done"])
    assert plan.end() == {"open": 1}


def test_a_text_asks_to_see_or_acts_with_a_plan() -> None:
    for text, look in (
        ("LOOK: rules goods growth", Look("rules", {"about": "goods growth"})),
        ("**Look: rules goods page 2**", Look("rules", {"about": "goods", "page": 2})),
        ("ACTION: 3\nLOOK: table build:E20", Look("table", {"filter": "build:E20"})),
        ("LOOK: `map`", Look("table", {"map": True})),
        ("LOOK: games", Look("games", {})),
        ("LOOK: advise", Look("advise", {})),
    ):
        assert chat_reply(text).look == look
        assert chat_reply(text).plan is None
    acted = chat_reply("PLAN: bank\nHm.\nPLAN: build:E20; deliver\nACTION: 3", 7, 8)
    assert (acted.said, acted.look, acted.plan) == ("3", None, ["build:E20", " deliver"])
    assert (acted.input_tokens, acted.output_tokens) == (7, 8)


def test_a_line_of_json_asks_to_see_or_acts_with_a_plan() -> None:
    assert reply('{"look": "games"}').look == Look("games", {})
    assert reply('{"look": "rules", "arguments": 3}').look == Look("rules", {})
    assert reply('{"look": ["rules"]}').look is None
    assert reply('{"action": 1, "plan": ["build", 3]}').plan == ["build", "3"]
    assert reply('{"action": 1, "plan": "build"}').plan is None


def test_a_model_is_told_what_it_may_see_and_how_it_acts() -> None:
    assert "Each message is the table" in Terms().system
    assert "the number of a legal action. To see more" in Terms().system
    hidden = Terms("The types are a, b.", listed=False, hidden=True).system
    assert "look at the table" in hidden
    assert "in notation" in hidden
    assert "none is listed. The types are a, b. To see more" in hidden
