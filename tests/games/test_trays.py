"""The fields that a client shows of what lies before a player."""

from __future__ import annotations

from random import Random

from railhead.games.game import OVER, State
from railhead.games.great_western_trail import names
from railhead.games.great_western_trail.components import TASK_BITS
from railhead.games.great_western_trail.rules import tasks
from railhead.games.great_western_trail.tray import count_tasks
from railhead.games.trays import Field, Item, field_json, no_fields
from tests.games.great_western_trail import positions as great_western_trail
from tests.games.montana import positions as montana
from tests.games.positions import act, actor, offered, settle_chance
from tests.games.santa_fe import positions as santa_fe
from tests.games.steam import positions as steam


def fields(state: State, viewer: int, seat: int) -> dict[str, Field]:
    """The tray of a seat as a viewer sees it, by label."""
    return {field.label: field for field in state.game.ruleset.tray(state.view(viewer), seat)}


def labels(field: Field) -> list[str]:
    assert field.items is not None
    return [item.label for item in field.items]


def test_what_is_empty_is_left_out() -> None:
    assert field_json(Field("Money", "$12")) == {"label": "Money", "value": "$12"}
    items = [Item("Albuquerque 3", "hand-0-AL"), Item("1 unseen")]
    assert field_json(Field("Hand", items=items)) == {
        "label": "Hand",
        "items": [{"label": "Albuquerque 3", "id": "hand-0-AL"}, {"label": "1 unseen"}],
    }
    assert field_json(Field("Hand", items=[])) == {"label": "Hand", "items": []}
    worth = Field("Points", "12 if it ended now", brief="12 points")
    assert field_json(worth) == {
        "label": "Points", "value": "12 if it ended now", "brief": "12 points",
    }  # fmt: skip
    assert no_fields({}, 0) == ()


def test_every_game_sums_up_by_what_players_compare_themselves() -> None:
    for state in (montana.bare(), steam.opened(), santa_fe.dealt(), great_western_trail.dealt()):
        briefs = [field.brief for field in fields(state, 0, 1).values() if field.brief]
        assert len(briefs) == 2, state.game.ruleset.id
        assert all(any(letter.isdigit() for letter in one) for one in briefs)


def test_montana_tells_coins_workers_and_what_is_to_be_built() -> None:
    position = montana.bare()
    montana.have(position, 0, coins=7, copper_worker=2, pumpkin_worker=1)
    told = fields(position, 0, 0)
    assert told["Money"].value == "7 coins"
    assert told["To decide"].value == "choose an action"
    workers = told["Workers"].items or ()
    assert {item.id for item in workers} <= {f"worker-0-{one}" for one in ("copper", "pumpkin")}
    assert "left" in labels(told["Settlements"])[0]
    assert "To decide" not in fields(position, 0, 1)


def test_steam_says_what_income_means() -> None:
    base = fields(steam.opened(), 0, 0)
    (level,) = base["Income"].items or ()
    assert level.id == "income-0"
    assert "as many dollars as the level says" in level.detail
    assert base["End of turn"].value == "owes nothing at the end of the turn"


def test_steam_says_what_is_owed_before_it_is_due() -> None:
    position = steam.opened(variant="standard")
    steam.have(position, 0, income=-3, cash=1)
    steam.have(position, 1, income=5)
    assert fields(position, 0, 0)["End of turn"].value == (
        "owes $4 at the end of the turn; income −$3, locomotive −$1; $3 short as things are: loses "
        "a point, then a step of income, for each $2"
    )
    assert fields(position, 0, 1)["End of turn"].value == (
        "receives $4 at the end of the turn; income +$5, locomotive −$1"
    )
    base = steam.opened()
    steam.have(base, 0, income=-3, cash=1)
    assert "owes $3 at the end of the turn; $2 short as things are: raises $5" in (
        fields(base, 0, 0)["End of turn"].value
    )


def test_santa_fe_shows_a_hand_with_its_values_to_its_owner_alone() -> None:
    position = santa_fe.dealt(open_money=False)
    own, others = fields(position, 0, 0), fields(position, 1, 0)
    cities = {city["city"]: city for city in position.view(0)["map"]["cities"]}
    named = [f"{cities[one]['name']} {cities[one]['value']}" for one in cities]
    assert {*labels(own["Hand"])} <= {*named, "double turn"}
    assert others["Hand"].items is None
    assert "city cards" in others["Hand"].value
    assert (own["Money"].value[0], others["Money"].value) == ("$", "hidden")
    assert (own["Money"].brief, others["Money"].brief) == (own["Money"].value, "")


def test_great_western_trail_says_what_the_first_objective_asks_for() -> None:
    position = great_western_trail.dealt()
    great_western_trail.hold(position, 0, "jersey", "guernsey", "jersey", "dutch_belt")
    own, others = fields(position, 0, 0), fields(position, 1, 0)
    first = (own["Objectives"].items or ())[0]
    assert first.label.endswith(": 3 points")
    assert first.detail.startswith("S")
    (title,) = [label for label in own if label.startswith("Hand")]
    assert title == "Hand (4 of 4, breeds worth 5)"
    assert "2 × Jersey 1" in labels(own[title])
    (hidden,) = [label for label in others if label.startswith("Hand (")]
    assert labels(others[hidden]) == ["4 unseen"]


def test_great_western_trail_counts_what_objectives_ask_for_as_its_rules_do() -> None:
    """Through a whole match, for who has the seat: each number, as far as the rules count."""
    position, random = great_western_trail.dealt(), Random(3)
    told = set()
    while actor(position) != OVER:
        (first, *_laid_down) = fields(position, 0, 0)["Objectives"].items or ()
        told.add(first.label)
        packed = int(tasks.items(position, 0))
        counted = {
            letter: (packed >> (TASK_BITS * index)) & tasks.MOST_ITEMS
            for index, letter in enumerate(names.TASKS)
        }
        assert count_tasks(position.view(0)["players"][0]) == counted
        if actor(position) < 0:
            settle_chance(position, random.randrange(1000))
        else:
            act(position, random.choice(offered(position)))
    assert len(told) > 1
