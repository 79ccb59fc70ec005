"""Measuring the bots and finding their weights: the arena, tuning, climbing, fitting.

Nothing that plays a match for the service is in here.
"""
