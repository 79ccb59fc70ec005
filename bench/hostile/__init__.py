"""What one hostile address does to everybody else: `make hostile`."""
