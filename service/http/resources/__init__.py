"""The resources of the API, one file each: a function that makes the handlers of its routes."""
