"""Matches and due turns in a Redis-protocol server; nothing else knows a key or a stored byte."""
