"""The contract held against linters, and against typed clients that generators make of it."""
