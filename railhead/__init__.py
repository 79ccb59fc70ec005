"""Railhead: heavy eurogames over HTTP with strong bots, and the engines behind it in process.

`railhead.games` are the rules, `railhead.ai` the search, `railhead.service` the API and its
processes. In a checkout the three are links to the folders of these names at its top. Installed,
each is there where the distribution that has it is; this file is the client's.
"""

from typing import Final

__version__: Final = "0.1.0"
"""The version of all parts, which are released together."""
