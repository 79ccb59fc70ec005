"""Values learned from self-play: sparse inputs, one hidden layer, outputs for every seat."""
