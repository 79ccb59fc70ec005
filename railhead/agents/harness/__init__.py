"""The harness: a model plays whole matches against the levels, and what it did is counted."""
