"""Searches that are kept on disk: stopped, gone on with, and never mixed up."""

from __future__ import annotations

from pathlib import Path

import pytest

from scopone import Limit, Position, Solver
from scopone.checkpoint import CheckpointError, held
from tests.test_threads import sample


@pytest.fixture(scope="module")
def position() -> Position:
    return sample("scopone10", 24, 3)


@pytest.fixture(scope="module")
def expected(position: Position) -> int | None:
    return Solver().solve(position).value


def test_a_search_goes_on_from_its_file(tmp_path: Path, position: Position, expected: int) -> None:
    file = tmp_path / "search"
    runs = 0
    nodes = 0
    while True:
        found = Solver().solve(position, Limit(nodes=50_000), checkpoint=file)
        runs += 1
        assert found.lower <= expected <= found.upper
        assert found.nodes > nodes
        nodes = found.nodes
        if found.exact:
            break
        assert runs < 200
    assert runs > 2
    assert found.value == expected
    # a finished search is known at once
    again = Solver().solve(position, checkpoint=file)
    assert again.value == expected
    assert again.nodes == nodes
    assert [p.name for p in tmp_path.iterdir()] == ["search"]


def test_a_search_goes_on_in_less_memory(tmp_path: Path, position: Position, expected: int) -> None:
    file = tmp_path / "search"
    Solver(memory_mib=64).solve(position, Limit(nodes=300_000), checkpoint=file)
    assert Solver(memory_mib=1).solve(position, checkpoint=file).value == expected
    assert Solver(memory_mib=256).solve(position, checkpoint=file).value == expected


def test_a_damaged_or_foreign_file_is_refused_and_kept(tmp_path: Path, position: Position) -> None:
    file = tmp_path / "search"
    Solver().solve(position, Limit(nodes=100_000), checkpoint=file)
    whole = file.read_bytes()
    other = sample("scopone10", 24, 4)
    damaged = bytearray(whole)
    damaged[len(whole) // 2] ^= 1
    for content, who, why in [
        (whole, other, "another position"),
        (bytes(damaged), position, "damaged"),
        (whole[:-7], position, "damaged"),
        (whole + b"x", position, "damaged"),
        (b"", position, "not a checkpoint"),
        (b"something else entirely", position, "not a checkpoint"),
    ]:
        file.write_bytes(content)
        with pytest.raises(CheckpointError, match=why):
            Solver().solve(who, checkpoint=file)
        assert file.read_bytes() == content


def test_the_file_is_kept_when_the_search_is_broken_off(tmp_path: Path, position: Position) -> None:
    file = tmp_path / "search"

    def stop(progress: object) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        Solver().solve(sample("scopone10", 28, 1), progress=stop, checkpoint=file)
    assert file.stat().st_size > 0


def test_two_searches_do_not_write_one_file(tmp_path: Path, position: Position) -> None:
    file = tmp_path / "search"
    with held(file), pytest.raises(CheckpointError, match="another process is writing it"):
        Solver().solve(position, checkpoint=file)
    Solver().solve(position, checkpoint=file)
    assert list(tmp_path.iterdir()) == [file]
