"""Puzzles: decisions with one clearly best action."""
