"""An independent rules engine in plain Python, to check the library's own engine against.

Written from the text of the rules alone: slow, without tricks, and sharing no code with the library.
"""

from .brute import brute_moves, brute_value, random_position
from .rules import TwinRules
from .state import Twin

__all__ = ["Twin", "TwinRules", "brute_moves", "brute_value", "random_position"]
