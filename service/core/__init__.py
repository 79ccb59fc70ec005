"""What all features know of a match: its record, its progress, what is kept of it, who holds it."""
