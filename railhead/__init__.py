"""Railhead: heavy eurogames over HTTP with strong bots, and the engines behind it in process.

`railhead.games` are the rules, `railhead.ai` the search, `railhead.service` the API and its
processes. In a checkout the three are links to the folders of these names at its top.
"""
