"""What no table of rules says of a position: above all what is hidden from some seat."""
