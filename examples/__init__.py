"""What to copy and change: a bot over HTTP, and a small complete game."""
