"""Environments for reinforcement learning: observations, numbered actions, single and many matches.

The extra `rl` brings what they need, `openspiel` what `railhead.rl.openspiel` needs.
`docs/environments/README.md` says what each is for.
"""
