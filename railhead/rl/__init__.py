"""Environments for reinforcement learning: observations, numbered actions, single and many matches.

`pip install railhead[rl]` brings what they need. `docs/environments.md` says what each is for.
"""
