"""Puzzles: the shipped ones are proven here again, their themes checked in other ways; how new ones are made."""

import dataclasses
import json
from collections import Counter
from functools import cache
from itertools import permutations
from pathlib import Path

import pytest

from scopone import IllegalMove, Move, Position, Rules, Solver, examples
from scopone.analysis import Unsolvable
from scopone.puzzles import (
    LEVELS,
    Puzzle,
    PuzzleError,
    find,
    read_puzzles,
    select,
    shipped,
    write_puzzles,
)
from scopone.puzzles.grade import rating
from scopone.puzzles.make import candidates, canonical, choose, hand_puzzle, make, name_of, plain_suits
from scopone.puzzles.proof import Proof, prove
from scopone.puzzles.themes import THEMES, themes_of
from scopone.puzzles.words import comment, task, theme_meaning, theme_title

GAMES = [Rules.preset("scopone9"), Rules.preset("scopa2")]


def proven(puzzle: Puzzle, solver: Solver) -> Proof:
    """The proof of a puzzle, which must say all that the puzzle does."""
    solver.reset()
    proof = prove(puzzle.position, solver)
    assert proof is not None
    assert (proof.line, proof.value, proof.gap) == (puzzle.line, puzzle.value, puzzle.gap)
    assert themes_of(proof) == puzzle.themes
    assert rating(proof, puzzle.found_by) == puzzle.rating
    return proof


# the set of the package


def test_the_set_is_large_and_varied() -> None:
    puzzles = shipped()
    assert len(puzzles) >= 240
    assert [p.rating for p in puzzles] == sorted(p.rating for p in puzzles)
    levels = Counter(p.level for p in puzzles)
    assert all(levels[level] >= 35 for level in LEVELS)
    themes = Counter(theme for p in puzzles for theme in p.themes)
    assert all(themes[theme] >= (5 if theme != "asso" else 1) for theme in THEMES)
    assert all(p.themes for p in puzzles)
    games = Counter(p.position.rules.name for p in puzzles)
    assert len(games) >= 10 and games["scopone10"] >= 40 and games["scopone9"] >= 40
    assert max(games.values()) < len(puzzles) / 2
    assert sum(p.steps > 1 for p in puzzles) >= 80
    assert sum(not p.found_by for p in puzzles) >= 50


def test_no_puzzle_is_there_twice() -> None:
    puzzles = shipped()
    assert len({canonical(p.position) for p in puzzles}) == len(puzzles)
    for p in puzzles:
        assert p.id == name_of(p.position)
        assert len(p.position.legal_moves) > 2
        assert not p.position.stock


def test_some_shipped_puzzles_are_proven_again() -> None:
    with Solver(memory_mib=64) as solver:
        for puzzle in shipped()[::8]:
            proven(puzzle, solver)


@pytest.mark.slow
def test_all_shipped_puzzles_are_proven_again() -> None:
    with Solver(memory_mib=64) as solver:
        for puzzle in shipped():
            proven(puzzle, solver)


@cache
def minimax(position: Position) -> int:
    """The value by looking at everything."""
    if position.is_over:
        return position.score().value
    values = [minimax(position.play(m)) for m in position.legal_moves]
    return max(values) if position.rules.sides[position.turn] == 0 else min(values)


def test_short_puzzles_by_brute_force() -> None:
    """One move is better than every other one by the gap, and so at each turn of the player on the line."""
    short = [p for p in shipped() if p.position.cards_left <= 8][::2]
    assert len(short) >= 20
    for puzzle in short:
        position = puzzle.position
        sign = 1 if puzzle.side == 0 else -1
        assert minimax(position) == puzzle.value
        for n, move in enumerate(puzzle.line):
            rest = [sign * minimax(position.play(m)) for m in position.legal_moves if m != move]
            own = sign * minimax(position.play(move))
            assert own == sign * puzzle.value
            if n % 2 == 0:
                assert all(own > other for other in rest)
            else:
                assert all(own <= other for other in rest)
            if n == 0:
                assert own - max(rest) == puzzle.gap
            position = position.play(move)
    minimax.cache_clear()


# themes, by other means than those that gave them


def values_of(puzzle: Puzzle, cards: tuple) -> list[int]:
    return [puzzle.position.rules.ranks.index(c.rank) + 1 for c in cards]


def odd_ranks(position: Position) -> set[str]:
    in_play = [c for group in (*position.hands, position.table) for c in group]
    return {r for r in position.rules.ranks if sum(c.rank == r for c in in_play) % 2}


def scope_of_next(position: Position) -> int:
    """How many scope the seat to move can make, by the cards that lie there."""
    side = position.rules.sides[position.turn]
    return sum(
        position.play(m).scope[side] == position.scope[side] + 1
        for m in position.legal_moves
        if m.captured and set(m.captured) == set(position.table)
    )


@pytest.mark.parametrize("theme", ["spariglio", "appariglio"])
def test_unpairing_and_pairing(theme: str) -> None:
    for p in shipped():
        best = p.line[0]
        by_sum = len(best.captured) > 1 and [sum(values_of(p, best.captured))] == values_of(p, (best.card,))
        change = len(odd_ranks(p.position.play(best))) - len(odd_ranks(p.position))
        assert (theme in p.themes) == (by_sum and (change > 0 if theme == "spariglio" else change < 0))


def test_scope_made_refused_avoided_and_given() -> None:
    for p in shipped():
        best, legal = p.line[0], list(p.position.legal_moves)
        sweeps = {m for m in legal if p.position.play(m).scope[p.side] > p.position.scope[p.side]}
        assert ("scopa" in p.themes) == (best in sweeps)
        assert ("rinuncia" in p.themes) == (bool(sweeps) and best not in sweeps)
        exposed = [scope_of_next(p.position.play(m)) > 0 for m in legal if m != best]
        safe = scope_of_next(p.position.play(best)) == 0
        assert ("evitare_scopa" in p.themes) == (safe and sum(exposed) > len(exposed) - sum(exposed))
        if "sacrificio" in p.themes:
            assert not safe
        assert ("sette" in p.themes) == any(str(c).startswith("7") for c in best.captured)
        assert ("quale_presa" in p.themes) == (len([m for m in legal if m.card is best.card]) > 1)
        assert ("calare" in p.themes) == (not best.captured and any(m.captured for m in legal))


@pytest.mark.parametrize(("theme", "own_moves"), [("scopa_in_due", 2), ("scopa_in_tre", 3)])
def test_scope_at_the_end_of_a_line(theme: str, own_moves: int) -> None:
    """The side's scope go from what they were to one more with that move of the solution, and not before."""
    for p in shipped():
        position, made = p.position, []
        for move in p.line:
            position = position.play(move)
            made.append(position.scope[p.side] - p.position.scope[p.side])
        before = 2 * own_moves - 2
        sooner = made[:before]
        assert (theme in p.themes) == (len(made) > before and not any(sooner) and made[before] == 1)


def test_items_and_the_last_capture_against_every_rival() -> None:
    """Along the proof's own lines: what the side gets with the right move, and with the best wrong ones."""
    items = {"settebello": "settebello", "primiera": "primiera", "denari": "denari", "carte": "cards"}
    with Solver(memory_mib=64) as solver:
        for p in [p for p in shipped() if p.position.cards_left <= 16][3::8]:
            proof = proven(p, solver)
            ends = []
            for line in (proof.play, *proof.rivals):
                position = p.position
                for move in line:
                    before, position = position, position.play(move)
                assert position.is_over
                taken_by_last = set(before.table) | {line[-1].card}
                own = position.captured_by(p.side)
                rest = taken_by_last <= own and set(line[-1].captured) < set(before.table) | {line[-1].card}
                ends.append((position.score(), rest and taken_by_last != {line[-1].card, *line[-1].captured}))
            for theme, item in items.items():
                points = [s.get(item, (0, 0)) for s, _ in ends]
                lead = [both[p.side] - both[1 - p.side] for both in points]
                assert (theme in p.themes) == (lead[0] > max(lead[1:]))
            assert len({e[0].value for e in ends[1:]}) == 1
            assert abs(ends[0][0].value - ends[1][0].value) == p.gap


def test_mulinello() -> None:
    with Solver(memory_mib=64) as solver:
        for p in select(shipped(), "mulinello")[:4]:
            proof = proven(p, solver)
            position, marks = p.position, ""
            for move in proof.play:
                after = position.play(move)
                swept = sum(after.scope) > sum(position.scope)
                marks += "S" if swept else "x" if move.captured else "-"
                position = after
            assert "S-S" in (marks[:3], marks[2:5], marks[4:7])


def test_known_positions() -> None:
    found = {}
    with Solver(memory_mib=64) as solver:
        for name in examples.names():
            proof = prove(Position.parse(examples.line(name)), solver)
            assert proof is not None
            found[name] = str(proof.best), proof.gap, themes_of(proof)
    assert found["refuse-the-scopa"] == ("3b", 1, ("rinuncia", "calare"))
    assert found["example"] == ("4s", 1, ("calare", "ultima_presa", "carte"))


def test_no_proof_where_two_moves_are_best_or_one_is_legal() -> None:
    with Solver(memory_mib=16) as solver:
        deal = Position.deal(Rules.preset("scopone10", hand=10), 1)
        while deal.cards_left > 12:
            deal = deal.play(deal.legal_moves[0])
        refused = 0
        while not deal.is_over:
            values = sorted(m.value or 0 for m in solver.analyse(deal).moves)
            best = values[-2:] if deal.turn % 2 == 0 else values[:2]
            alone = len(values) > 1 and best[0] != best[1]
            assert (prove(deal, solver) is not None) == alone
            refused += not alone
            deal = deal.play(deal.legal_moves[0])
        assert refused


# solving


def several(steps: int) -> Puzzle:
    return next(p for p in shipped() if p.steps == steps)


def test_the_right_moves_solve_a_puzzle() -> None:
    for puzzle in (several(1), several(2), several(3)):
        moves: list[Move] = []
        position = puzzle.position
        for n in range(puzzle.steps):
            tried = puzzle.attempt([*moves, str(puzzle.line[2 * n])])
            assert tried.right and tried.best == tried.move == puzzle.line[2 * n]
            assert tried.before == position
            assert tried.finished == (n == puzzle.steps - 1)
            assert (tried.reply is None) == tried.finished
            moves = list(puzzle.line[: 2 * n + 2])
            position = tried.position
            for language in ("it", "en"):
                said = comment(puzzle, tried, language)
                assert str(tried.move) in said
                assert tried.reply is None or str(tried.reply) in said
        assert position == tried.before.play(puzzle.line[-1])


def test_a_wrong_move_ends_it_and_costs_what_the_solver_says() -> None:
    puzzle = several(2)
    sign = 1 if puzzle.side == 0 else -1
    with Solver(memory_mib=16) as solver:
        for move in puzzle.position.legal_moves:
            if move == puzzle.line[0]:
                continue
            tried = puzzle.attempt([move])
            assert (tried.right, tried.finished, tried.reply) == (False, True, None)
            assert tried.position == tried.before == puzzle.position
            assert tried.best == puzzle.line[0]
            cost = sign * (puzzle.value - solver.solve(puzzle.position.play(move)).value)
            assert cost >= puzzle.gap
            said = comment(puzzle, tried, "en", solver)
            assert f"{move} costs {'a point' if cost == 1 else f'{cost} points'}:" in said
        late = next(m for m in puzzle.attempt(puzzle.line[:1]).position.legal_moves if m != puzzle.line[2])
        tried = puzzle.attempt([*puzzle.line[:2], late])
        assert not tried.right and tried.before == puzzle.attempt(puzzle.line[:1]).position


def test_moves_that_are_not_of_the_puzzle() -> None:
    puzzle = several(2)
    reply = next(m for m in puzzle.position.play(puzzle.line[0]).legal_moves if m != puzzle.line[1])
    with pytest.raises(
        PuzzleError, match=f"move 2 is {reply}, where the defence has played {puzzle.line[1]}"
    ):
        puzzle.attempt([puzzle.line[0], reply, puzzle.line[2]])
    for moves in ([], puzzle.line[:2], [*puzzle.line, *puzzle.line]):
        with pytest.raises(PuzzleError, match="odd number"):
            puzzle.attempt(moves)
    with pytest.raises(IllegalMove):
        puzzle.attempt([str(puzzle.position.hands[(puzzle.position.turn + 1) % 2][0])])


def test_words() -> None:
    for language in ("it", "en"):
        assert len({theme_title(t, language) for t in THEMES}) == len(THEMES)
        assert len({theme_meaning(t, language) for t in THEMES}) == len(THEMES)
    for p in shipped()[::20]:
        for language in ("it", "en"):
            asked = task(p, language)
            assert "{" not in asked
            assert str(p.line[0]) not in asked


# files


def test_puzzle_files(tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    write_puzzles(path, shipped()[:10])
    assert read_puzzles(path) == shipped()[:10]
    assert [p.name for p in tmp_path.iterdir()] == ["some.jsonl"]
    assert find(shipped()[3].id) is shipped()[3]
    with pytest.raises(PuzzleError, match="no puzzle 'nonsense'"):
        find("nonsense")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"id": "../x"}, "line 2: id: '../x'"),
        ({"value": "2"}, "line 2: value: '2' where a whole number belongs"),
        ({"gap": True}, "line 2: gap: True"),
        ({"themes": [1]}, "line 2: themes"),
        ({"line": ""}, "line 2: line: 0 moves"),
        ({"line": "7d 7d 7d"}, "line 2: .*cannot be played"),
        ({"position": "scopone10"}, "line 2: 1 fields"),
    ],
)
def test_damaged_files_are_refused(tmp_path: Path, changes: dict[str, object], message: str) -> None:
    path = tmp_path / "bad.jsonl"
    # a puzzle in which the seat to move does not hold the settebello
    other = next(p for p in shipped() if "7d" not in map(str, p.position.hands[p.position.turn]))
    lines = [json.dumps(several(1).as_json()), json.dumps({**other.as_json(), **changes})]
    path.write_text("\n".join(lines))
    with pytest.raises(PuzzleError, match=message):
        read_puzzles(path)


@pytest.mark.parametrize("text", ["[]", "{", '"x"', "{}", "[" * 100_000])
def test_other_files_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(text)
    with pytest.raises(PuzzleError, match="line 1: "):
        read_puzzles(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(PuzzleError, match="not UTF-8"):
        read_puzzles(path)
    line = json.dumps(several(1).as_json())
    path.write_text(f"{line}\n\n{line}\n")
    with pytest.raises(PuzzleError, match="line 3: a second puzzle"):
        read_puzzles(path)


# making


def renamed(position: Position, names: dict[str, str]) -> Position:
    rules, *fields = str(position).split(" ")
    text = "".join(names.get(letter, letter) for letter in " ".join(fields[:3]))
    return Position.parse(" ".join((rules, text, *fields[3:])))


def test_names_do_not_depend_on_plain_suits() -> None:
    for puzzle in select(shipped(), game="scopone9")[::10]:
        same = {
            name_of(renamed(puzzle.position, dict(zip("csb", names, strict=True))))
            for names in permutations("csb")
        }
        assert same == {puzzle.id}
        assert name_of(renamed(puzzle.position, {"d": "c", "c": "d"})) != puzzle.id


@pytest.mark.parametrize(
    ("rules", "suits"),
    [("scopone10", "csb"), ("scopone10+napola", "csb"), ("cicera", "b"), ("maresciallo", "cb"),
     ("scopa2+napoleone", "csb"), ("scopone10+wins=all:s", "cb"), ("cirulla", "sb")],
)  # fmt: skip
def test_suits_that_the_rules_name_are_not_plain(rules: str, suits: str) -> None:
    assert plain_suits(Rules.parse(rules)) == suits


def test_the_same_seed_makes_the_same_puzzles() -> None:
    told: list[tuple[int, int]] = []
    found = make(GAMES, 6, 3, 9, lambda *numbers: told.append(numbers))
    assert make(GAMES, 6, 3, 9) == found
    assert len(found) == 6 and len({p.id for p in found}) == 6
    assert told[-1][0] == 9 and [hands for _, hands in told] == list(range(1, len(told) + 1))
    assert {p.id for p in make(GAMES, 6, 4)}.isdisjoint(p.id for p in found)
    with Solver(memory_mib=64) as solver:
        for puzzle in found:
            proven(puzzle, solver)


def test_a_shipped_kind_of_puzzle_is_found_by_those_it_names() -> None:
    """The players who find a puzzle are measured: the easy ones by most, random choice by nobody's rule."""
    with Solver(memory_mib=64) as solver:
        puzzles = [p for seed in range(60) if (p := hand_puzzle(GAMES[seed % 2], seed, solver))]
    assert any("greedy" in p.found_by for p in puzzles)
    assert any("greedy" not in p.found_by for p in puzzles)
    easy = [p.rating for p in puzzles if len(p.found_by) >= 2]
    hard = [p.rating for p in puzzles if not p.found_by]
    assert sum(easy) / len(easy) + 300 < sum(hard) / len(hard)


def test_an_interrupt_keeps_what_was_found() -> None:
    def stop(found: int, hands: int) -> None:
        if found == 2:
            raise KeyboardInterrupt

    assert len(make(GAMES, 6, 3, progress=stop)) == 2

    def at_once(found: int, hands: int) -> None:
        raise KeyboardInterrupt

    seed = next(n for n in range(100) if next(candidates(GAMES, n)) is None)
    with pytest.raises(KeyboardInterrupt):  # nothing was found: there is nothing to keep
        make(GAMES, 6, seed, progress=at_once)


def test_games_without_a_value_have_no_puzzles() -> None:
    with pytest.raises(Unsolvable, match="scopa3"):
        make([Rules.preset("scopa3")], 1, 1)


def test_the_choice_spreads_levels_and_themes() -> None:
    common = [dataclasses.replace(several(1), id=f"a{n}", rating=1000, themes=("scopa",)) for n in range(30)]
    rare = [dataclasses.replace(several(1), id=f"b{n}", rating=1400, themes=("sette",)) for n in range(5)]
    chosen = choose(common + rare, 10)
    assert len(chosen) == 10 and sum(p.id[0] == "b" for p in chosen) == 5
    assert [p.rating for p in chosen] == sorted(p.rating for p in chosen)
    assert choose([], 3) == []
