"""Data of clients' own: what the store has of it, and how it is tried out before it is kept."""
