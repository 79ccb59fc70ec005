"""Games of a few lines, each made for one thing that tests ask of a search or of the service."""
