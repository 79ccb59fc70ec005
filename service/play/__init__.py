"""Legal actions, and taking one."""
