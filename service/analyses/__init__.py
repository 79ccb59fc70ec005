"""Analyses: decisions searched as the bots do it."""
