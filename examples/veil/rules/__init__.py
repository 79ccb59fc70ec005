"""The rules of Veil by subject; `match` puts them together as a `games.game.State`."""
