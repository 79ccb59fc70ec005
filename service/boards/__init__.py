"""Boards, maps and components: the games' own and those of clients."""
