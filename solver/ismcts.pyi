from scopone.solver.policy import Policy
from scopone.solver.sampling import Worlds

def ismcts(
    worlds: Worlds,
    policy: Policy,
    iterations: int,
    seed: int,
    exploration: float = 2,
    epsilon: float = 0.3,
    bias: float = 0,
    others: float = 0,
    sharpness: float = 6,
) -> list[tuple[int, bool, int, float, float, float, float, float]]:
    """Searches for the seat to move; for each legal move (card bit, takes, taken, visits, mean, variance, won,
    drawn) in the view of the mover's side."""
