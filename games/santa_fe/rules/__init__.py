"""The rules of Santa Fe by subject; `match` puts them together as a `games.game.State`."""
