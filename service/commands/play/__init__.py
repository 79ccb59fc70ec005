"""`railhead play`: a match in the terminal, and how each game's table is drawn there."""

from railhead.service.commands.play.command import command

__all__ = ["command"]
