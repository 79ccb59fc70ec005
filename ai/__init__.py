"""The search behind the bots: positions in, moves out. Knows `games` and nothing above it."""

import games as games  # chooses between compiled and plain modules before any of ours is imported
