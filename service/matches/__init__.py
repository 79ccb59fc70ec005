"""Matches: create, list, read, draw, delete."""
