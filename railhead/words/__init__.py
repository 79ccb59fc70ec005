"""A match in words, for whoever reads it as text: made of the public API's answers alone."""
