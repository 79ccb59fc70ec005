"""Delivering to the webhooks of clients: where to, how, and when again."""
