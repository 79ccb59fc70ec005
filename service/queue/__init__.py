"""What RQ does for the workers of all features: queues of hints, in fair order, and their jobs."""
