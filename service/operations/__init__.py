"""For whoever runs the service."""
