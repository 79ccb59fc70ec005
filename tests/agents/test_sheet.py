"""The table in words: never too long, all actions within reach, and nothing that is hidden."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from railhead.agents.choosing import NotChosen, parse_choice
from railhead.agents.harness.command_player import reply
from railhead.agents.listing import filter_actions, listing, size, with_numbers
from railhead.agents.prompts import MOST_TOKENS, choices, table_prompt
from railhead.agents.rulebook import contents, search, sections
from railhead.agents.seat_handles import InvalidSeatHandle, SeatHandle
from railhead.games.game import CHANCE, OVER
from railhead.games.random import Random
from railhead.games.registry import rules_page, rulesets, shipped_rulesets
from railhead.words.prompts import render_map
from railhead.words.token_count import count_tokens
from tests.agents.positions import LABEL, moments, reference, shown
from tests.conformance.walks import cases

EVERY, EVERY_VARIED = 13, 97
"""Of so many decisions of a match one is looked at; the same where an option is changed."""
EVENTS = [{"label": LABEL, "version": number} for number in range(20)]


@pytest.mark.full
@pytest.mark.parametrize("game", [*shipped_rulesets(), "veil"])
def test_no_table_is_longer_than_it_may_be(game: str) -> None:
    assert MOST_TOKENS == 1500, "the guide says so"
    known = reference(game)
    seen: Counter[str] = Counter()
    for case in cases(rulesets()[game]):
        for match in moments(case, 3, EVERY_VARIED if case.changed else EVERY):
            text = table_prompt(match, EVENTS, known, True)
            assert count_tokens(text) <= MOST_TOKENS, text
            assert count_tokens(table_prompt(match, EVENTS, known, False)) <= MOST_TOKENS
            assert count_tokens(render_map(game, match["view"], match["seats"])) <= MOST_TOKENS
            assert "more lines left out" not in text or match["status"] == "over"
            seen["all"] += 1
            seen["events"] += "What happened:" in text
    assert seen["all"] > len(cases(rulesets()[game]))
    assert seen["events"] > seen["all"] * 0.9


@pytest.mark.parametrize("game", shipped_rulesets())
def test_every_action_is_reached_by_filters_that_the_lists_name(game: str) -> None:
    known = reference(game)
    case = cases(rulesets()[game])[0]
    longest = max(moments(case, 3), key=lambda one: len(one["legal_actions"]["actions"]))
    actions = longest["legal_actions"]["actions"]
    reached: set[int] = set()
    waiting, asked = [""], 0
    while waiting:
        text = waiting.pop()
        asked += 1
        of = filter_actions(actions, text) if text else with_numbers(actions)
        assert of, text
        for line in listing(of, known, 300):
            single = re.match(r"(\d+)\. (.*)", line)
            group = re.match(r"\d+[-…]\d+\. (\S+?):? ", line)
            more = re.match(r"Further numbers: (\S+);", line)
            if single:
                number = int(single[1])
                assert actions[number - 1]["label"] == single[2]
                reached.add(number)
            elif group or more:
                waiting.append((group or more)[1])  # type: ignore[index]
        assert asked < 500
    assert reached == set(range(1, len(actions) + 1))


def test_a_list_takes_no_more_room_than_it_has() -> None:
    known = reference("steam")
    case = cases(rulesets()["steam"])[0]
    for match in moments(case, 1):
        actions = with_numbers(match["legal_actions"]["actions"])
        for room in (60, 200, 700):
            assert size(listing(actions, known, room)) <= room + 60


def test_what_is_said_becomes_the_action_that_is_meant() -> None:
    known = reference("montana")
    case = cases(rulesets()["montana"])[0]
    seen: set[str] = set()
    for match in moments(case, 2):
        actions = match["legal_actions"]["actions"]
        for number, action in with_numbers(actions):
            seen.add(action["type"])
            meant = {"type": action["type"], "parameters": action["parameters"]}
            flat = {"type": action["type"], **action["parameters"]}
            for listed in (True, False):
                for said in (action["action"], action["label"], meant, flat):
                    assert parse_choice(said, actions, known, listed) == action["action"]
            assert parse_choice(number, actions, known, True) == action["action"]
            assert parse_choice(f"{number}.", actions, known, True) == action["action"]
            with pytest.raises(NotChosen, match="shown no list"):
                parse_choice(number, actions, known, False)
    assert len(seen) > 6


NONSENSE: list[Any] = [
    *("9" * 5000, "[" * 100_000, '{"a":' * 10_000, "²", "-77", "\0", "{}", "null", "x" * 100_000),
    *("joker:" + "g" * 300, "joker:\x00", "joker:\ud800", "joker:\u202e"),
    *({"type": ["joker"]}, {"type": {}}, {"type": "joker", "parameters": []}, {"action": "\ud800"}),
    {"type": "joker", "parameters": {"workers": [["grain"]]}},
    *(True, -1, 10**30, {}),
]


@pytest.mark.sampled
@pytest.mark.parametrize("listed", [True, False])
@pytest.mark.parametrize("said", NONSENSE, ids=lambda said: repr(said)[:20])
def test_whatever_a_model_says_is_refused_in_a_few_words(said: Any, listed: bool) -> None:
    match = next(moments(cases(rulesets()["montana"])[0], 2))
    with pytest.raises(NotChosen) as refused:
        parse_choice(said, match["legal_actions"]["actions"], reference("montana"), listed)
    assert len(str(refused.value)) < 500


@pytest.mark.parametrize("line", ["[" * 100_000, '{"action": ' * 10_000, "9" * 5000, "{", ""])
def test_a_line_that_is_no_json_is_taken_as_words(line: str) -> None:
    assert reply(line).said == line


def test_what_is_looked_for_may_be_anything() -> None:
    match = next(moments(cases(rulesets()["montana"])[0], 2))
    for text in ("9" * 5000, "1-" + "9" * 5000, "(", "x" * 1000):
        assert len(choices(match, text, reference("montana"))) < 200


def test_without_a_list_the_words_of_a_refusal_name_no_legal_action() -> None:
    known = reference("montana")
    match = next(moments(cases(rulesets()["montana"])[0], 2))
    for said in ("place", "a worker", 1, {"type": "nothing"}, {"type": "bank"}, ""):
        with pytest.raises(NotChosen) as refused:
            parse_choice(said, match["legal_actions"]["actions"], known, False)
        for action in match["legal_actions"]["actions"]:
            assert action["label"] not in str(refused.value)


def test_a_filter_says_how_many_it_leaves() -> None:
    known = reference("montana")
    match = max(
        moments(cases(rulesets()["montana"])[0], 3),
        key=lambda one: len(one["legal_actions"]["actions"]),
    )
    told = choices(match, "work", known)
    count = sum(one["type"] == "work" for one in match["legal_actions"]["actions"])
    assert f", {count} of {len(match['legal_actions']['actions'])} legal actions:" in told
    assert "without filter" in choices(match, "xyzzy", known)


@pytest.mark.full
@pytest.mark.parametrize("game", ["great_western_trail", "santa_fe", "veil"])
def test_what_a_seat_may_not_know_changes_no_word(game: str) -> None:
    known = reference(game)
    compared = varied = 0
    for case in cases(rulesets()[game])[:3]:
        state, chance = case.opening(4), Random(4, 8)
        while state.actor() != OVER:
            if state.actor() == CHANCE:
                state.sample_chance(chance)
                continue
            if chance.below(10) == 0:
                for seat in range(int(state.seats())):
                    other = state.clone()
                    other.determinize(seat, chance)
                    texts = [
                        table_prompt(shown(one, seat, 1), [], known, True) for one in (state, other)
                    ]
                    assert texts[0] == texts[1]
                    maps = (
                        [render_map(game, one.view(seat), []) for one in (state, other)]
                        if (game == "veil")
                        else [""]
                    )
                    assert len(set(maps)) == 1
                    compared += 1
                    varied += other.save() != state.save()
            legal = state.legal_actions(state.actor())
            state.play(state.actor(), legal[chance.below(len(legal))])
    assert compared > 10
    assert varied > compared / 2


@pytest.mark.parametrize("game", shipped_rulesets())
def test_every_section_of_the_rules_is_within_reach(game: str) -> None:
    page = rules_page(rulesets()[game])
    assert page is not None
    assert count_tokens(contents(page)) <= MOST_TOKENS
    for section in sections(page):
        text = search(page, section.title, None)
        assert f"[{section.title}]" in text or not section.text
        assert count_tokens(text) <= MOST_TOKENS


def test_pages_of_the_rules_follow_each_other_to_the_last() -> None:
    page = rules_page(rulesets()["steam"])
    assert page is not None
    number, told = 1, search(page, "track", None)
    while f"page {number + 1} for more" in told:
        number += 1
        told = search(page, "track", None, number)
    assert number > 1
    with pytest.raises(LookupError, match=f"only {number} pages"):
        search(page, "track", None, number + 1)


def test_seats_are_read_as_they_are_written() -> None:
    handle = SeatHandle("m", "t")
    assert SeatHandle.read(f" {handle} ") == handle
    wrong = ["", "m", "m:", ":t", "m:t:x", "m:t:unlisted"]
    wrong += ["..:t", "m/n:t", "m:ü", "m:t\nu", "\ud800:t", f"{'m' * 1000}:t", f"m:{'t' * 1000}"]
    for text in wrong:
        with pytest.raises(InvalidSeatHandle):
            SeatHandle.read(text)


@pytest.mark.parametrize(
    ("text", "least"),
    [
        ("", 0),
        ("hire", 1),
        ("settlements", 1),
        ("$4", 2),
        ("A06", 2),
        ("12 ", 2),
        ("→", 1),
        ("\n", 1),
    ],
)
def test_the_measure_counts_each_digit_and_sign(text: str, least: int) -> None:
    assert count_tokens(text) >= least
    assert count_tokens(f"{text} {text}") >= 2 * count_tokens(text) - 1
