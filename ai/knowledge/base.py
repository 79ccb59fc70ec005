"""What the search may ask of a game's knowledge, and the answers for games without their own."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from railhead.ai.knowledge.search_weights import SearchWeights
from railhead.games.game import Actions, State
from railhead.games.vectors import vec

SPREAD: Final = 0.25
NO_DEPTH_LIMIT: Final = 1_000_000
SCORE_MARGIN_WEIGHT: Final = 0.1


@mypyc_attr(allow_interpreted_subclasses=True)
class Knowledge:
    """An evaluation and move priors. This one knows no game: it counts points, all moves alike.

    `spread` is the lead, in the unit of `evaluate`, that wins about three matches in four
    (1 / (1 + 1/e)). `rollout_depth` is the most plies of a playout, whatever the level would play.
    `score_margin_weight` is the part, 0 to 1, of a final value that goes by the margin instead of
    by first place. With `centred`, leads count from what they are at the root: then a match that is
    all but decided is played for points as eagerly as an even one. `rivalry` is how much of the
    best other's evaluation is taken off one's own. With `has_win_odds` the evaluation knows how
    likely first place is too; then the cut-off of a playout counts as the end does,
    `score_margin_weight` included. `search` says how a search weighs all this.
    """

    def __init__(
        self,
        spread: float = SPREAD,
        rollout_depth: int = NO_DEPTH_LIMIT,
        score_margin_weight: float = SCORE_MARGIN_WEIGHT,
        centred: bool = False,
        rivalry: float = 1.0,
        has_win_odds: bool = False,
        search: SearchWeights | None = None,
    ) -> None:
        self.spread: float = spread
        self.rollout_depth: i64 = rollout_depth
        self.score_margin_weight: float = score_margin_weight
        self.centred: bool = centred
        self.rivalry: float = rivalry
        self.has_win_odds: bool = has_win_odds
        self.search: SearchWeights = SearchWeights() if search is None else search

    def evaluate(self, position: State, out: vec[float]) -> None:
        """Write each seat's expected final score to the first entries of `out`.

        Any unit, higher is better; only differences between seats count. With `has_win_odds` each
        seat's log odds of first place follow, up to a constant that all share; at the end of a
        match they are not asked for. Here: the points now, as a share of the largest.
        """
        scores = position.scores()
        largest = 1
        for score in scores:
            largest = max(largest, abs(score))
        for seat in range(len(scores)):
            out[seat] = scores[seat] / largest

    def likely(self, position: State, seat: i64, legal: Actions) -> None:
        """Add to `legal` what a playout chooses among: at least one legal action of `seat`.

        Here: all of them. A game with hundreds may leave out those that are hardly ever good.
        """
        position.collect(seat, legal)

    def priors(self, position: State, seat: i64, legal: Actions, out: vec[float]) -> None:
        """Write a positive weight for each of `legal`, what `seat` may do, to `out`.

        Only their ratios count. `out` has room for all of them.
        """
        for index in range(legal.count):
            out[index] = 1.0

    def policy(self, position: State, seat: i64, legal: Actions, out: vec[float]) -> None:
        """As `priors`, for the moves of a playout, where there is no search to put them right."""
        self.priors(position, seat, legal, out)

    def is_quiet(self, position: State) -> bool:
        """Whether a playout that is long enough may end here, and this be evaluated.

        No where a few more decisions tell what the last ones were for, so that positions in the
        middle of something are not compared with such as have it behind them. Must become true
        within a turn. Here: always.
        """
        return True

    def residual_features(self, position: State) -> list[tuple[float, list[float]]]:
        """Each seat's points so far, and the numbers that say what is still to come.

        Nothing once a match is decided. Here: nothing, as points are all that counts.
        """
        return []
