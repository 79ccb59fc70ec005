"""The commands of `railhead` for agents, a module each."""
