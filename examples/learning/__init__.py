"""A policy that learns a game with a known library: MaskablePPO of sb3-contrib."""
