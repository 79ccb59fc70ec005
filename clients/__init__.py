"""What the client libraries are made of: generators for Python, the package for TypeScript."""
