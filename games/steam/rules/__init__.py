"""The rules of Steam by subject; `match` puts them together as a `games.game.State`."""
