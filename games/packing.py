"""How an action is packed into one integer.

The type's code takes the low 8 bits, then come up to five parameters of 10 bits each: 58 bits in
all, so that compiled and interpreted integers agree. The largest value of a parameter stands for
"not shown to this viewer".
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

MOST_PARAMETERS: Final = 5
HIDDEN: Final = 1023

# For where every action is taken apart and a call is felt: `action & CODE_MASK` is its type code,
# `(action >> SECOND) & PARAMETER_MASK` the raw value of its second parameter.
CODE_MASK: Final = 255
PARAMETER_MASK: Final = 1023
PARAMETER_WIDTH: Final = 10
FIRST: Final = 8
SECOND: Final = 18
THIRD: Final = 28
FOURTH: Final = 38
FIFTH: Final = 48


def pack(code: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0, d: i64 = 0, e: i64 = 0) -> i64:
    """The packed action of type `code` with raw parameter values `a` to `e` in range(1023)."""
    return code | (a << FIRST) | (b << SECOND) | (c << THIRD) | (d << FOURTH) | (e << FIFTH)


def among(code: i64, codes: i64) -> bool:
    """Whether a code, below 62, is one of a set of codes: a mask with a bit for each."""
    return (codes >> code) & 1 == 1


def with_parameter(action: i64, index: i64, value: i64) -> i64:
    """The packed action with parameter `index`, which is 0 so far, set to a raw value."""
    return action | (value << (FIRST + PARAMETER_WIDTH * index))


def without_parameter(action: i64, index: i64) -> i64:
    """The packed action with parameter `index` set to 0."""
    return action - (parameter(action, index) << (FIRST + PARAMETER_WIDTH * index))


def code_of(action: i64) -> i64:
    """The type code of a packed action."""
    return action & CODE_MASK


def parameter(action: i64, index: i64) -> i64:
    """The raw value of parameter `index` (0 to 4) of a packed action; `HIDDEN` where redacted."""
    return (action >> (FIRST + PARAMETER_WIDTH * index)) & PARAMETER_MASK
