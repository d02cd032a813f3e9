"""The transposition table; FORMAT numbers the meaning of its entries."""

FORMAT: int
