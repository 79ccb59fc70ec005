"""Writes what of `railhead.client` follows from the contract: `python -m clients.python`."""
