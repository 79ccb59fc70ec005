"""The search: one tree of what a seat sees, and the bots that play by it.

`Search` grows a tree under a position; `ai.search.levels.Player` plays a seat with it at a level.
"""

from railhead.ai.search.search import Search

__all__ = ["Search"]
