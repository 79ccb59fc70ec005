"""Nobody sees what they should not: the swap test, its guards, and the posterior by enumeration."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

import orjson

from railhead.games.game import CHANCE, OVER, State
from railhead.games.random import Random
from tests.conformance.checks import MOST_ACTIONS, _unlikely, event_label, played, refusals
from tests.conformance.walks import Case, Moment, choices_at

Kind = TypeVar("Kind", bound=State)

MOST_COMPARED = 6
"""How many actions of a seat the comparison of observations plays."""
MOST_REPEATED = 3
"""How many of them are played in re-dealt positions too."""
SUPPOSED = 3
"""How many re-dealt positions these are."""


def determinized(state: Kind, viewer: int, seed: int) -> Kind:
    """A copy of `state`, re-dealt as `viewer` may suppose it."""
    copy = state.clone()
    assert isinstance(copy, type(state))
    copy.determinize(viewer, Random(seed, 5))
    return copy


def knowledge(state: State, viewer: int) -> tuple[bytes, bytes]:
    """What `viewer` knows, as something to compare: its view, and what one seed makes of it."""
    return orjson.dumps(state.view(viewer)), determinized(state, viewer, 11).save()


def swapping_shows_nothing(moment: Moment) -> None:
    """Where what a viewer cannot know is swapped, all that it can get stays byte for byte.

    That is: its view, who acts, its legal actions, their labels, the reasons of its refusals, and
    the events that are possible in both positions, with their labels.
    """
    state = moment.state
    drawn = _unlikely(moment)
    for viewer in moment.viewers():
        other = determinized(state, viewer, int(moment.random.next32()))
        assert orjson.dumps(other.view(viewer)) == orjson.dumps(state.view(viewer)), (
            f"the view of {viewer} depends on what it cannot know"
        )
        assert (other.actor(), other.to_act()) == (state.actor(), state.to_act())
        legal = moment.choices.get(viewer, [])
        if viewer in moment.choices:
            assert other.legal_actions(viewer) == legal, f"legal actions of {viewer} leak"
            labels = [state.label(viewer, action) for action in legal]
            assert [other.label(viewer, action) for action in legal] == labels, "a label leaks"
        if viewer >= 0:
            said = refusals(moment, state, viewer, drawn)
            assert refusals(moment, other, viewer, drawn) == said, "a refusal leaks"
        there = choices_at(other)
        for actor, actions in moment.choices.items():
            for action in moment.sample(sorted({*actions} & {*there[actor]}), MOST_ACTIONS):
                seen = state.observe(viewer, actor, action)
                assert other.observe(viewer, actor, action) == seen, "an event leaks"
                label = event_label(state, viewer, actor, action)
                assert event_label(other, viewer, actor, action) == label, "an event's label leaks"
    moment.unchanged()


def determinizing_uses_only_knowledge(moment: Moment) -> None:
    """Re-dealt positions are positions like any other, and re-dealing them adds or loses nothing.

    A second determinization with another truth below it must come out the same as the first.
    """
    state = moment.state
    for viewer in moment.viewers():
        first = determinized(state, viewer, 21)
        second = determinized(first, viewer, 22)
        assert second.save() == determinized(state, viewer, 22).save(), (
            f"what is dealt for {viewer} depends on what it cannot know"
        )
        assert first.census() == state.census()
        for actor, actions in choices_at(first).items():
            assert actions, "nobody can act in a re-dealt position"
            first.clone().apply(actor, actions[int(moment.random.below(len(actions)))])
    moment.unchanged()


def events_tell_what_is_known(moment: Moment) -> None:
    """Two actions look alike to a viewer exactly when they leave it with the same knowledge.

    So no event tells what the viewer may not know, and what an event told is remembered.
    """
    state = moment.state
    for actor, actions in moment.choices.items():
        tried = moment.sample(actions, MOST_COMPARED)
        after = [played(state, actor, action) for action in tried]
        for viewer in moment.viewers():
            seen = [state.observe(viewer, actor, action) for action in tried]
            known = [knowledge(position, viewer) for position in after]
            labels = [event_label(state, viewer, actor, action) for action in tried]
            for one in range(len(tried)):
                for other in range(one):
                    same = seen[one] == seen[other]
                    assert not same or labels[one] == labels[other], "a label tells more"
                    assert same == (known[one] == known[other]), (
                        f"{seen[one]} and {seen[other]} are {'' if same else 'not '}the same "
                        f"to viewer {viewer}, but what it knows afterwards says otherwise"
                    )
    moment.unchanged()


def what_is_learnt_owes_nothing_to_the_truth(moment: Moment) -> None:
    """An event leaves a viewer with the same knowledge, whatever is true that it cannot know.

    Each of some events happens here and in a position that the viewer cannot tell from this one, by
    the same action or by one that looks alike to it.
    """
    state = moment.state
    for viewer in moment.viewers():
        others = [determinized(state, viewer, int(moment.random.next32())) for _ in range(SUPPOSED)]
        for actor, actions in moment.choices.items():
            for action in moment.sample(actions, MOST_REPEATED):
                seen = state.observe(viewer, actor, action)
                known = knowledge(played(state, actor, action), viewer)
                for other in others:
                    same = _alike_to(other, viewer, actor, action, seen)
                    if same >= 0:
                        assert knowledge(played(other, actor, same), viewer) == known, (
                            f"after {seen} viewer {viewer} knows what no event has told"
                        )
    moment.unchanged()


def _alike_to(state: State, viewer: int, actor: int, action: int, seen: str) -> int:
    """The action, where it is legal and looks the same to a viewer; else one that does, or -1."""
    alike = [one for one in choices_at(state)[actor] if state.observe(viewer, actor, one) == seen]
    return action if action in alike else alike[0] if alike else -1


def actors_see_their_own(moment: Moment) -> None:
    """A seat sees its own actions in full."""
    for seat, actions in moment.choices.items():
        for action in actions if seat != CHANCE else []:
            own = moment.state.observe(seat, seat, action)
            assert own == moment.state.game.vocabulary.notation(action)


def forced_moves_give_nothing_away(moment: Moment) -> None:
    """Whether an action is forced is public, unless its type is declared secret."""
    state = moment.state
    if len(moment.choices) != 1 or CHANCE in moment.choices:
        return
    [(seat, legal)] = moment.choices.items()
    for viewer in moment.viewers():
        other = determinized(state, viewer, int(moment.random.next32())).legal_actions(seat)
        for one, another in ((legal, other), (other, legal)):
            secret = state.game.vocabulary.type_of(one[0]).secret
            assert secret or len(one) > 1 or len(another) == 1, (
                f"{state.game.vocabulary.notation(one[0])} is forced, or not, by what {viewer} "
                "cannot know"
            )


def nothing_is_hidden(moment: Moment) -> None:
    """Every viewer sees every event in full, and there is nothing to re-deal."""
    notation = moment.state.game.vocabulary.notation
    for viewer in moment.viewers():
        assert determinized(moment.state, viewer, 13).save() == moment.saved
        for actor, actions in moment.choices.items():
            for action in actions:
                assert moment.state.observe(viewer, actor, action) == notation(action)


WHERE_THERE_ARE_SECRETS = (
    swapping_shows_nothing,
    determinizing_uses_only_knowledge,
    events_tell_what_is_known,
    what_is_learnt_owes_nothing_to_the_truth,
    actors_see_their_own,
    forced_moves_give_nothing_away,
)


class Variation:
    """Guards against a swap test that swaps nothing: what changed in how many re-dealings."""

    def __init__(self) -> None:
        self.varied: set[int] = set()

    def note(self, moment: Moment) -> None:
        """Note for which viewers a few determinizations of this moment differ among themselves."""
        for viewer in moment.viewers():
            if viewer not in self.varied:
                made = {determinized(moment.state, viewer, seed).save() for seed in range(4)}
                if len(made) > 1:
                    self.varied.add(viewer)

    def fits(self, viewers: Iterable[int], hides: bool) -> None:
        """Raise AssertionError unless hidden parts varied for all viewers, or nothing is hidden."""
        wanted = set(viewers) if hides else set()
        assert self.varied == wanted, f"determinizations varied for {self.varied}, not {wanted}"


Weigh = Callable[[State, int, int], int]


class Posterior:
    """All positions that a viewer cannot rule out after what it has observed, with their weights.

    Weights are those of chance; each choice of another seat counts 1, or what `weigh` says. Only
    for small cases: every one of the positions is held.
    """

    def __init__(self, opening: State, viewer: int, weigh: Weigh | None = None) -> None:
        self.viewer = viewer
        self.weigh = weigh
        self.positions: dict[bytes, tuple[State, int]] = {opening.save(): (opening.clone(), 1)}

    def observe(self, actor: int, notation: str) -> None:
        """Keep what fits the next event: `actor`'s action, or chance, seen as `notation`."""
        kept: dict[bytes, tuple[State, int]] = {}
        for state, weight in self.positions.values():
            for action, chances in self._events(state, actor):
                if state.observe(self.viewer, actor, action) == notation:
                    after = played(state, actor, action)
                    saved = after.save()
                    before = kept[saved][1] if saved in kept else 0
                    kept[saved] = (after, before + weight * chances)
        assert kept, f"no position fits {notation}"
        self.positions = kept

    def _events(self, state: State, actor: int) -> list[tuple[int, int]]:
        if actor == CHANCE:
            return state.chance_outcomes() if state.actor() == CHANCE else []
        legal = state.legal_actions(actor)
        return [(a, self.weigh(state, actor, a) if self.weigh else 1) for a in legal]

    def shares(self) -> dict[bytes, float]:
        """The probability of each position."""
        total = sum(weight for _, weight in self.positions.values())
        return {saved: weight / total for saved, (_, weight) in self.positions.items()}


def agrees(shares: dict[bytes, float], drawn: Iterable[bytes]) -> None:
    """Raise AssertionError unless the draws are possible and about as frequent as they should be.

    The bound is five standard deviations of the chi-square statistic above its mean.
    """
    counts = dict.fromkeys(shares, 0)
    for saved in drawn:
        assert saved in counts, "a position was dealt that is impossible"
        counts[saved] += 1
    total = sum(counts.values())
    statistic = sum(
        (counts[saved] - total * share) ** 2 / (total * share) for saved, share in shares.items()
    )
    freedom = len(shares) - 1
    assert statistic <= freedom + 5 * (2 * freedom) ** 0.5 + 1e-9, (
        f"chi-square {statistic:.1f} with {freedom} degrees of freedom over {total} draws"
    )


@dataclass
class Followed:
    """How far the enumeration has followed matches: what it compared, and the events met."""

    positions: int = 0
    decisions: int = 0
    matches: int = 0
    """Those that were followed to their end."""
    events: set[tuple[str, bool]] = field(default_factory=set)
    """The types of action followed, and whether something of the event was hidden."""
    beyond: set[tuple[str, bool]] = field(default_factory=set)
    """Those that came after too many positions fitted."""

    def add(self, other: Followed) -> None:
        """Count what was followed of another match too."""
        self.positions += other.positions
        self.decisions += other.decisions
        self.matches += other.matches
        self.events |= other.events
        self.beyond |= other.beyond

    def missed(self) -> list[str]:
        """The types of events that were never followed, with `:?` where a part was hidden."""
        missed = sorted(self.beyond - self.events)
        return [f"{name}:?" if covered else name for name, covered in missed]

    def __str__(self) -> str:
        """How far it got, in a line."""
        missed = f", but never {', '.join(self.missed())}" if self.missed() else ""
        return f"{self.decisions} decisions, {self.matches} matches to the end{missed}"


def dealing_fits_events(
    case: Case, seed: int, viewer: int, most: int, frequencies: bool
) -> Followed:
    """What is dealt for a viewer fits all it has observed from the first position on.

    Plays a random match, and follows it while no more than `most` positions fit. With
    `frequencies`, all that fit are dealt as often as their weights say.
    """
    random = Random(seed, 7)
    state = case.opening(seed)
    posterior = Posterior(state, viewer)
    followed = Followed()
    while state.actor() != OVER:
        choices = choices_at(state)
        actor = list(choices)[int(random.below(len(choices)))]
        action = choices[actor][int(random.below(len(choices[actor])))]
        seen = state.observe(viewer, actor, action)
        event = (state.game.vocabulary.type_of(action).name, "?" in seen)
        if len(posterior.positions) <= most:
            posterior.observe(actor, seen)
        state.play(actor, action)
        if len(posterior.positions) > most:
            followed.beyond.add(event)
            continue
        followed.events.add(event)
        followed.decisions += actor != CHANCE
        shares = posterior.shares()
        assert state.save() in shares, "what has happened is impossible"
        draws = 3 * len(shares) + 20 if frequencies else 20
        made = [determinized(state, viewer, number).save() for number in range(draws)]
        if frequencies:
            agrees(shares, made)
        assert set(made) <= set(shares), f"what is dealt for {viewer} contradicts what it observed"
        followed.positions += len(shares)
    followed.matches += len(posterior.positions) <= most
    return followed


def chance_tree(state: State, most: int) -> dict[bytes, float]:
    """Where pending chance can lead, with probabilities; empty where that is over `most` places."""
    open_ends, ends = [(state, 1.0)], dict[bytes, float]()
    while open_ends:
        position, share = open_ends.pop()
        outcomes = position.chance_outcomes()
        if len(outcomes) + len(open_ends) + len(ends) > most:
            return {}
        total = sum(weight for _, weight in outcomes)
        for outcome, weight in outcomes:
            after = played(position, CHANCE, outcome)
            if after.actor() == CHANCE:
                open_ends.append((after, share * weight / total))
            else:
                saved = after.save()
                ends[saved] = ends.get(saved, 0.0) + share * weight / total
    return ends


def chance_is_sampled_fairly(moment: Moment, draws: int = 1200, most: int = 150) -> bool:
    """Whether there was something to compare; AssertionError where `sample_chance` is off.

    Small trees of chance are enumerated. For larger ones, cell by cell, as many samples are drawn
    outcome by outcome and compared.
    """
    if CHANCE not in moment.choices:
        return False
    shares = chance_tree(moment.state, most)
    random = Random(31, 6)
    if shares:
        agrees(shares, (_sampled(moment.state, random).save() for _ in range(draws)))
        return len(shares) > 1
    stepwise = [_stepwise(moment.state, random) for _ in range(draws // 3)]
    sampled = [_sampled(moment.state, random) for _ in range(draws // 3)]
    for cell in range(len(moment.state.cells)):
        _alike([int(s.cells[cell]) for s in stepwise], [int(s.cells[cell]) for s in sampled])
    return True


def _sampled(state: State, random: Random) -> State:
    copy = state.clone()
    copy.sample_chance(random)
    return copy


def _stepwise(state: State, random: Random) -> State:
    copy = state.clone()
    while copy.actor() == CHANCE:
        outcomes = copy.chance_outcomes()
        point = int(random.below(sum(weight for _, weight in outcomes)))
        for outcome, weight in outcomes:
            point -= weight
            if point < 0:
                copy.play(CHANCE, outcome)
                break
    return copy


def _alike(one: list[int], other: list[int]) -> None:
    """The two-sample chi-square over values; a wide bound, as many cells are tried."""
    values = set(one) | set(other)
    statistic = sum(
        (one.count(value) - other.count(value)) ** 2 / (one.count(value) + other.count(value))
        for value in values
    )
    freedom = len(values) - 1
    assert statistic <= freedom + 6 * (2 * freedom) ** 0.5 + 12, "sample_chance draws unevenly"
