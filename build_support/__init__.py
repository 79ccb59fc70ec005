"""What builds the package, and is not in it."""
