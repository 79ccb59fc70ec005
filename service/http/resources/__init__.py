"""The resources of the API, one file each: a function that makes the blueprint of its routes."""
