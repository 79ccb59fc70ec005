"""The processes of the service on this machine: starting them, looking after them, ending them."""
