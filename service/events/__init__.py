"""Events of matches, page by page and in streams."""
