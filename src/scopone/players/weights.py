"""The weights of the models of players, in points; what each means is in `solver/policy.pxd`.

What was tried is in bench/STRENGTH.md.
"""

from __future__ import annotations

from typing import Any

Weights = dict[str, Any]

# the weights of two models of a player, in points; the beginner's are the advice of greedy.py in numbers
_BEGINNER: Weights = {
    "card": 0.1,
    "suit": 0.25,
    "item": 0.9,
    "primiera": 0.35,
    "lay": 0.5,
    "lay rank": (0.0, 0.01, 0.02, 0.03, 0.04, 0.06, 0.07, 0.08, 0.09, 0.1),
    "scopa": 1.0,
    "twin": (0.0, 0.1, 0.1, 0.1),
    "fellows": (0.0, 0.0, 0.0, 0.0),
    "equal": 0.0,
    "unpaired": 0.0,
    "capture": 0.0,
    "late": 0.0,
    "exposed": (0.0, -0.35, -0.6, -0.8, -0.9),
}
BEGINNER: Weights = {"hand side": _BEGINNER, "dealer's side": _BEGINNER}
# tuned by bench/tune_policy.py on the nine-card game, which plays it against itself: see bench/STRENGTH.md
SENSIBLE: Weights = {
    "hand side": {
        "card": 0.1,
        "suit": 0.13,
        "item": 0.9,
        "primiera": 0.187,
        "lay": 0.388,
        "lay rank": (0.0, -0.016, -0.043, -0.02, -0.067, -0.056, -0.11, -0.117, -0.133, -0.15),
        "scopa": 1.0,
        "twin": (0.0, 0.18, 0.236, 0.1),
        "fellows": (0.0, -0.091, -0.14, -0.205),
        "equal": -0.173,
        "unpaired": 0.0,
        "capture": 0.053,
        "late": -0.234,
        "exposed": (0.0, -0.529, -0.739, -1.021, -0.91),
    },
    "dealer's side": {
        "card": 0.1,
        "suit": 0.13,
        "item": 0.9,
        "primiera": 0.187,
        "lay": 0.388,
        "lay rank": (0.0, -0.016, -0.043, -0.02, -0.067, -0.056, -0.11, -0.117, -0.133, -0.15),
        "scopa": 1.0,
        "twin": (0.0, 0.18, 0.236, 0.1),
        "fellows": (0.0, -0.091, -0.14, -0.205),
        "equal": -0.173,
        "unpaired": 0.0,
        "capture": 0.053,
        "late": -0.234,
        "exposed": (0.0, -0.529, -0.739, -1.021, -0.91),
    },
}

# fitted by bench/fit_model.py to the moves of chitarrella and ismcts: how likely a player makes a move
LIKELY: Weights = {
    "hand side": {
        "card": 0.078,
        "suit": 0.2,
        "item": 0.165,
        "primiera": 0.282,
        "lay": 0.548,
        "lay rank": (0.207, 0.065, 0.04, 0.042, 0.027, 0.005, -0.205, -0.177, -0.261, -0.284),
        "scopa": 0.346,
        "twin": (0.0, 0.213, 0.197, -0.362),
        "fellows": (0.0, -0.219, -0.244, -0.258),
        "equal": 0.028,
        "unpaired": 0.03,
        "capture": -0.22,
        "late": -0.162,
        "exposed": (0.0, -0.76, -0.929, -1.126, -7.155),
    },
    "dealer's side": {
        "card": 0.052,
        "suit": 0.217,
        "item": 0.108,
        "primiera": 0.295,
        "lay": 0.641,
        "lay rank": (0.135, 0.023, -0.034, -0.043, -0.062, -0.106, -0.25, -0.306, -0.318, -0.377),
        "scopa": 0.346,
        "twin": (0.0, 0.217, 0.262, -0.081),
        "fellows": (0.0, -0.323, -0.312, -0.425),
        "equal": -0.0,
        "unpaired": -0.037,
        "capture": -0.001,
        "late": -0.281,
        "exposed": (0.0, -0.912, -1.09, -8.681, -7.155),
    },
}

# how sharply the model prefers high scores when it says how likely a move was, a point
SHARPNESS = 6.0
