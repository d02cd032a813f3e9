"""Several threads on one question; no Python names."""
