"""Seats: who plays where."""
