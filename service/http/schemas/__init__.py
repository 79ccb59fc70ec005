"""What comes in and what goes out, as marshmallow schemas: the source of `openapi.yaml`."""
