"""The turns of bots: announcing those that are due, and playing them."""
