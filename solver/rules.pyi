from scopone.cards import Card
from scopone.rules import Rules

PRIMIERA_VALUES: dict[str, dict[str, int]]

class CompiledRules:
    """The C form of a rules object; one exists for each distinct `Rules`, see `compiled`."""

    rules: Rules
    cards: tuple[Card, ...]  # by bit position; None in the places that no card of the pack has
    bit_of: dict[Card, int]
    item_names: tuple[str, ...]
    def __init__(self, rules: Rules) -> None: ...

def compiled(rules: Rules) -> CompiledRules:
    """The compiled form of a `Rules` object, made once."""
