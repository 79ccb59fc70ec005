"""What client developers read, and the table in the browser."""
