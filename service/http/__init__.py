"""What only the HTTP side knows: who asks, what a request says, what an answer looks like."""
