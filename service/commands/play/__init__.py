"""`railhead play`: a match in the terminal, and how each game's table is drawn there."""

from service.commands.play.terminal import command

__all__ = ["command"]
