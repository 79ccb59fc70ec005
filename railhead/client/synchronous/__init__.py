# Made of railhead/client/asynchronous by `make openapi`: change it there.
"""The synchronous client."""
