"""What was: versions, taking back, forks, exports and imports."""
