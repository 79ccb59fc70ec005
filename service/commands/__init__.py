"""The subcommands of `railhead`, each a module with a click `command`."""
