from scopone.rules import Rules
from scopone.solver.state import State

def perft(state: State, depth: int) -> int:
    """The number of different sequences of exactly `depth` legal moves.

    Every deal ends when its cards are played, so that no sequence is longer than `state.cards_left`: from
    there on the count is 0. `ValueError` for a negative depth. Ctrl-C stops it.
    """

def random_games(rules: Rules, n: int, seed: int) -> tuple[int, int, int]:
    """Plays n random deals to the end inside the core, every legal move equally likely, and scores each.

    Returns (games, plies, checksum): the checksum is made from the points of every game in turn, so the same
    rules, n and seed give the same one on every machine.
    """
