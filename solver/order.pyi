DEFAULT_WEIGHTS: dict[str, int]
