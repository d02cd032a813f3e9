"""The solver against brute force, against known values, and against itself.

A wrong value is the worst that can happen here. Values of small positions come from the twin's plain minimax
(see make_brute.py); every reduction of the search and every state of its table has to give the same.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random

import pytest

from scopone import Position, Solver, analyse, solve
from scopone.solver.driver import Driver
from scopone.solver.exact import Exact
from tests import make_brute
from tests.make_brute import FILE, MAIN, another_past, at_random, fresh, others, played, slightly_other_past
from tests.solving import (
    LARGE,
    MODES,
    TINY,
    Known,
    brute_force,
    check,
    check_analysis,
    check_solution,
    deals,
    driver,
    everything,
    of_game,
    positions,
    searched,
    slow,
    value_of,
)
from tests.twin import Twin, TwinRules, brute_moves

# Brute force ---------------------------------------------------------------------------------------------


def test_the_file_holds_what_it_should() -> None:
    count = {name: len(of_game(name)) for name in (*MAIN, *others())}
    assert sum(count[name] for name in MAIN) >= 2000
    assert min(count.values()) >= 30
    assert sum(count.values()) == len(list(everything()))
    parsed = [Position.parse(known.line) for known in everything()]
    assert sum(p.turn != 0 for p in parsed) > 1000
    assert sum(p.last_capturer is None for p in parsed) > 40
    assert sum(len(p.stock) > 0 for p in parsed if str(p.rules) == "scopa2") > 100
    assert sum(len(p.stock) > 0 for p in parsed if str(p.rules) == "scopa4") > 100
    twice = [p for p in parsed if len({c.rank for c in p.table}) < len(p.table)]
    assert sum(str(p.rules) == "scopone9" for p in twice) > 100
    sides = [[len(pile) for pile in p.piles] for p in parsed if p.rules.n_piles == 2]
    assert sum(max(pair) > 20 for pair in sides) > 500  # the majority of cards is settled
    voids = [p for p in parsed if any(len({c.suit for c in pile}) < 4 for pile in p.piles)]
    assert len(voids) > 100


def is_small(known: Known) -> bool:
    """Brute force takes a fraction of a second."""
    p = Position.parse(known.line)
    return p.cards_left <= 12 and max(map(len, p.hands)) <= 3 and "cicera" not in known.line


def check_live(known: Known) -> None:
    twin = Twin.parse(known.line)
    assert brute_moves(twin) == known.moves, known.line


def test_the_file_is_what_the_twin_says() -> None:
    """A part of it that is another each time; all of it in the slow run."""
    small = [known for known in everything() if is_small(known)]
    assert len(small) > 3500
    for known in Random(time.time_ns()).sample(small, 60):
        check_live(known)


@pytest.mark.slow
def test_all_of_the_file_is_what_the_twin_says() -> None:
    for known in everything():
        check_live(known)


@pytest.mark.slow
def test_the_file_is_made_by_its_script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:

    monkeypatch.setattr(make_brute, "FILE", tmp_path / "brute.tsv")
    make_brute.main(2)
    assert (tmp_path / "brute.tsv").read_bytes() == FILE.read_bytes()


@pytest.mark.parametrize("mode", MODES)
def test_brute_force_cold(mode: str) -> None:
    """Every position with nothing known before."""
    d = MODES[mode]()
    for known in everything():
        d.forget()
        check(d, known, guess=known.value)


@pytest.mark.parametrize("mode", MODES)
def test_brute_force_warm(mode: str) -> None:
    """What one driver keeps along a deal: all positions in some order, then in another, from bad guesses."""
    d = MODES[mode]()
    rng = Random(mode)
    for root, members in deals():
        assert d.begin(Position.parse(root))
        for _ in range(2):
            for known in rng.sample(members, len(members)):
                check(d, known, guess=rng.randint(-9, 9))


def test_brute_force_through_the_api() -> None:
    """Value, best move, values of all moves, and the line; one solver for all positions of a deal."""
    for deal in deals():
        with Solver(memory_mib=1) as solver:
            for known in deal.members:
                p = Position.parse(known.line)
                check_analysis(solver.analyse(p), known)
                check_solution(solver.solve(p), known.value)


def test_brute_force_for_players() -> None:
    """The solver that players use: one object for positions of any deal of a game."""
    solvers: dict[str, Exact] = {}
    for known in everything():
        p = Position.parse(known.line)
        found = solvers.setdefault(str(p.rules), Exact(p)).analyse(p)
        moves = {str(p.move(card, takes, taken)): value for card, takes, taken, value in found}
        assert moves == known.moves, known.line


def test_functions_without_a_solver() -> None:
    for known in Random(1).sample(list(everything()), 50):
        p = Position.parse(known.line)
        check_solution(solve(p, memory_mib=1), known.value)
        check_analysis(analyse(p, memory_mib=1), known)


def test_one_solver_along_a_game() -> None:
    """Solve, play any move, solve again: the values are those of a fresh solver, and of the moves before."""
    rng = Random(2)
    for known in rng.sample([known for known in everything() if len(known.moves) > 3], 60):
        p = Position.parse(known.line)
        with Solver(memory_mib=1) as solver:
            while not p.is_over:
                analysis = solver.analyse(p)
                assert analysis.value == solve(p, memory_mib=1).value
                chosen = rng.choice(analysis.moves)
                p = p.play(chosen.move)
                assert solver.solve(p).value == chosen.value
            assert solver.solve(p).line == ()


def test_deals_are_never_mixed() -> None:
    """One solver, deal A, deal B, deal A; one of another game with the same cards between."""
    rng = Random(3)
    singles = [deal.members[0] for deal in deals()]
    with Solver(memory_mib=1) as solver:
        for _ in range(150):
            a, b = rng.sample(singles, 2)
            for known in (a, b, a):
                assert solver.solve(Position.parse(known.line)).value == known.value
    for known in rng.sample(of_game("scopone10"), 40):
        line = known.line
        other = line.replace("scopone10", "asso_pigliatutto_pairs")
        with Solver(memory_mib=1) as solver:
            assert solver.solve(Position.parse(line)).value == known.value
            assert solver.solve(Position.parse(other)).value == solve(Position.parse(other)).value
            assert solver.solve(Position.parse(line)).value == known.value


# Positions that were wrong once --------------------------------------------------------------------------

WRONG_ONCE = [
    # a card captured and the scope so far met in one key (found with a table at every depth)
    (
        "cicera 3dCbRc/5dCsRs/9dFbCc/As3bFcCd Ad2b5c6c8b9sRdRb 3c3s4d4c7d7c7s7bFdFs/"
        "AcAb2d2c2s4s4b5s5b6d6s6b8d8c8s9c9bTdTcTsTb 0-0 3:2",
        "3b=-8,3bxAd2b=-9,As=-9,AsxAd=-8,Cd=-5,Fc=-6",
    ),
    (
        "ponino 3dRs/3c6b 3b4d5s6c7bFbCcRcRb As3s4c4s5c6s7dFdCs/AcAb2c4b5d5b6d7c7sFcFsCd 0-2 0:1 "
        "RdAd2dCb2s2b",
        "3dx3b=-3,RsxRb=-4,RsxRc=-4",
    ),
    # cards of equal rank were taken for twins though one still counted for the primiera
    (
        "scopa2 Ac3dFb/Ad3sFd Ab3b7d 2s2b4c4s4b5d5c6d6bFsCdCcCsRdRcRs/2d2c4d5s5b6c6sCbRb 2-0 0:0 "
        "3cFcAs7c7b7s",
        "FbxAb7d=3",
    ),
]


@pytest.mark.parametrize(("line", "moves"), WRONG_ONCE)
@pytest.mark.parametrize("probe_least", [1, 4, 8, 12])
def test_wrong_once(line: str, moves: str, probe_least: int) -> None:
    _, _, found = searched(driver(probe_least=probe_least), Position.parse(line))
    for pair in moves.split(","):
        move, value = pair.split("=")
        assert found[move] == int(value)


# What the value depends on -------------------------------------------------------------------------------

# Two positions that differ in one thing only, and their values.
PAIRS = {
    "last capturer": (
        "scopone10 6cRc/4bCd/2c5b/3b7b Fb "
        "As2s3d3c3s4s5d5s6d6s7d7c7sCc/AdAcAb2d2b4d4c5c6bFdFcFsCsCbRdRsRb 0-0 0:3",
        0,
        "scopone10 6cRc/4bCd/2c5b/3b7b Fb "
        "As2s3d3c3s4s5d5s6d6s7d7c7sCc/AdAcAb2d2b4d4c5c6bFdFcFsCsCbRdRsRb 0-0 0:0",
        3,
    ),
    "scope": (
        "scopone10 6cRc/4bCd/2c5b/3b7b Fb "
        "As2s3d3c3s4s5d5s6d6s7d7c7sCc/AdAcAb2d2b4d4c5c6bFdFcFsCsCbRdRsRb 0-0 0:3",
        0,
        "scopone10 6cRc/4bCd/2c5b/3b7b Fb "
        "As2s3d3c3s4s5d5s6d6s7d7c7sCc/AdAcAb2d2b4d4c5c6bFdFcFsCsCbRdRsRb 1-3 0:3",
        -2,
    ),
    "cards": (
        "scopone10 2c3bCd/4s6d6b/2d3cCc/Ad5c7c 3d "
        "AcAs2b5d6c6s7d7s7bCsCbRdRb/Ab2s3s4d4c4b5s5bFdFcFsFbRcRs 0-0 0:3",
        4,
        "scopone10 2c3bCd/4s6d6b/2d3cCc/Ad5c7c 3d "
        "AcAs2b5d6c6s7d7s7bCsRdRb/Ab2s3s4d4c4b5s5bFdFcFsFbCbRcRs 0-0 0:3",
        3,
    ),
    "denari": (
        "scopone10 As6d/7bRs/4sCd/Ab6s 2s3b7sRc "
        "2c2b3d3c4d4c5d5c5s5bFdFcFsFb/AdAc2d3s4b6c6b7d7cCcCsCbRdRb 1-0 0:2",
        -1,
        "scopone10 As6d/7bRs/4sCd/Ab6s 2s3b7sRc "
        "2d2c2b3d3c4d4c5d5c5s5bFdFcFsFb/AdAc3s4b6c6b7d7cCcCsCbRdRb 1-0 0:2",
        0,
    ),
    "primiera": (
        "scopone10 6sRd/5sCd/3cFb/5b7c As2c6dFd "
        "AcAb2s4d4c4s4b5c6c6b7d7s7bCcCsRcRsRb/Ad2d2b3d3s3b5dFcFsCb 1-0 0:2",
        3,
        "scopone10 6sRd/5sCd/3cFb/5b7c As2c6dFd "
        "AcAb2s3s4d4c4s4b5c6c6b7d7bCcCsRcRsRb/Ad2d2b3d3b5d7sFcFsCb 1-0 0:2",
        2,
    ),
    "settebello": (
        "scopone10 Rd/Cd/Fb/5b 2b "
        "AcAsAb2d2s3c3s4d4s4b5c6c6b7d7s7bCcCsRs/Ad2c3d3b4c5d5s6d6s7cFdFcFsCbRcRb 1-0 0:2",
        4,
        "scopone10 Rd/Cd/Fb/5b 2b "
        "AcAsAb2d2s3c3s4d4s4b5c6c6b7c7s7bCcCsRs/Ad2c3d3b4c5d5s6d6s7dFdFcFsCbRcRb 1-0 0:2",
        1,
    ),
}


@pytest.mark.parametrize("what", PAIRS)
def test_what_changes_the_value(what: str) -> None:
    """Programs that forget one of these in the keys of their tables give one position the other's value."""
    first, first_value, second, second_value = PAIRS[what]
    assert first_value != second_value
    for line, value in ((first, first_value), (second, second_value)):
        assert brute_force(Twin.parse(line))[0] == value
    for order in ((first, second), (second, first)):
        d = driver(LARGE)
        values = {line: value_of(d, Position.parse(line)) for line in order}
        assert values == {first: first_value, second: second_value}
    if what in ("last capturer", "denari", "primiera"):
        best = [solve(Position.parse(line), memory_mib=1).best for line in (first, second)]
        assert best[0] != best[1]


# Two positions that could follow from the first one, and differ in one card whose suit is dead in the one and not in
# the other: both hold a card as good in the suit of the figure that is captured, or only one does.
DEAD_CARDS: list[tuple[str, str, str]] = [
    (
        "scopone9 3d4c6b/6sFsFb/5c6dFd/Ac7bCc AbFcRs "
        "2c2s2b3s3b4b5b7sCsCbRc/AdAs2d3c4d4s5d5s6c7d7cCdRdRb 0-0 0:3",
        "scopone9 3d4c/6sFb/5cFd/AcCc AbFcRs "
        "2c2s2b3s3b4b5b6b7s7bCsCbRc/AdAs2d3c4d4s5d5s6d6c7d7cFsCdRdRb 0-0 0:3",
        "scopone9 3d4c/6sFs/5cFd/AcCc AbFcRs "
        "2c2s2b3b4b5b6b7s7bFbCbRb/AdAs2d3c3s4d4s5d5s6d6c7d7cCdCsRdRc 0-0 0:3",
    ),
    (
        "scopone9 3s4d7s/2d4s6b/CcRsRb/Ac2b7dFc 4bRc "
        "AdAs2c3c4c5d5c6d6c7cFdFsCdCb/Ab2s3d3b5s5b6s7bFbCsRd 0-0 3:3",
        "scopone9 3s7s/4s6b/CcRb/Ac7dFc 4bRc "
        "AdAs2d2c3c4c5d5c6d6c7cFdFsCdCbRs/Ab2s2b3d3b4d5s5b6s7bFbCsRd 0-0 3:3",
        "scopone9 3s7s/4s6b/CcRs/Ac7dFc 4bRc "
        "AdAs2d2c3c4c5d5c5s6d6c6s7cFdFsCdCs/Ab2s2b3d3b4d5b7bFbCbRdRb 0-0 3:3",
    ),
    (
        "scopone10 2c4sCc/Ab3s4d/CsCbRc/As3c5sFd Ac "
        "Ad2d3d4c5d5c6d6s7d7c7sFcFsFbCdRd/2s2b3b4b5b6c6b7bRsRb 0-0 3:2",
        "scopone10 4sCc/Ab4d/CbRc/As5sFd Ac "
        "Ad2d2c3d3c4c5d5c6d6s7d7c7sFcFsFbCdRd/2s2b3s3b4b5b6c6b7bCsRsRb 0-0 3:2",
        "scopone10 4sCc/Ab4d/CsRc/As5sFd Ac "
        "Ad2d2c3d3c3s4c5d5c6d6c6s7d7c7sFcFsCdRdRs/2s2b3b4b5b6b7bFbCbRb 0-0 3:2",
    ),
    (
        "scopone9 3sFcFb/Ab6cCd/2d2b7d/Ac4d4s7s Fs "
        "AdAs2c2s3c4c5d5s6d6s7cFdCcCsCbRc/3d3b4b5c5b6b7bRdRsRb 0-0 3:0",
        "scopone9 3sFb/Ab6c/2d7d/Ac4s7s Fs "
        "AdAs2c2s3c4c5d5s6d6s7cFdCcCsCbRc/2b3d3b4d4b5c5b6b7bFcCdRdRsRb 0-0 3:0",
        "scopone9 3sFc/Ab6c/2d7d/Ac4s7s Fs "
        "AdAs2c2s3c4c5d5c5s6d6s7cFdCcCsRcRs/2b3d3b4d4b5b6b7bFbCdCbRdRb 0-0 3:0",
    ),
    (
        "scopone10 AbRd/5b6b7c/AcFsFb/2d6cCd AsFc "
        "Ad2c3d4d4s5d5c6d6s7dFdCcCsCbRs/2s2b3c3s3b4c4b5s7s7bRcRb 0-0 1:3",
        "scopone10 Rd/6b7c/AcFb/6cCd AsFc "
        "Ad2d2c3d4d4s5d5c6d6s7dFdFsCcCsCbRs/Ab2s2b3c3s3b4c4b5s5b7s7bRcRb 0-0 1:3",
        "scopone10 Rd/6b7c/AcFs/6cCd AsFc "
        "Ad2d2c2s3d3c4d4s5d5c5s6d6s7dFdCcCsRs/Ab2b3s3b4c4b5b7s7bFbCbRcRb 0-0 1:3",
    ),
    (
        "scopone10 RdRc/3sCb/3d6d6c/4cFcFs 2dFb "
        "AdAcAs2c2s4s5d5s6s7d7c7sCdRs/Ab2b3c3b4d4b5c5b6b7bFdCcCsRb 0-0 2:0",
        "scopone10 Rc/3s/3d6c/4cFs 2dFb "
        "AdAcAs2c2s4s5d5s6d6s7d7c7sCdRdRs/Ab2b3c3b4d4b5c5b6b7bFdFcCcCsCbRb 0-0 2:0",
        "scopone10 Rc/3s/3d6c/4cFc 2dFb "
        "AdAs2s4s5d5s6d6s7d7sFsCdCsRdRs/AcAb2c2b3c3b4d4b5c5b6b7c7bFdCcCbRb 0-0 2:0",
    ),
]


@pytest.mark.parametrize(("root", "first", "second"), DEAD_CARDS)
def test_dead_cards(root: str, first: str, second: str) -> None:
    known = [Known(line, *brute_force(Twin.parse(line))) for line in (first, second)]
    for order in (known, known[::-1]):
        for probe_least in (1, 4, 7):
            d = driver(LARGE, probe_least=probe_least)
            assert d.begin(Position.parse(root))
            for one in (*order, *order):
                check(d, one, guess=known[0].value)


@pytest.mark.parametrize(
    "name",
    [*MAIN, "escoba", "cicera", "ponino", "ponino+players=4+sides=2", "maresciallo", "maresciallo_full",
     "scopone10+no_settebello+maresciallo", "scopone10+leftovers=dealer"],
)  # fmt: skip
def test_pasts_that_differ_a_little(name: str) -> None:
    """What a proof needed of the past is all that another past may rely on."""
    rng = Random(f"pasts {name}")
    rules = TwinRules.from_string(name)
    for _ in range(25):
        left = rng.randint(4, 5 if name == "cicera" else 8)
        board = at_random(rules, left, rng) if rng.random() < 0.5 else played(fresh(rules, rng), left, rng)
        twins = [board]
        while len(twins) < 8:
            twins.append(slightly_other_past(rng.choice(twins), rng))
        known = [Known(str(twin), *brute_force(twin)) for twin in dict.fromkeys(twins)]
        for memory in (TINY, LARGE):
            d = driver(memory)
            for one in rng.sample(known, len(known)) + rng.sample(known, len(known)):
                check(d, one, guess=rng.randint(-4, 4))


# Known values --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["scopone10", "scopone9"])
@pytest.mark.parametrize("cards", [3, 4, 5, 6, slow(7)])
def test_known_values(game: str, cards: int) -> None:
    for line, value in positions(f"{game}-{cards}"):
        with Solver(memory_mib=256) as solver:
            check_solution(solver.solve(Position.parse(line)), value)


@pytest.mark.slow
def test_known_values_with_eight_cards() -> None:
    for line, value in positions("scopone10-8"):
        with Solver(threads=2, memory_mib=1024) as solver:
            check_solution(solver.solve(Position.parse(line)), value)


# The solver agrees with itself where brute force does not reach ------------------------------------------

SELF: dict[str, Callable[[], Driver]] = {
    **MODES,
    "as it comes, tiny": lambda: Driver(TINY),
}
THREADS: dict[str, Callable[[], Driver]] = {
    "two threads": lambda: driver(TINY, threads=2),
    "four threads": lambda: Driver(LARGE, threads=4),
}


def random_family(rng: Random, name: str, least: int, most: int) -> list[Position]:
    """A position, some with the same board and another past, and some that follow from it."""
    rules = TwinRules.preset(name)
    left = min(rng.randint(least, most), rules.cards_to_play)
    if rules.players == 2 and rules.hand > 3:
        left -= 4  # (many cards in a hand)
    root = at_random(rules, left, rng) if rng.random() < 0.5 else played(fresh(rules, rng), left, rng)
    twins = [root, another_past(root, rng), *(slightly_other_past(root, rng) for _ in range(2))]
    twins += [played(root, left - rng.randint(1, 4), rng) for _ in range(2)]
    return [Position.parse(str(twin)) for twin in twins]


def check_modes(family: Sequence[Position], rng: Random, modes: Mapping[str, Callable[[], Driver]]) -> None:
    expected = None
    for name, make in modes.items():
        d = make()
        order = rng.sample(range(len(family)), len(family))
        found = {i: searched(d, family[i], rng.randint(-5, 5)) for i in order}
        values = {i: (value, moves) for i, (value, _, moves) in sorted(found.items())}
        assert all(moves[best] == value for value, best, moves in found.values())
        expected = expected or values
        assert values == expected, (name, [str(family[i]) for i in values if values[i] != expected[i]])


@pytest.mark.parametrize("name", [*MAIN, *others()])
def test_all_modes_agree(name: str) -> None:
    rng = Random(f"modes {name}")
    free = "cicera" in name
    for _ in range(4 if name in MAIN else 2):
        check_modes(random_family(rng, name, 8 if free else 13, 10 if free else 17), rng, SELF)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*MAIN, *others()])
def test_all_modes_agree_on_many(name: str) -> None:
    rng = Random(f"many modes {name}")
    free = "cicera" in name
    for _ in range(100 if name in MAIN else 20):
        check_modes(random_family(rng, name, 8 if free else 13, 12 if free else 20), rng, SELF)


@pytest.mark.parametrize(
    ("game", "cards", "count"),
    [("scopone10", 5, 6), ("scopone9", 5, 6), slow("scopone10", 5, 30), slow("scopone9", 5, 30),
     slow("scopone10", 6, 30), slow("scopone9", 6, 30)],
)  # fmt: skip
def test_known_values_in_all_modes(game: str, cards: int, count: int) -> None:
    for line, value in positions(f"{game}-{cards}")[:count]:
        for name, make in {**SELF, **THREADS}.items():
            if cards > 5 and name in ("nothing", "table off"):
                continue
            assert value_of(make(), Position.parse(line), guess=value) == value, (name, line)
