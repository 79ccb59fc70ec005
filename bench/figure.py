"""One measured figure, and the budget it is held against."""

from __future__ import annotations

import operator
from dataclasses import dataclass

COMPARISONS = {">=": operator.ge, "<=": operator.le, "<": operator.lt, ">": operator.gt}


@dataclass(frozen=True)
class Figure:
    """A value with its unit; `budget` reads like `>= 200000`; `beside` says what it compares to."""

    name: str
    value: float
    unit: str
    budget: str | None = None
    beside: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the budget is met; None where there is none."""
        if self.budget is None:
            return None
        comparison, number = self.budget.split()
        return bool(COMPARISONS[comparison](self.value, float(number)))
