"""The command `railhead tournament`, a module of its own as each command has."""
