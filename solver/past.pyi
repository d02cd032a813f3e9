from scopone.solver.rules import CompiledRules
from scopone.solver.state import State

class Pasts:
    """Tells what of the past of a position matters, for the positions of one game.

    Raises `ValueError` for games without two sides in turn. Any number of threads may ask.
    """

    rules: CompiledRules
    def __init__(self, any_state: State) -> None: ...
    def identify(self, state: State) -> tuple[bytes, int]:
        """(key, points): two positions with equal keys differ, where hands are equal, only by the points.

        The key is 40 bytes; the points are what is won or decided already, side 0 minus side 1.
        """

    def statistic(self, state: State) -> dict[str, int]:
        """{name: number}: what of the captured cards matters, by names of categories; settled ones are left out.

        Cards and denari are those of side 0. The primiera is a number that tells the levels of both sides apart.
        """
