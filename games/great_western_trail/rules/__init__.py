"""The rules of Great Western Trail by subject; `match` makes them a `games.game.State`."""
