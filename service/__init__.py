"""Railhead over HTTP: the API, the store, the bot turns and the processes that run them."""
