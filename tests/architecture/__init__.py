"""The pictures of `docs/architecture.md`, drawn from the imports, and whether they are current."""
