"""The bridge from the server to the application: connections, bodies, threads, streams."""
