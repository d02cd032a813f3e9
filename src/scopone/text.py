"""Cards, moves, positions and values as text for a terminal, through rich.

Suits have colours, and always their letters too: nothing is told by colour alone.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from .cards import Card
from .names import card_name
from .notation import Move
from .position import Position

SUIT_STYLE = {"d": "yellow", "c": "red", "s": "bright_blue", "b": "green"}
SWEEP = "*"  # after a move that is a scopa


def card_text(card: Card) -> Text:
    """A card in the colour of its suit."""
    return Text(str(card), SUIT_STYLE[card.suit])


def cards_text(cards: Iterable[Card]) -> Text:
    """Cards with spaces between, `-` for none."""
    return Text(" ").join(map(card_text, cards)) or Text("-", "dim")


def move_text(move: Move, sweep: bool = False) -> Text:
    """A move in its notation, with a mark if it is a scopa."""
    text = Text(f"{move.declared}:" if move.declared else "")
    text.append_text(card_text(move.card))
    if move.captured:
        text.append("x")
        for card in move.captured:
            text.append_text(card_text(card))
    if sweep:
        text.append(SWEEP, "bold")
    return text


def is_sweep(position: Position, move: Move) -> bool:
    """The move is a scopa."""
    side = position.rules.sides[position.turn]
    return position.play(move).scope[side] > position.scope[side]


def captured_names(move: Move) -> str:
    """The captured cards by their Italian names."""
    return ", ".join(map(card_name, move.captured))


def plain_table(*columns: str, numbers: Sequence[str] = ()) -> Table:
    """A table without lines, the columns named in `numbers` set to the right."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for name in columns:
        table.add_column(name, justify="right" if name in numbers else "left")
    return table


def heading(position: Position) -> Text:
    """The game and whose turn it is, in a line."""
    rules = position.rules
    parts = [str(rules)]
    if position.is_over:
        parts.append("the hand is over")
    else:
        cards = max(map(len, position.hands))
        parts.append(f"{cards} {'card' if cards == 1 else 'cards'} a hand")
        parts.append(f"seat {position.turn} to move for side {rules.sides[position.turn]}")
    if position.last_capturer is not None:
        parts.append(f"seat {position.last_capturer} captured last")
    return Text(", ".join(parts), "bold")


def hands_table(position: Position) -> Table:
    """The hands and the table, the seat to move marked."""
    rules = position.rules
    table = plain_table("", "seat", "side", "")
    for seat, hand in enumerate(position.hands):
        turn = seat == position.turn and not position.is_over
        cards = cards_text(hand)
        if hand and hand[0] in position.shown:
            cards.append(" !", "bold")
        table.add_row(">" if turn else "", str(seat), str(rules.sides[seat]), cards)
    table.add_row("", "table", "", cards_text(position.table))
    if position.stock:
        table.add_row("", "stock", "", cards_text(position.stock))
    return table


def piles_table(position: Position) -> Table:
    """What has been won: cards, denari, scope."""
    rules = position.rules
    table = plain_table("side", "scope", "cards", "denari", "pile", numbers=("scope", "cards", "denari"))
    for pile, cards in enumerate(position.piles):
        side = rules.side_of_pile(pile)
        denari = sum(card.suit == "d" for card in cards)
        name = f"{side} (seat {pile})" if rules.keeps_seat_piles else str(side)
        table.add_row(name, str(position.scope[side]), str(len(cards)), str(denari), cards_text(cards))
    return table


def line_table(position: Position, line: Sequence[Move]) -> Table:
    """A line of play with a column for each seat, and the score that it ends with where it ends the hand."""
    players = position.rules.players
    table = plain_table(*(f"seat {seat}" for seat in range(players)))
    row = [Text() for _ in range(position.turn)]
    for move in line:
        row.append(move_text(move, is_sweep(position, move)))
        position = position.play(move)
        if len(row) == players:
            table.add_row(*row)
            row = []
    if row:
        table.add_row(*row)
    return table


def position_block(position: Position) -> Group:
    """A whole position: what is going on, the hands and the table, the piles."""
    return Group(heading(position), hands_table(position), Text(), piles_table(position))


def plain(block: RenderableType, width: int = 100) -> str:
    """Anything above as text without colours."""
    console = Console(file=io.StringIO(), width=width, color_system=None)
    with console.capture() as capture:
        console.print(block)
    return "\n".join(row.rstrip() for row in capture.get().splitlines())
