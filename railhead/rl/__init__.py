"""Environments for reinforcement learning: observations, numbered actions, single and many matches.

The extra `rl` brings what they need. `docs/environments/README.md` says what each is for.
"""
