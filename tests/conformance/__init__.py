"""What every registered game keeps: checks, the suite that runs them, and proof that they bite."""
