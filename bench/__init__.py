"""Measurements of every budget, as ratios within one run. `python -m bench` runs them all."""
