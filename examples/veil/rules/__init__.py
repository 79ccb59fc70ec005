"""The rules of Veil by subject; `match` puts them together."""
