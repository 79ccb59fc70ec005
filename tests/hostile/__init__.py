"""Callers who want a part of the service for themselves, and what the others notice of it."""
