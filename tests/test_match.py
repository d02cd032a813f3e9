"""Matches: who wins, who deals next, totals over deals."""

from random import Random

import pytest

from scopone import Position, Rules
from scopone.match import Match, match_winner, next_dealer
from scopone.rules import preset_names

DEAL = {"scope": (0, 1), "cards": (1, 0), "denari": (1, 0), "settebello": (0, 1), "primiera": (0, 1)}


@pytest.mark.parametrize(
    ("rules", "totals", "winner"),
    [
        ("scopa2", (10, 9), None),
        ("scopa2", (11, 10), 0),
        ("scopa2", (12, 13), 1),
        ("scopa2", (11, 11), None),
        ("scopa2", (14, 14), None),
        ("scopa2", (-3, 11), 1),
        ("scopa2+reach=exceed", (11, 3), None),
        ("scopa2+reach=exceed", (12, 3), 0),
        ("scopa2+target=16", (11, 3), None),
        ("scopa3", (16, 16, 12), None),
        ("scopa3", (17, 16, 16), 0),
        ("scopa3", (15, 15, 15), None),
        ("scopa6_individual", (3, 4, 11, 10, 9, 8), 2),
        ("scopa4", (21, 21), None),
        ("cirulla", (50, 51), 1),
    ],
)
def test_who_has_won(rules: str, totals: tuple[int, ...], winner: int | None) -> None:
    assert match_winner(Rules.parse(rules), totals) == winner


def test_an_instant_win_beats_any_score() -> None:
    assert match_winner(Rules.preset("napoleone"), (3, 20), instant=0) == 0


@pytest.mark.parametrize(
    ("totals", "deal", "winner"),
    [
        ((12, 12), DEAL, 0),  # cards and coins take side 0 from 10 to 12
        ((11, 11), {**DEAL, "cards": (0, 1)}, 0),  # from 10-7: cards 10-8, and the coins bring 11-8
        ((11, 11), {"cards": (0, 0), "scope": (1, 1)}, None),  # both at once, with their scope
        ((13, 13), {"cards": (1, 0), "denari": (0, 1)}, None),  # level at the deal before
        ((11, 11), {"scope": (1, 0), "napola": (0, 3), "cards": (0, 0)}, 1),  # what a variant adds comes before scope
        ((10, 10), DEAL, None),
        ((12, 13), DEAL, 1),
    ],
)  # fmt: skip
def test_level_matches_by_parletts_order(
    totals: tuple[int, ...], deal: dict[str, tuple[int, ...]], winner: int | None
) -> None:
    assert match_winner(Rules.parse("scopa2+tie=count_order"), totals, None, deal) == winner
    level = totals[0] == totals[1]
    assert match_winner(Rules.parse("scopa2"), totals, None, deal) == (None if level else winner)


@pytest.mark.parametrize(
    ("options", "order"),
    [
        ("", [3, 0, 1, 2, 3]),
        ("+dealer=left", [3, 2, 1, 0, 3]),
        ("+direction=clockwise", [3, 2, 1, 0, 3]),
        ("+direction=clockwise+dealer=left", [3, 0, 1, 2, 3]),
    ],
)
def test_the_deal_passes_on(options: str, order: list[int]) -> None:
    rules = Rules.parse("scopone9" + options)
    dealers = [3]
    for _ in range(4):
        dealers.append(next_dealer(rules, dealers[-1]))
    assert dealers == order


def played_out(p: Position, rng: Random) -> Position:
    while not p.is_over:
        p = p.play(rng.choice(p.legal_moves))
    return p


@pytest.mark.parametrize("name", [*preset_names(), "cirulla+target=26+tie=count_order", "scopa4+dealer=left"])
def test_a_match_from_the_first_deal_to_the_last(name: str) -> None:
    rules = Rules.parse(name)
    rng = Random(name)
    match = Match.by_lot(rules, seed=len(name))
    totals = [0] * rules.n_sides
    seats = range(rules.players)
    while not match.is_over:
        assert sorted(map(match.seat_of, seats)) == list(seats)
        assert match.seat_of(match.dealer) == rules.players - 1
        for place in seats:
            assert match.place_of(match.seat_of(place)) == place
            assert rules.sides[match.seat_of(place)] == match.side_of(match.team_of(place))
        end = played_out(match.deal(rng.randrange(10**6)), rng)
        for team in range(rules.n_sides):
            totals[team] += end.score().points[match.side_of(team)]
        before, match = match, match.after(end)
        assert match.scores == tuple(totals)
        assert match.deals == before.deals + 1
        assert match.dealer == next_dealer(rules, before.dealer)
        assert match.deals < 200
    best = max(totals)
    if match.winner is not None and rules.tie_break == "play_on" and not rules.instant_win:
        assert totals.count(best) == 1
        assert totals[match.winner] == best >= rules.target
    with pytest.raises(ValueError, match="is over"):
        match.after(end)


def test_the_team_and_not_the_side_gets_the_points() -> None:
    """With the next deal side 0 is the other team."""
    rules = Rules.preset("scopa2")
    match = Match.start(rules)
    assert [match.side_of(0), match.side_of(1)] == [0, 1]
    first = played_out(match.deal(1), Random(1))
    assert match.by_team(first.score().points) == first.score().points
    match = match.after(first)
    assert match.dealer == 0
    assert [match.side_of(0), match.side_of(1)] == [1, 0]
    second = played_out(match.deal(2), Random(2))
    a, b = second.score().points
    assert match.after(second).scores == (first.score().points[0] + b, first.score().points[1] + a)


def test_all_coins_win_at_once() -> None:
    coins = "Ad2d3d4d5d6d7dFdCdRd"
    rest = "".join(
        r + s for r in "A234567FCR" for s in "csb" if r + s not in ("Rs", "Rb", "7c", "7s", "7b", "6b")
    )
    line = f"napoleone RsRb/7c7s 7b6b {coins}{rest[:20]}/{rest[20:]} 0-6 0:0"
    p = Position.parse(line)
    assert p.instant_winner == 0
    match = Match(p.rules, dealer=1, scores=(0, 10)).after(p)
    assert (match.winner, match.is_over) == (0, True)
    assert match.scores[1] > match.scores[0]
    swapped = Match(p.rules, dealer=0, scores=(0, 10)).after(p)
    assert swapped.winner == 1
    plain = Position.parse(line.replace("napoleone", "napola"))
    assert plain.instant_winner is None
    with pytest.raises(ValueError, match="4 cards are still to be played"):
        Match.start(plain.rules).after(plain)


def test_what_no_match_takes() -> None:
    rules = Rules.preset("scopa2")
    with pytest.raises(ValueError, match="dealer 2 of 2"):
        Match.start(rules, 2)
    with pytest.raises(ValueError, match="in a match of scopa2"):
        Match.start(rules).after(played_out(Position.deal(Rules.preset("napola"), 1), Random(1)))
    assert {Match.by_lot(Rules.preset("scopa6"), seed).dealer for seed in range(60)} == set(range(6))
