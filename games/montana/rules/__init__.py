"""The rules of Montana by subject; `match` puts them together as a `games.game.State`."""
