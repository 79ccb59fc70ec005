"""Clients: accounts without a password, their tokens, matches and events."""
