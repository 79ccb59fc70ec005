"""The accounts of clients: what the store has of them, and the tokens that open them."""
