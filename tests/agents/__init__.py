"""Tables in words, the MCP server and the harness."""
