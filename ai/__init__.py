"""The search behind the bots: positions in, moves out. Knows `games` and nothing above it."""

# Chooses between compiled and plain modules before any of ours is imported.
from railhead import games as games
