"""Measuring the bots and finding their weights: arena, ladder, tuning, climbing, fitting.

Nothing that plays a match for the service is in here.
"""
