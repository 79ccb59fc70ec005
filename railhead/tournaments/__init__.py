"""Tournaments: levels of a service and programs of third parties against each other.

All of it is a client of the public API, by `railhead.client`; nothing here knows the rules of a
game. Start reading at `railhead.tournaments.run`.
"""
