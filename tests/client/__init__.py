"""The client libraries against a real service."""
