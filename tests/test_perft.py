"""Counting move sequences, and the random games of the core."""

import signal
import threading

import pytest

from scopone import Move, Position, Rules
from scopone.rules import preset_names
from scopone.solver.perft import perft, random_games
from scopone.solver.playout import Playout

LINE = (
    "scopone9 2s5d6d/As3s5b/7bCcRs/3d4dFb 2c4c6b7c AdAc2b4b6c7d7sFdFcFsCdRdRcRb/Ab2d3c3b4s5c5s6sCsCb 1-0 0:3"
)


def count(p: Position, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(count(p.play(m), depth - 1) for m in p.legal_moves)


def replayed(rules: Rules, pack: tuple, moves: list) -> Position:
    """The end of a game of the core, played again move by move through the Python API."""
    p = Position.from_pack(rules, pack)
    for m in moves:
        assert len(p.legal_moves) == perft(p, 1)
        p = p.play(p.move(*m))
    return p


@pytest.mark.parametrize("name", preset_names())
def test_perft_counts_what_the_moves_give(name: str) -> None:
    p = Position.deal(Rules.preset(name), seed=3)
    for _ in range(12):
        p = p.play(p.legal_moves[-1])
    assert [perft(p, d) for d in range(3)] == [count(p, d) for d in range(3)]


def test_perft_where_an_ace_takes_itself_and_captures_are_free() -> None:
    rules = Rules.preset(
        "scopa2", capture_compulsory=False, ace_sweep="if_no_ace", ace_on_empty="takes_itself"
    )
    for seed in range(40):
        p = Position.deal(rules, seed)
        for turn in range(12):
            assert perft(p, 1) == len(p.legal_moves)
            p = p.play(p.legal_moves[seed % len(p.legal_moves) if turn < 8 else -1])


def test_perft_to_the_end_of_the_hand_and_beyond() -> None:
    p = Position.parse(LINE)
    assert perft(p, 12) == count(p, 12) > 0
    assert perft(p, 13) == 0
    with pytest.raises(ValueError, match="0 or more"):
        perft(p, -1)


def test_perft_of_a_whole_deal_is_what_it_was() -> None:
    p = Position.deal(Rules.preset("scopone10"), seed=7)
    assert [perft(p, d) for d in range(7)] == [1, 10, 100, 1000, 10000, 90556, 833310]
    assert count(p, 4) == 10000


def test_ctrl_c_stops_perft() -> None:
    p = Position.deal(Rules.preset("scopone10"), seed=7)
    main = threading.main_thread().ident
    assert main is not None
    threading.Timer(0.1, signal.pthread_kill, (main, signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        perft(p, 40)


@pytest.mark.parametrize("name", preset_names())
def test_games_of_the_core_replay_in_python(name: str) -> None:
    rules = Rules.preset(name)
    for seed in range(20):
        pack, moves = Playout(rules).game(seed)
        p = replayed(rules, pack, moves)
        assert p.is_over
        assert random_games(rules, 1, seed) == (1, len(moves), checksum([p.score().points]))


def checksum(games: list[tuple[int, ...]]) -> int:
    """The checksum of random_games: FNV-1a over the points as 32-bit numbers, one multiplication a number."""
    h = 0xCBF29CE484222325
    for points in games:
        for n in points:
            h = ((h ^ (n & 0xFFFFFFFF)) * 0x100000001B3) % 2**64
    return h


@pytest.mark.parametrize("name", preset_names())
def test_deals_are_as_the_rules_want_them(name: str) -> None:
    """Opening tables that make a deal void do not come up; `from_pack` does not know about them."""
    from scopone.position import is_void

    rules = Rules.preset(name)
    playout = Playout(rules)
    for seed in range(300):
        pack, _ = playout.game(seed)
        assert not is_void(rules, pack[: rules.table])


@pytest.mark.parametrize(
    "name", ["scopone10", "scopone9", "scopa3", "cicera", "scopa_dassi_pairs", "cirulla"]
)
def test_every_legal_move_is_equally_likely(name: str) -> None:
    """Chi-square over the moves of positions with several captures, at a chance of one in a million."""
    rules = Rules.preset(name)
    playout = Playout(rules)
    tried = 0
    for seed in range(400):
        p = Position.deal(rules, seed)
        _, moves = playout.game(seed)
        for _ in range(seed % (len(moves) - 8)):
            p = p.play(p.legal_moves[(seed * 7) % len(p.legal_moves)])
        k = len(p.legal_moves)
        if k == len(p.hands[p.turn]) and seed % 20:
            continue
        tried += 1
        n = 300 * k
        found = {p.move(*m): times for m, times in playout.sample(p, n, seed).items()}
        assert set(found) <= set(p.legal_moves)
        chi = sum((found.get(m, 0) - 300) ** 2 / 300 for m in p.legal_moves)
        free = k - 1
        assert chi < free + 7 * (2 * free) ** 0.5 + 25, (str(p), found)
    assert tried > 10


def test_the_moves_of_a_card_with_three_captures_are_all_picked() -> None:
    p = Position.parse(
        "scopone10 FdRd/4s5b/3d6d/2d7d Ad2c3s4b5c6c7b "
        "AcAsAb2s2b3c3b4d4c5d5s6s6b7c7sFc/FsFbCdCcCsCbRcRsRb 0-0 0:1"
    )
    assert [str(m) for m in p.legal_moves][:6] == [
        "FdxAd2c5c", "FdxAd3s4b", "FdxAd7b", "Fdx2c6c", "Fdx3s5c", "RdxAd2c3s4b",
    ]  # fmt: skip
    picked = Playout(p.rules).sample(p, 20000, 1)
    moves = {p.move(*m) for m in picked}
    assert moves == set(p.legal_moves)
    assert Move.parse("FdxAd7b") in moves
    assert max(picked.values()) < 1.25 * min(picked.values())


def test_random_games_are_the_same_for_the_same_seed() -> None:
    rules = Rules.preset("scopone10")
    assert random_games(rules, 1000, 5) == random_games(rules, 1000, 5)
    assert random_games(rules, 1000, 5) != random_games(rules, 1000, 6)
    assert random_games(rules, 0, 5)[:2] == (0, 0)
    assert random_games(rules, 1, -1)[0] == 1
    with pytest.raises(ValueError, match="0 or more"):
        random_games(rules, -1, 0)
