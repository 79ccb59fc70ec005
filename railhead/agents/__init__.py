"""For agents with language models: a table in words, an MCP server, and a harness that measures.

All of it is a client of the public API, through `railhead.client`.
"""
