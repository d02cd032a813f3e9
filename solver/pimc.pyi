from scopone.solver.exact import Exact
from scopone.solver.policy import Policy
from scopone.solver.sampling import Worlds

def pimc(
    worlds: Worlds, policy: Policy, seed: int, epsilon: float = 0.3, playouts: int = 1
) -> list[tuple[int, bool, int, float, float, float, float, float]]:
    """Values every move by `playouts` playouts in each world of the pool; see `ismcts` for what it returns."""

def pimc_exact(
    worlds: Worlds, policy: Policy, exact: Exact
) -> list[tuple[int, bool, int, float, float, float, float, float]]:
    """Values every move by its exact value in each world of the pool; see `ismcts` for what it returns."""
