"""Drawings: cards in an Italian and a French style, and whole tables, as SVG text."""

from .board import position_svg
from .card import CARD_HEIGHT, CARD_WIDTH, STYLES, back_svg, card_svg

__all__ = ["CARD_HEIGHT", "CARD_WIDTH", "STYLES", "back_svg", "card_svg", "position_svg"]
