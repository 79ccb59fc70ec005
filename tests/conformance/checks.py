"""What holds at every position of every game. Each check raises AssertionError where it does not.

The checks of hidden information are in `tests.conformance.hidden`.
"""

from __future__ import annotations

import itertools
from typing import Any

import orjson
import pytest

from railhead.games.game import CHANCE, OVER, SPECTATOR, IllegalAction, State
from railhead.games.packing import HIDDEN, pack
from railhead.games.random import Random
from railhead.service.model import Seat
from railhead.service.model.event_text import sentence
from tests.conformance.walks import Case, Moment

MOST_ACTIONS = 24
"""How many of a position's actions the costlier checks try."""


def played(state: State, seat: int, action: int) -> State:
    """A copy of `state` after an action, unchecked."""
    after = state.clone()
    after.play(seat, action)
    return after


def legal_actions_are_sound(moment: Moment) -> None:
    """Somebody acts until the end; lists are stable, without repeats, and for actors only."""
    state = moment.state
    actor, acting = int(state.actor()), state.to_act()
    assert acting == sorted(set(acting))
    assert acting[:1] == ([actor] if actor >= 0 else []), f"actor {actor}, to act {acting}"
    assert actor in (CHANCE, OVER) or 0 <= actor < state.seats()
    for seat in range(int(state.seats())):
        actions = state.legal_actions(seat)
        assert bool(actions) == (seat in acting), f"seat {seat} has {len(actions)} actions"
        assert len(set(actions)) == len(actions), "an action is listed twice"
        assert actions == state.legal_actions(seat) == state.clone().legal_actions(seat)
    if actor == CHANCE:
        outcomes = state.chance_outcomes()
        assert outcomes
        assert len({outcome for outcome, _ in outcomes}) == len(outcomes), "an outcome is twice"
        assert all(weight > 0 for _, weight in outcomes)
    moment.unchanged()


def every_form_round_trips(moment: Moment) -> None:
    """Packed integer, notation and JSON form stand for each other; types are used as declared."""
    vocabulary = moment.state.game.vocabulary
    for actor, actions in moment.choices.items():
        for action in actions:
            if moment.is_known((actor == CHANCE, action)):
                continue
            assert 0 <= action < 1 << 58
            notation = vocabulary.notation(action)
            assert "?" not in notation
            assert vocabulary.parse(notation) == action, notation
            form = orjson.loads(orjson.dumps(vocabulary.to_json(action)))
            assert form["action"] == notation
            assert vocabulary.from_json(form) == action, notation
            assert vocabulary.type_of(action).chance == (actor == CHANCE), notation


def labels_are_distinct(moment: Moment) -> None:
    """Every legal action has a label of its own, with all of its template filled in."""
    for seat, actions in moment.choices.items():
        if seat == CHANCE:
            continue
        labels: dict[str, int] = {}
        for action in actions:
            label = moment.state.label(seat, action)
            assert label.strip() == label != ""
            assert "{" not in label, label
            assert "}" not in label, label
            assert labels.setdefault(label, action) == action, f"{label!r} is said of two actions"
    moment.unchanged()


def event_label(state: State, viewer: int, actor: int, action: int) -> str:
    """What a log says of an action or outcome to a viewer; every seat is a human's, called Ann."""
    return _sentence(state, actor, int(state.redact(viewer, actor, action)))


def event_labels(moment: Moment, actor: int, action: int) -> list[str]:
    """As `event_label`, once for each thing that viewers see of it."""
    seen = {int(moment.state.redact(one, actor, action)) for one in moment.viewers()}
    return [_sentence(moment.state, actor, observed) for observed in seen]


def _sentence(state: State, actor: int, observed: int) -> str:
    seats = tuple(Seat(number, "human", "Ann") for number in range(int(state.seats())))
    return sentence(seats, state, actor, observed)


def events_are_told(moment: Moment) -> None:
    """Each event has a sentence for each viewer, which names who acts and has no gaps."""
    for actor, actions in moment.choices.items():
        for action in moment.sample(actions, MOST_ACTIONS):
            for told in event_labels(moment, actor, action):
                assert told.strip() == told != "", told
                assert not set("{}?") & set(told), told
                assert actor == CHANCE or told.startswith(f"Seat {actor} (Ann) "), told
    moment.unchanged()


def actions_apply(moment: Moment) -> None:
    """Each legal action works on a copy, keeps every component, and leads to a place of its own."""
    census = moment.state.census()
    for actor, actions in moment.choices.items():
        reached: dict[bytes, int] = {}
        for action in moment.sample(actions, MOST_ACTIONS):
            after = moment.state.clone()
            after.apply(actor, action)
            moment.unchanged()
            saved = after.save()
            assert saved != moment.saved, "an action changes nothing"
            assert saved == played(moment.state, actor, action).save(), "apply and play differ"
            assert after.census() == census, "components appeared or got lost"
            assert reached.setdefault(saved, action) == action, "two actions do the same"


def _unlikely(moment: Moment) -> list[int]:
    """Well-formed actions that are probably not legal here."""
    vocabulary = moment.state.game.vocabulary
    drawn = moment.sample(moment.met, 6)
    for kind in vocabulary.types:
        sizes = [len(vocabulary.values_of(declared)) for declared in kind.parameters]
        if all(sizes):
            raw = [int(moment.random.below(size)) for size in sizes]
            drawn.append(int(pack(kind.code, *raw)))
    return drawn


def refusals(moment: Moment, state: State, seat: int, actions: list[int]) -> list[str]:
    """Why each of the actions that is illegal for `seat` is refused; the legal ones left out."""
    reasons = []
    legal = state.legal_actions(seat) if seat >= 0 else []
    for action in actions:
        if action in legal:
            continue
        before = state.save()
        with pytest.raises(IllegalAction) as refused:
            state.apply(seat, action)
        reasons.append(str(refused.value))
        assert reasons[-1].strip(), "a refusal gives no reason"
        assert state.save() == before, "a refused action has changed the position"
    return reasons


def illegal_actions_are_refused(moment: Moment) -> None:
    """Actions of other moments, of random parameters and of wrong seats change nothing."""
    drawn = _unlikely(moment)
    everybody = [*range(int(moment.state.seats()) + 1), SPECTATOR]
    for seat in everybody:
        refusals(moment, moment.state, seat, drawn)
    for seat, actions in moment.choices.items():
        others = [other for other in everybody if other not in moment.choices]
        for other in [*others, *([CHANCE] if seat != CHANCE else [])]:
            for action in actions[:2]:
                with pytest.raises(IllegalAction):
                    moment.state.apply(other, action)
    if CHANCE in moment.choices:
        for action in set(drawn) - set(moment.choices[CHANCE]):
            with pytest.raises(IllegalAction):
                moment.state.apply(CHANCE, action)
    moment.unchanged()


def clones_are_independent(moment: Moment) -> None:
    """What happens to a copy leaves the original alone, and the other way round."""
    copy = moment.state.clone()
    assert type(copy) is type(moment.state)
    assert copy.game is moment.state.game
    assert copy.save() == moment.saved, "a copy differs from its original"
    for actor, actions in moment.choices.items():
        second = moment.state.clone()
        second.play(actor, actions[0])
        moment.unchanged()
        after = second.save()
        third = second.clone()
        third.cells[0] += 1
        assert second.save() == after, "a copy shares its cells"


def saving_round_trips(moment: Moment) -> None:
    """A saved position is the position, in every cell."""
    loaded = moment.state.game.load(moment.saved)
    assert type(loaded) is type(moment.state)
    assert list(loaded.cells) == list(moment.state.cells)
    assert loaded.save() == moment.saved
    for broken in (b"", moment.saved[:1], b"\xff" + moment.saved[1:]):
        with pytest.raises(ValueError, match=r"\w"):
            moment.state.game.load(broken)


def note_keys(value: Any, keys: dict[str, frozenset[str]], at: str = "") -> None:
    """Note the keys of every object in a JSON value by path, list items sharing one path.

    Fails where `keys` has others for a path. Objects that only count (names to numbers) may leave
    names out, and are left out here.
    """
    if isinstance(value, dict):
        kinds = {*map(type, value.values())}
        if kinds <= {int}:
            return
        own = frozenset(value)
        assert keys.setdefault(at, own) == own, f"the keys of {at or 'view'} changed"
        if kinds.isdisjoint((dict, list)):
            return
        for key, inner in value.items():
            if isinstance(inner, dict | list):
                note_keys(inner, keys, f"{at}.{key}")
    elif not {*map(type, value)}.isdisjoint((dict, list)):
        for inner in value:
            if isinstance(inner, dict | list):
                note_keys(inner, keys, f"{at}[]")


def views_are_regular(moment: Moment, keys: dict[str, frozenset[str]]) -> None:
    """Views are plain JSON, the same when asked again, with the same keys in the whole match.

    `keys` collects the keys by path over the moments of a match; at each two viewers are asked.
    """
    for viewer in moment.sample(moment.viewers(), 2):
        view = moment.state.view(viewer)
        text = orjson.dumps(view)
        assert orjson.loads(text) == view, "a view does not survive JSON"
        assert orjson.dumps(moment.state.clone().view(viewer)) == text, "two views differ"
        note_keys(view, keys)
    moment.unchanged()


def scores_agree(moment: Moment) -> None:
    """The ranking has every seat once, more points first; score sheet and scores fit it."""
    state = moment.state
    seats = list(range(int(state.seats())))
    scores, ranking, sheet = state.scores(), state.ranking(), state.score_sheet()
    assert len(scores) == len(seats)
    assert sorted(seat for group in ranking for seat in group) == seats
    assert all(len(column) == len(seats) for column in sheet.values())
    groups = [sorted({scores[seat] for seat in group}) for group in ranking]
    assert all(len(group) == 1 for group in groups), "tied seats have different scores"
    assert groups == sorted(groups, reverse=True), "the ranking contradicts the scores"
    rows = [[column[seat] for column in sheet.values()] for seat in seats]
    for ahead, behind in itertools.pairwise(ranking):
        assert rows[ahead[0]] != rows[behind[0]], "nothing in the score sheet tells two ranks apart"
    moment.unchanged()


def commits_commute(moment: Moment) -> None:
    """Seats that act at the same time do not notice in which order they do."""
    for first, second in itertools.combinations(moment.choices, 2):
        for one in moment.sample(moment.choices[first], 3):
            for other in moment.sample(moment.choices[second], 3):
                ahead = played(moment.state, first, one)
                behind = played(moment.state, second, other)
                assert ahead.legal_actions(second) == moment.choices[second]
                assert behind.legal_actions(first) == moment.choices[first]
                ahead.apply(second, other)
                behind.apply(first, one)
                assert ahead.save() == behind.save(), "the order of two commits matters"


def sampled_chance_is_possible(moment: Moment) -> None:
    """`sample_chance` resolves all pending chance, and only in ways the outcomes allow."""
    if CHANCE not in moment.choices:
        return
    reached = moment.state.clone()
    reached.sample_chance(Random(int(moment.random.next32())))
    assert reached.actor() != CHANCE, "chance is still pending"
    assert reached.census() == moment.state.census()
    again = moment.state.clone()
    again.sample_chance(Random(7))
    other = moment.state.clone()
    other.sample_chance(Random(7))
    assert again.save() == other.save(), "equal generators give different samples"


def hidden_is_never_packed(moment: Moment) -> None:
    """No legal action carries the value that stands for a redacted parameter."""
    for actions in moment.choices.values():
        for action in actions:
            assert all((action >> shift) & 1023 != HIDDEN for shift in range(8, 58, 10))


AT_EVERY_MOMENT = (
    legal_actions_are_sound,
    every_form_round_trips,
    hidden_is_never_packed,
    labels_are_distinct,
    events_are_told,
    saving_round_trips,
    scores_agree,
)
NOW_AND_THEN = (
    actions_apply,
    illegal_actions_are_refused,
    clones_are_independent,
    commits_commute,
    sampled_chance_is_possible,
)
"""The costlier checks."""


def log_replays(case: Case, seed: int) -> int:
    """A match's notations, played from its opening snapshot, give its positions byte for byte.

    Returns the number of plies.
    """
    random = Random(seed, 4)
    state = case.opening(seed)
    opening = state.save()
    log: list[tuple[int, str, bytes]] = []
    while state.actor() != OVER:
        outcomes = state.actor() == CHANCE
        actor = CHANCE if outcomes else state.to_act()[-1]
        offered = (
            [outcome for outcome, _ in state.chance_outcomes()]
            if outcomes
            else state.legal_actions(actor)
        )
        action = offered[int(random.below(len(offered)))]
        notation = state.game.vocabulary.notation(action)
        state.play(actor, action)
        log.append((actor, notation, state.save()))
    replay = case.game.load(opening)
    for actor, notation, saved in log:
        replay.apply(actor, replay.parse(notation))
        assert replay.save() == saved, f"{notation} led elsewhere in the replay"
    return len(log)


def setup_is_plain(case: Case, seed: int) -> None:
    """A set-up is JSON with `seats` and `options`, and decides the first position alone."""
    setup = case.game.draw_setup(case.seats, case.options, Random(seed, 1))
    assert setup["seats"] == case.seats
    assert setup["options"] == dict(case.options)
    again = orjson.loads(orjson.dumps(setup))
    assert again == setup
    assert case.game.start(again).save() == case.game.start(setup).save()
    assert case.game.draw_setup(case.seats, case.options, Random(seed, 1)) == setup
    assert setup == again, "start has changed the set-up"
    opening = case.game.start(setup)
    other = case.game.ruleset.bind(
        orjson.loads(orjson.dumps(case.game.data)), dict.fromkeys(case.game.data, "the store")
    )
    assert other.data_hash == case.game.data_hash
    assert other.load(opening.save()).view(SPECTATOR) == opening.view(SPECTATOR)
