"""A sequential probability ratio test of whether one agent is stronger than another.

It looks at samples (`ai.training.samples`) as they come, and stops as soon as they speak for one
of two strengths, in normalized Elo, by so much that it errs in at most `alpha` and `beta` of all
tests. It is the generalised test of fishtest for pairs of matches (M. Van den Bergh, "Normalized
Elo" and "The generalized maximum likelihood ratio for the expectation value of a distribution"),
carried to any number of seats: there the likelihood is that of five outcomes of a pair, here, where
ties make hundreds of outcomes of a sample, that of samples around a mean with a spread that is not
known. Both grow alike with the number of samples, since both depend on how many spreads the mean
is from par.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from railhead.ai.training.samples import par

STRONGER = "stronger"
NOT_STRONGER = "not stronger"
UNDECIDED = "undecided"


def elo_of_spread(seats: int, strong: int = 1) -> float:
    """How much normalized Elo one spread of a single match is.

    With n seats, `strong` of them held by the first agent, par is p = `strong` / n. Normalized Elo
    is the mean share of first place above p, divided by the spread of one match (that of a sample
    times the root of its n matches), times 400 / (ln 10 * sqrt(p (1 - p))). That is fishtest's 800
    / ln 10 for two seats; and for any number one normalized Elo is one Elo of Plackett's and
    Luce's model near par, where matches are independent and first place is never shared.
    """
    share = par(seats, strong)
    return 400 / (math.log(10) * math.sqrt(share * (1 - share)))


def normalized_elo(samples: Sequence[float], seats: int, strong: int = 1) -> float | None:
    """The estimate from at least two samples; None where they do not scatter."""
    count = len(samples)
    mean = sum(samples) / max(1, count)
    scatter = sum((sample - mean) ** 2 for sample in samples)
    if count < 2 or scatter < 1e-12:
        return None
    spread_of_match = math.sqrt(seats * scatter / (count - 1))
    return (mean - par(seats, strong)) / spread_of_match * elo_of_spread(seats, strong)


@dataclass(frozen=True)
class Question:
    """What is asked: `elo0` normalized Elo or less, or `elo1` or more?

    `alpha` is the share of tests that may call an agent of `elo0` stronger, `beta` of those that
    may call one of `elo1` not stronger. The default asks about 0 and 50, which takes about 135
    samples of two seats where the truth is one of them, and fewer the farther it lies outside: a
    match of these games takes a minute, and a change that needs thousands to show is not missed.
    """

    elo0: float = 0.0
    elo1: float = 50.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError(f"elo0 ({self.elo0:g}) must be below elo1 ({self.elo1:g})")
        for name, share in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < share < 0.5:
                raise ValueError(f"{name} ({share:g}) must be above 0 and below 0.5")

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at which the agent is called not stronger."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at which the agent is called stronger."""
        return math.log((1 - self.beta) / self.alpha)


class Sprt:
    """One test: samples go in by `add`, in the order of their numbers, until there is a verdict."""

    def __init__(self, question: Question, seats: int, strong: int = 1) -> None:
        self.question = question
        self.verdict = UNDECIDED
        self.llr = 0.0
        """The log-likelihood ratio of `elo1` to `elo0`."""
        self.samples: list[float] = []
        self._par = par(seats, strong)
        spreads = math.sqrt(seats) / elo_of_spread(seats, strong)
        self._spreads = question.elo0 * spreads, question.elo1 * spreads
        self._sum = self._squares = 0.0

    def add(self, sample: float) -> str:
        """Take in one more sample, the mean share of first place; the verdict.

        After a verdict nothing changes any more.
        """
        if self.verdict != UNDECIDED:
            return self.verdict
        self.samples.append(sample)
        self._sum += sample - self._par
        self._squares += (sample - self._par) ** 2
        count = len(self.samples)
        root = math.sqrt(self._squares * count)
        above = self._sum / root if root > 1e-12 else 0.0
        less, more = (_log_likelihood(above, spreads) for spreads in self._spreads)
        self.llr = count * (more - less)
        if self.llr >= self.question.upper:
            self.verdict = STRONGER
        elif self.llr <= self.question.lower:
            self.verdict = NOT_STRONGER
        return self.verdict


def _log_likelihood(above: float, spreads: float) -> float:
    """The greatest log-likelihood, per sample and but for a constant, of normal samples whose true
    mean is `spreads` spreads above par, whatever the spread is.

    `above` is the mean found, over the root of the mean square, both from par: -1 to 1. In the
    unit of that root the likeliest spread solves x² + `above` * `spreads` * x = 1.
    """
    product = above * spreads
    spread = (math.sqrt(product * product + 4) - product) / 2
    return product / spread - math.log(spread) - 1 / (2 * spread * spread) - spreads * spreads / 2
