"""A review as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.text import Text

from .. import text
from ..names import seat_name, side_name
from ..review import VERDICTS, FairCost, Mark, MoveReview, Review, sparkline, verdict_words, why

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ..solution import Bounds

TURN = " <>"  # after a turning point
LEAST = 0.005  # a cost below this is shown as none
COLUMNS = {
    "it": ("", "mossa", "scoperte", "saputo (95 %)", "giudizio", "meglio"),
    "en": ("", "move", "open", "known (95 %)", "verdict", "better"),
}
MARK_COLUMNS = {
    "it": ("", "voto", "scelte", "scoperte", "saputo"),
    "en": ("", "mark", "choices", "open", "known"),
}
SAY = {
    "it": {
        "costs": "Quanti punti è costata ogni mossa: a carte scoperte, dimostrato; per quel che il giocatore"
        " sapeva, stimato",
        "value": "valore {bars} per {side}: {first} dalla mossa {place}, {last} alla fine",
        "turns": "svolte {turns}",
        "why": "{place} {move}: meglio {best}. {reasons}",
    },
    "en": {
        "costs": "The points that each move cost: with open cards, proven; for what the player knew, estimated",
        "value": "value {bars} for {side}: {first} from move {place} on, {last} at the end",
        "turns": "turns {turns}",
        "why": "{place} {move}: better {best}. {reasons}",
    },
}


def blocks(review: Review, language: str = "en") -> Iterator[RenderableType]:
    """The costs, the reasons, the graph of the value, the marks."""
    say = SAY[language]
    yield Text(f"{review.record.deal.rules}. {say['costs']}", "bold")
    yield _moves_table(review, language)
    reasons = [line for m in review.moves if (line := reason_line(review, m, language))]
    if reasons:
        yield Text("\n".join(reasons))
    yield Text("\n".join(_graph(review, language)))
    yield _marks_table(review, language)


def open_cost_text(cost: Bounds | None) -> str:
    """`2`, `>= 1` where no more is proven, `?` where nothing is; nothing for no cost."""
    if cost is None:
        return "-"
    if cost.exact:
        return str(cost.lower or "")
    return f">= {cost.lower}" if cost.lower else "?"


def fair_cost_text(fair: FairCost) -> str:
    """`0.62 (0.28 .. 0.95)`, or `0.62` where all worlds were looked at; nothing for no cost."""
    if fair.cost < LEAST:
        return ""
    return (
        f"{fair.cost:.2f}"
        if fair.low == fair.high
        else f"{fair.cost:.2f} ({fair.low:.2f} .. {fair.high:.2f})"
    )


def reason_line(review: Review, m: MoveReview, language: str) -> str:
    """Why another move was better; nothing where the move has no bad sign, or tradition is silent."""
    reasons = why(m, language)
    if not m.verdict.sign or not reasons:
        return ""
    return SAY[language]["why"].format(
        place=_place(review, m.ply, language).strip(),
        move=f"{m.move}{m.verdict.sign}",
        best=m.fair.best,
        reasons=" ".join(reasons),
    )


def _moves_table(review: Review, language: str) -> RenderableType:
    columns = COLUMNS[language]
    table = text.plain_table(*columns, numbers=columns[2:3])
    positions = list(review.record.positions())
    for m in review.moves:
        move = text.move_text(m.move, text.is_sweep(positions[m.ply], m.move))
        table.add_row(
            _place(review, m.ply, language),
            move.append(m.verdict.sign + (TURN if m.ply in review.turning_points else ""), "bold"),
            open_cost_text(m.open_cost),
            fair_cost_text(m.fair),
            verdict_words(m.said, language),
            "" if m.fair.best == m.move else text.move_text(m.fair.best),
        )
    return table


def _graph(review: Review, language: str) -> Iterator[str]:
    say = SAY[language]
    first = next((n for n, v in enumerate(review.values) if v is not None and v.exact), None)
    if first is None:
        return
    yield say["value"].format(
        bars=sparkline(review.values),
        side=side_name(0, review.record.deal.rules.sides, language),
        first=review.values[first],
        place=first + 1,
        last=review.values[-1],
    )
    turns = [
        f"{_place(review, n, language).strip()} {review.record.moves[n]} ({review.values[n]} -> {review.values[n + 1]})"
        for n in review.turning_points
    ]
    if turns:
        yield say["turns"].format(turns=", ".join(turns))


def _marks_table(review: Review, language: str) -> RenderableType:
    verdicts = [verdict.sign or verdict_words(verdict.name, language) for verdict in VERDICTS]
    columns = [*MARK_COLUMNS[language], *verdicts]
    table = text.plain_table(*columns, numbers=columns[1:])
    rules = review.record.deal.rules
    for seat, mark in review.marks.items():
        name = review.record.tags.get(f"Seat{seat}", "")
        table.add_row(f"{seat_name(seat, rules.players, language)} {name}".strip(), *_marked(mark))
    for side in range(rules.n_sides):
        if sum(rules.sides[seat] == side for seat in review.marks) > 1:
            row = _marked(review.side_mark(side))
            table.add_row(side_name(side, rules.sides, language), *row, style="bold")
    return table


def _marked(mark: Mark) -> tuple[str, ...]:
    return (
        "-" if mark.score is None else str(mark.score),
        str(mark.choices),
        open_cost_text(mark.open_cost) or "0",
        f"{mark.fair_cost:.2f}",
        *(str(mark.verdicts.get(verdict.name, 0) or "") for verdict in VERDICTS),
    )


def _place(review: Review, ply: int, language: str) -> str:
    """The round and the seat of a move: `3. Nord`."""
    players = review.record.deal.rules.players
    return f"{ply // players + 1:>2}. {seat_name(review.seat_of(ply), players, language)}"
