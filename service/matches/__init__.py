"""Matches: how they are created, how they go on, and how a change of one becomes known."""
