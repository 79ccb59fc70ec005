"""Load: many clients that play whole matches over HTTP, over a store that is full or not."""
